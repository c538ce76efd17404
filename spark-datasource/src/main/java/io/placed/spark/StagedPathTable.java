package io.placed.spark;

import io.placed.spark.internal.Errors;
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
 * A table that CREATE or REPLACE TABLE AS SELECT makes: its columns, properties and rows become
 * visible by one commit, that of its rows.
 */
final class StagedPathTable implements StagedTable, SupportsWrite {
  private final PlacedTable table;
  private final StructType schema;
  private final Map<String, String> properties;
  private boolean written;

  /**
   * @param properties with the path
   */
  StagedPathTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
    this.schema = schema;
    this.properties = properties;
    this.table = new PlacedTable(schema, partitioning, properties, null);
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
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    written = true;
    PlacedWriteBuilder builder = (PlacedWriteBuilder) table.newWriteBuilder(info);
    return builder.replacing(PathTables.recorded(properties)).overwrite(new Predicate[0]);
  }

  /** Rows were committed with everything else; without rows there is still a table to be made. */
  @Override
  public void commitStagedChanges() {
    if (written) {
      return;
    }
    try {
      PathTables.create(
          properties.get(PlacedOptions.PATH),
          schema,
          PlacedDataSource.columnNames(partitioning()),
          properties);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** A write that failed has removed its files. */
  @Override
  public void abortStagedChanges() {}
}
