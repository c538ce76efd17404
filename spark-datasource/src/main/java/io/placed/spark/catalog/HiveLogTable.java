package io.placed.spark.catalog;

import io.placed.io.PathNames;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.internal.decision.TableDefinition.ListedPartition;
import io.placed.spark.version.PlainTable;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.TableNames;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TruncatableTable;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;

/**
 * A table that is STORED AS PLACED and has snapshots, for the commands that remove its rows. They
 * commit a snapshot and leave all files, which older snapshots need; the metastore's partitions
 * follow.
 */
public final class HiveLogTable extends PartitionedTable implements PlainTable, TruncatableTable {
  private final PlacedTable table;
  private final TableDefinition definition;

  HiveLogTable(PlacedTable table, TableDefinition definition) {
    this.table = table;
    this.definition = definition;
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public Column[] columns() {
    return table.columns();
  }

  @Override
  public Transform[] partitioning() {
    return table.partitioning();
  }

  @Override
  public Map<String, String> properties() {
    return table.properties();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return table.capabilities();
  }

  @Override
  public StructType partitionSchema() {
    return table.partitionSchema();
  }

  @Override
  PartitionManagement partitions() {
    return table.partitions();
  }

  @Override
  TableNames names() {
    return table.names();
  }

  @Override
  public boolean truncateTable() {
    return table.truncateTable();
  }

  /** Those of the log and those of the metastore, which need not know each other. */
  @Override
  public InternalRow[] listPartitionIdentifiers(String[] columns, InternalRow values) {
    String[] stored =
        Arrays.stream(columns).map(c -> table.names().inTable(c)).toArray(String[]::new);
    return partitions().list(stored, values, listed().stream().map(this::stored).toList());
  }

  /**
   * The partitions of the log or the metastore that have some values, which may be those of a few
   * of the columns only.
   *
   * @param some as text by column
   */
  public List<InternalRow> matching(Map<String, String> some) {
    List<String> allowed = List.of(partitionSchema().fieldNames());
    boolean caseSensitive = Session.active().caseSensitive();
    Map<String, String> named = new LinkedHashMap<>();
    some.forEach(
        (given, value) -> {
          String column =
              allowed.stream()
                  .filter(c -> caseSensitive ? c.equals(given) : c.equalsIgnoreCase(given))
                  .findFirst()
                  .orElseThrow(() -> noPartitionColumn(given, allowed));
          boolean isNull = PathNames.DEFAULT_PARTITION.equals(value);
          named.put(names().inTable(column), isNull ? null : value);
        });
    return partitions().matching(named, listed().stream().map(this::stored).toList());
  }

  private RuntimeException noPartitionColumn(String given, List<String> allowed) {
    return Errors.analysis(
        name() + ": " + given + " is no partition column; allowed are " + allowed, null);
  }

  @Override
  public boolean dropPartitions(InternalRow[] dropped) {
    List<ListedPartition> listed = listed(dropped);
    listed.stream().filter(p -> HiveTables.isInTable(definition, p)).forEach(this::requireUsual);
    boolean elsewhere =
        listed.size() == dropped.length
            && listed.stream().noneMatch(p -> HiveTables.isInTable(definition, p));
    // Of partitions that are elsewhere, the metastore alone knows.
    if (!elsewhere || !partitions().existing(dropped).isEmpty()) {
      requireInDirectories();
    }
    partitions().drop(dropped);
    // Last, so that a failure leaves partitions without rows, which the same statement removes.
    definition.unlist(listed);
    return true;
  }

  @Override
  public boolean truncatePartitions(InternalRow[] emptied) {
    listed(emptied).forEach(this::requireUsual);
    requireInDirectories();
    return super.truncatePartitions(emptied);
  }

  /** Whether readers see files that no snapshot lists. */
  public boolean showsForeignFiles() {
    try {
      return TableProperties.showForeignFiles(table.dataSet().current().properties());
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  private List<ListedPartition> listed() {
    return definition.partitions();
  }

  private List<ListedPartition> listed(InternalRow[] rows) {
    PartitionManagement now = partitions();
    return listed().stream().filter(p -> now.isAmong(stored(p), rows)).toList();
  }

  /** Values by the names that the log has for the columns. */
  private Map<String, String> stored(ListedPartition p) {
    return named(HiveTables.values(definition.partitionColumns(), p.values()));
  }

  private Map<String, String> named(Map<String, String> values) {
    TableNames names = table.names();
    Map<String, String> named = new LinkedHashMap<>();
    values.forEach((column, value) -> named.put(names.inTable(column), value));
    return named;
  }

  /** The log does not have the values of a partition whose directory has another name. */
  private void requireUsual(ListedPartition p) {
    if (!HiveTables.isUsual(p)) {
      throw Errors.analysis(
          definition.location()
              + ": the metastore has partition "
              + p.values()
              + " at "
              + p.location()
              + ", and only rows of partitions at the place that their values say, here "
              + p.usualLocation()
              + ", can be removed. Set the partition's location to that first",
          null);
    }
  }

  /** Rows of other files may be in any partition. */
  private void requireInDirectories() {
    if (!table.isInPartitionsOf(definition.partitionColumns())) {
      throw Errors.analysis(
          definition.location()
              + ": the data set is not partitioned by "
              + definition.partitionColumns()
              + " alone, or has files outside of the partitions' directories; use DELETE FROM "
              + String.join(".", definition.name())
              + " WHERE with the partition's values",
          null);
    }
  }
}
