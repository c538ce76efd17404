package io.placed.spark.catalog;

import io.placed.spark.internal.decision.CatalogInFront;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/**
 * Wraps another catalog for a REPLACE TABLE … AS SELECT. Spark drops the old table and creates the
 * new one before it writes the rows, as an overwrite that looks like that of INSERT OVERWRITE.
 */
public final class ReplacingCatalog extends CatalogInFront {
  public ReplacingCatalog(TableCatalog catalog) {
    super(catalog);
  }

  private static Table replacing(Table table) {
    return table instanceof PlacedTable placed ? placed.replacing() : table;
  }

  @Override
  protected Table created(Identifier ident, Table made) {
    try {
      return made == null ? loadTable(ident) : replacing(made);
    } catch (NoSuchTableException e) {
      return null; // Spark looks it up once more and reports that it is missing.
    }
  }

  /** Spark may load the table once more before it writes. */
  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return replacing(super.loadTable(ident));
  }
}
