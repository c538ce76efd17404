package io.placed.spark.procedures;

import io.placed.error.CommitConflictException;
import io.placed.spark.PlacedTables;
import io.placed.spark.catalog.CatalogFailure;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.catalog.PlacedTable;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.decision.CatalogPartitioning;
import io.placed.spark.version.TableCall.Parameter;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code CALL placed.system.set_partitioning(table => …, partitioning => 'days(ts), region')}. */
public final class SetPartitioningProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("snapshot", DataTypes.LongType, false)
          .add("partitioning", DataTypes.StringType, false);

  public SetPartitioningProcedure() {
    super(
        "set_partitioning",
        "Changes by what new files are partitioned; existing files stay as they are",
        RESULT,
        Parameter.required("partitioning", DataTypes.StringType));
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    SparkSession spark = SparkSession.active();
    PartitionSpec spec = PartitionSpec.parse(in.text("partitioning"));
    CatalogPartitioning catalog = PlacedExtensions.decisions(spark).partitioning();
    catalog.requireNotListed(in.tableName(), spec);
    PlacedTable declared = in.isNewTable(path) ? catalog.declared(in.tableName()) : null;
    Snapshot done = declared == null ? null : created(declared, spec);
    if (done == null) {
      done = PlacedTables.setPartitioning(spark, path, spec);
    }
    PartitionSpec partitioning = done.partitioning().spec(done.schema());
    try {
      catalog.follow(in.tableName(), partitioning);
    } catch (Throwable e) { // Scala does not declare those of catalogs.
      CatalogFailure.undo(PathTables.dataSet(path), done, e, () -> true);
      throw e;
    }
    Object[] row = {done.id(), UTF8String.fromString(partitioning.toString())};
    return List.<Object[]>of(row);
  }

  /** Null if others have made the table meanwhile: then its partitioning changes. */
  private static Snapshot created(PlacedTable declared, PartitionSpec spec) throws IOException {
    try {
      return declared.create(spec);
    } catch (CommitConflictException e) {
      return null;
    }
  }
}
