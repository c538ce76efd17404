package io.placed.spark.procedures;

import io.placed.dataset.SnapshotInfo;
import io.placed.spark.PlacedTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code snapshots(path, number)}. */
public final class SnapshotsProcedure implements SimpleProcedure {
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

  @Override
  public String name() {
    return "snapshots";
  }

  @Override
  public String description() {
    return "Shows the newest snapshots of a table, the newest first";
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public ProcedureParameter[] parameters() {
    return new ProcedureParameter[] {
      ProcedureParameter.in("path", DataTypes.StringType).build(),
      ProcedureParameter.in("number", DataTypes.IntegerType).defaultValue("20").build(),
    };
  }

  @Override
  public Iterator<Scan> call(InternalRow in) {
    List<Object[]> rows = new ArrayList<>();
    try {
      for (SnapshotInfo s :
          PlacedTables.snapshots(SparkSession.active(), Call.path(in), in.getInt(1))) {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return Call.result(RESULT, rows);
  }
}
