package io.placed.spark.internal.catalyst;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;

/** ALTER TABLE of a table in a catalog. */
final class TableAlteration {
  private TableAlteration() {}

  static Table alter(
      SparkSession session, TableCatalog catalog, Identifier ident, TableChange... changes)
      throws NoSuchTableException {
    return catalog.alterTable(ident, changes);
  }
}
