package io.placed.spark.catalog;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourcePaths;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.write.PlacedWriteBuilder;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.plan.PartitionFilter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A DELETE of all rows, or of all rows of some partitions: a commit that lists fewer files, without
 * reading any. The files are kept for readers of older snapshots.
 */
final class MetadataDelete {
  private final PinnedTable table;

  /** Null if it needs other columns than those of partitions. */
  private final Predicate condition;

  MetadataDelete(
      PinnedTable table, org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    this.table = table;
    this.condition =
        PlacedWriteBuilder.partitionCondition(predicates, table.schema(), table.spec().columns());
  }

  boolean isPossible() {
    // Only some rows of a file outside of the partition directories may match.
    return condition != null && (condition.columns().isEmpty() || table.written().isInPartitions());
  }

  void commit() {
    requireWhole();
    try {
      StructType partition = table.storedPartitionColumns();
      PartitionFilter filter =
          new PartitionFilter(
              SparkTypes.toSchema(partition), condition, Session.active().caseSensitive());
      ColumnBinding columns = ColumnBinding.of(table.storedSchema(), table.written().snapshot());
      PartitionSpec spec = Partitions.ofWrite(table.storedSpec(), table.written().partitionSpec());
      Commit commit = table.dataSet().begin(columns, spec, null).mergeSchema(true);
      UnaryOperator<Map<String, String>> asRead =
          CharColumns.asRead(partition, UnaryOperator.identity());
      commit
          .properties(table.recorded())
          .overwriteWhere(List.of(), f -> filter.matches(asRead.apply(f.partition())));
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Refuses to remove rows through a view of some files, of changes or of several places. */
  private void requireWhole() {
    CallOptions calls = table.calls();
    if (calls.isInCatalog()) {
      return;
    }
    OptionUse.WRITE.require(
        table.name(), calls.named(new CaseInsensitiveStringMap(calls.properties())));
    String path = table.options().get(PlacedOptions.PATH);
    if (SourcePaths.isPattern(path) && !PathTables.exists(path)) {
      throw Errors.analysis(table.name() + ": rows of several places cannot be removed", null);
    }
  }
}
