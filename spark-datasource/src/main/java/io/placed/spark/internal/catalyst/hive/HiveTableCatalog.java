package io.placed.spark.internal.catalyst.hive;

import io.placed.spark.catalog.HiveTables;
import io.placed.spark.internal.catalyst.table.CatalogTables;
import io.placed.spark.internal.decision.CatalogInFront;
import io.placed.spark.internal.decision.TableDefinition;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.V1Table;

/**
 * The session's catalog for relations of tables STORED AS PLACED. Spark loads them once more when
 * it caches a plan again, and could not read the version 1 tables that the catalog itself has.
 */
final class HiveTableCatalog extends CatalogInFront {
  private final CatalogTables tables;

  HiveTableCatalog(TableCatalog catalog, CatalogTables tables) {
    super(catalog);
    this.tables = tables;
  }

  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    Table table = super.loadTable(ident);
    if (table instanceof V1Table v1) {
      TableDefinition definition = tables.definition(v1.catalogTable());
      return definition.isHiveTable() ? HiveTables.open(definition).table() : table;
    }
    return table;
  }

  /** Relations of cached plans are compared with those of others. */
  @Override
  public boolean equals(Object other) {
    return other instanceof HiveTableCatalog c && c.catalog == catalog;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(catalog);
  }
}
