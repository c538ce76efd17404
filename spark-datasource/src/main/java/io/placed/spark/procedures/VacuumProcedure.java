package io.placed.spark.procedures;

import io.placed.dataset.VacuumOptions;
import io.placed.dataset.VacuumResult;
import io.placed.spark.PlacedTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.SimpleProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code vacuum(path, older_than_hours, keep, dry_run)}. */
public final class VacuumProcedure implements SimpleProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("snapshots_expired", DataTypes.LongType, false)
          .add("snapshots_kept", DataTypes.LongType, false)
          .add("files_removed", DataTypes.LongType, false)
          .add("bytes_removed", DataTypes.LongType, false)
          .add("files_unfinished", DataTypes.LongType, false);

  @Override
  public String name() {
    return "vacuum";
  }

  @Override
  public String description() {
    return "Expires old snapshots of a table and removes the files that no other one lists";
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public ProcedureParameter[] parameters() {
    String hours = String.valueOf(VacuumOptions.DEFAULT_AGE.toHours());
    return new ProcedureParameter[] {
      ProcedureParameter.in("path", DataTypes.StringType).build(),
      ProcedureParameter.in("older_than_hours", DataTypes.IntegerType).defaultValue(hours).build(),
      ProcedureParameter.in("keep", DataTypes.IntegerType).defaultValue("1").build(),
      ProcedureParameter.in("dry_run", DataTypes.BooleanType).defaultValue("false").build(),
    };
  }

  @Override
  public Iterator<Scan> call(InternalRow in) {
    VacuumOptions options =
        new VacuumOptions(Duration.ofHours(in.getInt(1)), in.getInt(2), in.getBoolean(3));
    try {
      VacuumResult r = PlacedTables.vacuum(SparkSession.active(), Call.path(in), options);
      Object[] row = {
        r.snapshotsExpired(),
        r.snapshotsKept(),
        (long) r.filesRemoved().size(),
        r.bytesRemoved(),
        r.filesUnfinished()
      };
      return Call.result(RESULT, List.<Object[]>of(row));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
