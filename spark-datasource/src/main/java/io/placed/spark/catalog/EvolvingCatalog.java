package io.placed.spark.catalog;

import io.placed.spark.internal.CatalogInFront;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;

/**
 * Wraps another catalog for a write that may change the columns of one of its tables: Spark alters
 * the table while it analyzes the write, and loads it again.
 */
final class EvolvingCatalog extends CatalogInFront {
  /** Columns of the table when the write began. */
  private final List<String> columns;

  EvolvingCatalog(TableCatalog catalog, PlacedTable table) {
    super(catalog);
    this.columns = Stream.of(table.columns()).map(Column::name).toList();
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    PlacedTable now = (PlacedTable) super.loadTable(ident);
    return AlteringCatalog.inFrontOf(catalog, now).alterTable(ident, changes);
  }

  /**
   * Catalogs put new columns before those of partitions, but Spark takes the columns that the table
   * had for the first ones.
   */
  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return ((PlacedTable) super.loadTable(ident)).evolving(columns);
  }
}
