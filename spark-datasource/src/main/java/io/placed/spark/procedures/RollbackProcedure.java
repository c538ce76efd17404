package io.placed.spark.procedures;

import io.placed.schema.Schema;
import io.placed.spark.PlacedTables;
import io.placed.spark.catalog.CatalogFailure;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.decision.CatalogRollback;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code rollback(table, snapshot, as_of)}. */
public final class RollbackProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("snapshot", DataTypes.LongType, false)
          .add("restored_snapshot", DataTypes.LongType, false)
          .add("files_added", DataTypes.LongType, false)
          .add("files_removed", DataTypes.LongType, false);

  public RollbackProcedure() {
    super(
        "rollback",
        "Brings back the state of an older snapshot",
        RESULT,
        optional("snapshot"),
        optional("as_of"));
  }

  @Override
  boolean changesTable(Arguments in, List<Object[]> result) {
    return true;
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    String snapshot = in.textOrNull("snapshot");
    String time = in.timeOrNull("as_of");
    if ((snapshot == null) == (time == null)) {
      throw new IllegalArgumentException(
          "say where to: snapshot, a number or a tag, or as_of, a time");
    }
    SparkSession spark = SparkSession.active();
    CatalogRollback catalog = PlacedExtensions.decisions(spark).rollback();
    Snapshot target = PlacedTables.snapshot(spark, path, snapshot, time);
    catalog.requireFollows(in.tableName(), target);
    Schema before = PathTables.dataSet(path).current().schema();
    // By its number: a tag may be moved meanwhile.
    Snapshot done = PlacedTables.rollback(spark, path, String.valueOf(target.id()), null);
    try {
      catalog.follow(in.tableName(), before, done);
    } catch (Throwable e) { // Scala does not declare those of catalogs.
      CatalogFailure.undo(PathTables.dataSet(path), done, e, () -> true);
      throw e;
    }
    SnapshotInfo s = done.info();
    Object[] row = {s.id(), s.restored(), s.filesAdded(), s.filesRemoved()};
    return List.<Object[]>of(row);
  }
}
