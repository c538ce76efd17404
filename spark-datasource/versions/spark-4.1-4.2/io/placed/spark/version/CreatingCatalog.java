package io.placed.spark.version;

import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableInfo;

/** A catalog that lets another one create tables. */
public abstract class CreatingCatalog implements TableCatalog {
  /** The other catalog. */
  protected final TableCatalog catalog;

  protected CreatingCatalog(TableCatalog catalog) {
    this.catalog = catalog;
  }

  /** The table to which rows are written that go with its creation. */
  protected Table created(Identifier ident, Table made) {
    return made;
  }

  @Override
  public final Table createTable(Identifier ident, TableInfo info)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    return created(ident, catalog.createTable(ident, info));
  }
}
