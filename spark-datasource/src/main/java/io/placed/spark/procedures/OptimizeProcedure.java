package io.placed.spark.procedures;

import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.spark.PlacedTables;
import io.placed.table.optimize.OptimizeOptions;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** {@code optimize(table, where, file_size, overlap)}. */
public final class OptimizeProcedure extends TableProcedure {
  public OptimizeProcedure() {
    super(
        "optimize",
        "Merges small files, and files that overlap in the leading sort key",
        RewriteProcedure.RESULT,
        optional("where"),
        optional("file_size"),
        optional("overlap"));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    OptimizeOptions options = OptimizeOptions.defaults();
    if (in.textOrNull("where") != null) {
      options = options.withWhere(Predicate.parse(in.textOrNull("where")));
    }
    if (in.textOrNull("file_size") != null) {
      options = options.withFileBytes(Sizes.parse("file_size", in.textOrNull("file_size")));
    }
    if (in.textOrNull("overlap") != null) {
      options = options.withOverlap(OptimizeOptions.parseOverlap(in.textOrNull("overlap")));
    }
    return RewriteProcedure.row(PlacedTables.optimize(SparkSession.active(), path, options));
  }
}
