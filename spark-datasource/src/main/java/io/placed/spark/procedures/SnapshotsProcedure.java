package io.placed.spark.procedures;

import io.placed.spark.PlacedTables;
import io.placed.table.snapshot.SnapshotInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code snapshots(path, number)}. */
public final class SnapshotsProcedure extends TableProcedure {
  private static final long MICROS = 1000;

  private static final StructType RESULT =
      new StructType()
          .add("snapshot", DataTypes.LongType, false)
          .add("time", DataTypes.TimestampType, false)
          .add("operation", DataTypes.StringType, false)
          .add("files_added", DataTypes.LongType, false)
          .add("files_removed", DataTypes.LongType, false)
          .add("rows_added", DataTypes.LongType, false)
          .add("bytes_added", DataTypes.LongType, false);

  public SnapshotsProcedure() {
    super(
        "snapshots",
        "Shows the latest snapshots of a table, newest first",
        RESULT,
        ProcedureParameter.in("number", DataTypes.IntegerType).defaultValue("20").build());
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (SnapshotInfo s :
        PlacedTables.snapshots(SparkSession.active(), path, in.integer("number"))) {
      rows.add(
          new Object[] {
            s.id(),
            s.timestampMillis() * MICROS,
            UTF8String.fromString(s.operation()),
            s.filesAdded(),
            s.filesRemoved(),
            s.rowsAdded(),
            s.bytesAdded()
          });
    }
    return rows;
  }
}
