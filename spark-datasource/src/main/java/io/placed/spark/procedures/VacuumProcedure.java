package io.placed.spark.procedures;

import io.placed.spark.PlacedTables;
import io.placed.spark.version.TableCall.Parameter;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code vacuum(table, older_than_hours, keep, dry_run)}. */
public final class VacuumProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("snapshots_expired", DataTypes.LongType, false)
          .add("snapshots_kept", DataTypes.LongType, false)
          .add("files_removed", DataTypes.LongType, false)
          .add("bytes_removed", DataTypes.LongType, false)
          .add("files_unfinished", DataTypes.LongType, false);

  public VacuumProcedure() {
    super(
        "vacuum",
        "Expires old snapshots of a table and removes the files that no remaining one lists",
        RESULT,
        new Parameter(
            "older_than_hours",
            DataTypes.IntegerType,
            String.valueOf(VacuumOptions.DEFAULT_AGE.toHours())),
        new Parameter("keep", DataTypes.IntegerType, "1"),
        new Parameter("dry_run", DataTypes.BooleanType, "false"));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    VacuumOptions options =
        new VacuumOptions(
            Duration.ofHours(in.integer("older_than_hours")),
            in.integer("keep"),
            in.bool("dry_run"));
    VacuumResult r = PlacedTables.vacuum(SparkSession.active(), path, options);
    Object[] row = {
      r.snapshotsExpired(),
      r.snapshotsKept(),
      (long) r.filesRemoved().size(),
      r.bytesRemoved(),
      r.filesUnfinished()
    };
    return List.<Object[]>of(row);
  }

  @Override
  List<Object[]> rowsOfNewTable() {
    return List.<Object[]>of(new Object[] {0L, 0L, 0L, 0L, 0L});
  }

  @Override
  boolean changesTable(Arguments in, List<Object[]> result) {
    return !in.bool("dry_run") && (long) result.get(0)[RESULT.fieldIndex("snapshots_expired")] > 0;
  }
}
