package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.SessionTables;
import io.placed.spark.internal.TableDefinition;
import io.placed.spark.internal.TableDefinition.ListedPartition;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** The session's catalog, through Spark's internal interface. */
final class CatalogTables implements SessionTables {
  private final SparkSession session;

  CatalogTables(SparkSession session) {
    this.session = session;
  }

  /** Resolved lazily, because rules are created while the session is. */
  private SessionState state() {
    return Sessions.state(session);
  }

  private SessionCatalog catalog() {
    return state().catalog();
  }

  @Override
  public boolean hasDatabase(String name) {
    return catalog().databaseExists(name);
  }

  @Override
  public void alter(List<String> name, StructType schema) {
    Internals.alterSchema(catalog(), identifier(name), schema);
    catalog().refreshTable(identifier(name));
  }

  @Override
  public void setProperty(List<String> name, String property, String value) {
    CatalogTable table = Internals.metadata(catalog(), identifier(name));
    if (table == null) {
      throw new IllegalStateException("there is no table " + String.join(".", name));
    }
    try {
      ((TableCatalog) state().catalogManager().v2SessionCatalog())
          .alterTable(identifier(table).get(), TableChange.setProperty(property, value));
    } catch (NoSuchTableException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    catalog().refreshTable(identifier(name));
  }

  private static TableIdentifier identifier(List<String> name) {
    return new TableIdentifier(
        name.get(name.size() - 1),
        name.size() == 2 ? Option.apply(name.get(0)) : Option.<String>empty());
  }

  @Override
  public TableDefinition find(List<String> name) {
    TableIdentifier identifier = identifier(name);
    return catalog().isTempView(identifier) || !catalog().tableExists(identifier)
        ? null
        : definition(identifier);
  }

  /** Null if there is no such table (any more); the command reports that. */
  TableDefinition definition(TableIdentifier identifier) {
    CatalogTable table = Internals.metadata(catalog(), identifier);
    return table == null ? null : definition(table);
  }

  TableDefinition definition(CatalogTable table) {
    return new CatalogDefinition(table, this);
  }

  /** The catalog for relations of tables of the session's catalog. */
  Option<CatalogPlugin> v2() {
    return Option.apply(state().catalogManager().v2SessionCatalog());
  }

  static Option<Identifier> identifier(CatalogTable table) {
    TableIdentifier name = table.identifier();
    return Option.apply(Identifier.of(new String[] {name.database().get()}, name.table()));
  }

  List<ListedPartition> partitions(CatalogTable table) {
    TableIdentifier name = table.identifier();
    List<CatalogTablePartition> listed =
        Scala.list(
            catalog()
                .externalCatalog()
                .listPartitions(name.database().get(), name.table(), Option.empty()));
    List<ListedPartition> all = new ArrayList<>();
    for (CatalogTablePartition p : listed) {
      if (p.storage().locationUri().isDefined()) {
        Path usual =
            ExternalCatalogUtils.generatePartitionPath(
                p.spec(), table.partitionColumnNames(), new Path(table.location()));
        all.add(
            new ListedPartition(
                Scala.map(p.spec()), CatalogUtils.URIToString(p.location()), usual.toString()));
      }
    }
    return all;
  }
}
