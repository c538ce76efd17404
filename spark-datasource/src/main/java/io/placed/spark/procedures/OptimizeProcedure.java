package io.placed.spark.procedures;

import io.placed.advise.WatchResult;
import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.spark.PlacedTables;
import io.placed.table.optimize.OptimizeOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code optimize(table, where, file_size, overlap)}; the last column of its result is what the
 * table's property {@code advise=watch} has found.
 */
public final class OptimizeProcedure extends TableProcedure {
  private static final StructType RESULT =
      RewriteProcedure.RESULT.add("advise", DataTypes.StringType, true);

  public OptimizeProcedure() {
    super(
        "optimize",
        "Merges small files, and files that overlap in the leading sort key",
        RESULT,
        optional("where"),
        optional("file_size"),
        optional("overlap"));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    OptimizeOptions options = OptimizeOptions.defaults();
    Predicate where = WhereArgument.of(path, in);
    if (where != null) {
      options = options.withWhere(where);
    }
    if (in.textOrNull("file_size") != null) {
      options = options.withFileBytes(Sizes.parse("file_size", in.textOrNull("file_size")));
    }
    if (in.textOrNull("overlap") != null) {
      options = options.withOverlap(OptimizeOptions.parseOverlap(in.textOrNull("overlap")));
    }
    SparkSession spark = SparkSession.active();
    Object[] done = RewriteProcedure.row(PlacedTables.optimize(spark, path, options)).get(0);
    WatchResult watch = PlacedTables.watch(spark, path);
    Object[] row = Arrays.copyOf(done, done.length + 1);
    row[done.length] = watch.isOn() ? UTF8String.fromString(watch.message()) : null;
    return List.<Object[]>of(row);
  }

  @Override
  List<Object[]> rowsOfNewTable() {
    return List.<Object[]>of(new Object[] {0L, 0L, 0, 0, 0, 0L, 0L, null});
  }

  @Override
  boolean changesTable(Arguments in, List<Object[]> result) {
    return RewriteProcedure.replacesFiles(result);
  }
}
