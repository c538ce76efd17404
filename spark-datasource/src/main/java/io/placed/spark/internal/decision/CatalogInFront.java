package io.placed.spark.internal.decision;

import io.placed.spark.internal.Catalyst;
import io.placed.spark.version.CreatingCatalog;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog that delegates to another one; subclasses override a few methods. */
public abstract class CatalogInFront extends CreatingCatalog {
  protected CatalogInFront(TableCatalog catalog) {
    super(catalog);
  }

  /** Nothing to do: the other catalog is already initialized. */
  @Override
  public final void initialize(String name, CaseInsensitiveStringMap options) {}

  @Override
  public final String name() {
    return catalog.name();
  }

  @Override
  public Set<TableCatalogCapability> capabilities() {
    return catalog.capabilities();
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    return catalog.listTables(namespace);
  }

  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return catalog.loadTable(ident);
  }

  @Override
  public void invalidateTable(Identifier ident) {
    catalog.invalidateTable(ident);
  }

  @Override
  public boolean tableExists(Identifier ident) {
    return catalog.tableExists(ident);
  }

  @Override
  public boolean useNullableQuerySchema() {
    return catalog.useNullableQuerySchema();
  }

  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    return Catalyst.get().alterTable(catalog, ident, changes);
  }

  @Override
  public boolean dropTable(Identifier ident) {
    return catalog.dropTable(ident);
  }

  @Override
  public void renameTable(Identifier from, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    catalog.renameTable(from, to);
  }
}
