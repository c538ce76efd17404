package io.placed.spark.procedures;

import io.placed.placement.Placement;
import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.spark.PlacedTables;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.decision.CatalogPlacement;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code rewrite(table, placement, where, profile, compression, file_size)}. */
public final class RewriteProcedure extends TableProcedure {
  static final StructType RESULT =
      new StructType()
          .add("snapshot", DataTypes.LongType, false)
          .add("rows", DataTypes.LongType, false)
          .add("files_before", DataTypes.IntegerType, false)
          .add("files_after", DataTypes.IntegerType, false)
          .add("files_reused", DataTypes.IntegerType, false)
          .add("bytes_before", DataTypes.LongType, false)
          .add("bytes_after", DataTypes.LongType, false);

  public RewriteProcedure() {
    super(
        "rewrite",
        "Rewrites a table, or some of its partitions, with another placement or partitioning",
        RESULT,
        optional("placement"),
        optional("where"),
        optional("profile"),
        optional("compression"),
        optional("file_size"));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    put(settings, Placement.SETTING, in.textOrNull("placement"));
    put(settings, WriteOptions.PROFILE, in.textOrNull("profile"));
    put(settings, WriteOptions.COMPRESSION, in.textOrNull("compression"));
    RewriteOptions options = RewriteOptions.of(settings).withOnlyMoved(settings.isEmpty());
    Predicate where = WhereArgument.of(path, in);
    if (where != null) {
      options = options.withWhere(where);
    }
    if (in.textOrNull("file_size") != null) {
      options = options.withFileBytes(Sizes.parse("file_size", in.textOrNull("file_size")));
    }
    SparkSession spark = SparkSession.active();
    CatalogPlacement catalog = PlacedExtensions.decisions(spark).placement();
    Map<String, String> before = catalog.settings(in.tableName());
    RewriteResult done = PlacedTables.rewrite(spark, path, options);
    if (where == null && settings.containsKey(Placement.SETTING)) {
      catalog.follow(in.tableName(), before);
    }
    return row(done);
  }

  @Override
  boolean changesTable(Arguments in, List<Object[]> result) {
    return replacesFiles(result);
  }

  /** Whether any files were replaced, by the row of {@link #RESULT}. */
  static boolean replacesFiles(List<Object[]> result) {
    return (int) result.get(0)[RESULT.fieldIndex("files_before")] > 0;
  }

  /** The row of {@link #RESULT}. */
  static List<Object[]> row(RewriteResult r) {
    Object[] row = {
      r.snapshot(),
      r.rows(),
      r.filesBefore(),
      r.filesAfter(),
      r.filesReused(),
      r.bytesBefore(),
      r.bytesAfter()
    };
    return List.<Object[]>of(row);
  }

  private static void put(Map<String, String> settings, String name, String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }
}
