package io.placed.spark.internal.catalyst;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** ALTER TABLE of a table in a catalog. */
final class TableAlteration {
  private static final String SESSION_CATALOG = "spark_catalog";

  private TableAlteration() {}

  /**
   * Changes the table. Before 4.1, Spark's own catalog leaves out changes of columns if its tables
   * are in a Hive metastore.
   */
  static Table alter(
      SparkSession session, TableCatalog catalog, Identifier ident, TableChange... changes)
      throws NoSuchTableException {
    boolean ofColumns = Stream.of(changes).anyMatch(TableChange.ColumnChange.class::isInstance);
    if (!ofColumns || !catalog.name().equals(SESSION_CATALOG) || ident.namespace().length != 1) {
      return catalog.alterTable(ident, changes);
    }
    SessionCatalog own = Sessions.state(session).catalog();
    TableIdentifier name = new TableIdentifier(ident.name(), Option.apply(ident.namespace()[0]));
    CatalogTable before = Internals.metadata(own, name);
    if (before == null) {
      return catalog.alterTable(ident, changes); // Which reports it.
    }
    StructType expected =
        CatalogV2Util.applySchemaChanges(
            before.schema(), Scala.seq(List.of(changes)), before.provider(), "ALTER TABLE");
    Table altered = catalog.alterTable(ident, changes);
    CatalogTable after = Internals.metadata(own, name);
    if (after == null || after.schema().equals(expected)) {
      return altered;
    }
    Internals.alterSchema(own, name, expected);
    own.refreshTable(name);
    return catalog.loadTable(ident);
  }
}
