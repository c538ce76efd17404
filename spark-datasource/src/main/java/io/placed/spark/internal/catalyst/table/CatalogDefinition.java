package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.TableDefinition;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** A table as described by the session's catalog. */
record CatalogDefinition(CatalogTable table, CatalogTables tables) implements TableDefinition {
  /** Property of external tables that a Hive metastore deletes like managed ones. */
  private static final String PURGED = "external.table.purge";

  @Override
  public List<String> name() {
    return List.of(table.identifier().database().get(), table.identifier().table());
  }

  @Override
  public String provider() {
    return orNull(table.provider());
  }

  @Override
  public String serde() {
    return orNull(table.storage().serde());
  }

  static String orNull(Option<String> value) {
    return value.isDefined() ? value.get() : null;
  }

  @Override
  public String location() {
    return CatalogUtils.URIToString(table.location());
  }

  @Override
  public boolean isDeletedByDrop() {
    return table.tableType().equals(CatalogTableType.MANAGED())
        || table.tableType().equals(CatalogTableType.EXTERNAL())
            && Boolean.parseBoolean(properties().get(PURGED));
  }

  @Override
  public StructType schema() {
    return table.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return Scala.list(table.partitionColumnNames());
  }

  @Override
  public boolean isBucketed() {
    return table.bucketSpec().isDefined();
  }

  @Override
  public Map<String, String> properties() {
    return Scala.map(table.properties());
  }

  @Override
  public Map<String, String> storageProperties() {
    return Scala.map(table.storage().properties());
  }

  @Override
  public List<ListedPartition> partitions() {
    return tables.partitions(table);
  }

  @Override
  public void unlist(List<ListedPartition> partitions) {
    tables.unlist(table, partitions);
  }
}
