package io.placed.spark.catalog;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.plan.QueryOrder;
import io.placed.spark.internal.plan.WrittenTable;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.Partitions;
import io.placed.spark.version.PlainTable;
import io.placed.spark.write.PlacedWriteBuilder;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * A table created by CREATE or REPLACE TABLE AS SELECT. Columns, properties and rows become visible
 * in one commit, that of the rows.
 */
public final class StagedPathTable implements PlainTable, StagedTable, SupportsWrite, WrittenTable {
  private final PlacedTable table;

  /** As the statement has it; columns of a query come with comments and defaults of their own. */
  private final StructType schema;

  private final Map<String, String> properties;
  private final boolean replaces;
  private boolean written;

  /**
   * @param properties including the path
   * @param replaces whether it replaces any existing table, also one that others create meanwhile
   */
  public StagedPathTable(
      StructType schema,
      Transform[] partitioning,
      Map<String, String> properties,
      boolean replaces) {
    this.schema = schema;
    this.properties = properties;
    this.replaces = replaces;
    this.table =
        new PlacedTable(schema, partitioning, properties, null, null).withFunctions().replacing();
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
  public void keepTasks(QueryOrder order) {
    table.keepTasks(order);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    written = true;
    PlacedWriteBuilder builder = (PlacedWriteBuilder) table.newWriteBuilder(info);
    return builder
        .ofNewTable(PathTables.recorded(properties), replaces)
        .overwrite(new Predicate[0]);
  }

  /**
   * If rows were written, they were committed with everything else; otherwise the table is created
   * here.
   */
  @Override
  public void commitStagedChanges() {
    if (written) {
      return;
    }
    try {
      PathTables.requirePlain(schema);
      PathTables.create(
          properties.get(PlacedOptions.PATH),
          schema,
          Partitions.toSpec(partitioning()),
          properties,
          replaces);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Nothing to do: a failed write has removed its files. */
  @Override
  public void abortStagedChanges() {}
}
