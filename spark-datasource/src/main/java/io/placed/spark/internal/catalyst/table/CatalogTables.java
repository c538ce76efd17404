package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.session.Internals;
import io.placed.spark.internal.catalyst.session.Sessions;
import io.placed.spark.internal.decision.NameResolver;
import io.placed.spark.internal.decision.SessionTables;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.internal.decision.TableDefinition.ListedPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** The session's catalog, through Spark's internal interface. */
public final class CatalogTables implements SessionTables {
  private final SparkSession session;

  public CatalogTables(SparkSession session) {
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

  /** A relative location in the directory of a database; as it is if there is no such database. */
  String inDatabase(String database, String location) {
    return hasDatabase(database)
        ? new Path(new Path(catalog().getDatabaseMetadata(database).locationUri()), location)
            .toString()
        : location;
  }

  @Override
  public void alter(List<String> name, StructType schema) {
    TableIdentifier identifier = identifier(name);
    TableAlteration.setColumns(catalog(), identifier, schema);
    catalog().refreshTable(identifier);
  }

  @Override
  public void setProperty(List<String> name, String property, String value) {
    change(name, TableChange.setProperty(property, value));
  }

  @Override
  public void removeProperties(List<String> name, List<String> properties) {
    change(name, properties.stream().map(TableChange::removeProperty).toArray(TableChange[]::new));
  }

  private void change(List<String> name, TableChange... changes) {
    TableIdentifier identifier = identifier(name);
    CatalogTable table = identifier == null ? null : Internals.metadata(catalog(), identifier);
    if (table == null) {
      throw new IllegalStateException("there is no table " + String.join(".", name));
    }
    try {
      ((TableCatalog) state().catalogManager().v2SessionCatalog())
          .alterTable(identifier(table).get(), changes);
    } catch (NoSuchTableException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    catalog().refreshTable(identifier);
  }

  @Override
  public TableDefinition find(List<String> name) {
    TableIdentifier identifier = isTemporaryView(name) ? null : identifier(name);
    return identifier == null || !catalog().tableExists(identifier) ? null : definition(identifier);
  }

  /** A view sees those temporary views that it names, and no later ones of the same name. */
  private boolean isTemporaryView(List<String> name) {
    if (name.size() > 2 || isInView() && !isReferred(name)) {
      return false;
    }
    Option<String> database = name.size() == 2 ? Option.apply(name.get(0)) : Option.empty();
    return catalog().isTempView(new TableIdentifier(name.get(name.size() - 1), database));
  }

  private static boolean isInView() {
    return !AnalysisContext.get().catalogAndNamespace().isEmpty();
  }

  private static boolean isReferred(List<String> name) {
    boolean caseSensitive = SQLConf.get().caseSensitiveAnalysis();
    return Scala.list(AnalysisContext.get().referredTempViewNames()).stream()
        .map(Scala::list)
        .anyMatch(
            n ->
                n.size() == name.size()
                    && IntStream.range(0, n.size())
                        .allMatch(
                            i ->
                                caseSensitive
                                    ? n.get(i).equals(name.get(i))
                                    : n.get(i).equalsIgnoreCase(name.get(i))));
  }

  /**
   * The table that a name means in the session's catalog, completed as Spark completes it: within a
   * view by the catalog and namespace in which the view was created, otherwise by the current ones.
   *
   * @return null if the name is one of another catalog, or has too many parts
   */
  private TableIdentifier identifier(List<String> name) {
    CatalogManager manager = state().catalogManager();
    List<String> parts = new ArrayList<>(name);
    if (name.size() == 1 || !manager.isCatalogRegistered(name.get(0))) {
      List<String> context = new ArrayList<>();
      if (isInView()) {
        context.addAll(Scala.list(AnalysisContext.get().catalogAndNamespace()));
      } else {
        context.add(manager.currentCatalog().name());
        context.addAll(List.of(manager.currentNamespace()));
      }
      parts.addAll(0, name.size() == 1 ? context : context.subList(0, 1));
    }
    return parts.size() == 3 && parts.get(0).equalsIgnoreCase(NameResolver.SESSION_CATALOG)
        ? new TableIdentifier(parts.get(2), Option.apply(parts.get(1)))
        : null;
  }

  /** Null if there is no such table (any more); the command reports that. */
  public TableDefinition definition(TableIdentifier identifier) {
    CatalogTable table = Internals.metadata(catalog(), identifier);
    return table == null ? null : definition(table);
  }

  public TableDefinition definition(CatalogTable table) {
    return new CatalogDefinition(table, this);
  }

  /** The catalog for relations of tables of the session's catalog. */
  public Option<CatalogPlugin> v2() {
    return Option.apply(state().catalogManager().v2SessionCatalog());
  }

  public static Option<Identifier> identifier(CatalogTable table) {
    TableIdentifier name = table.identifier();
    return Option.apply(Identifier.of(new String[] {name.database().get()}, name.table()));
  }

  public List<ListedPartition> partitions(CatalogTable table) {
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

  /** Removes partitions from the catalog, and no files. */
  void unlist(CatalogTable table, List<ListedPartition> partitions) {
    if (!partitions.isEmpty()) {
      catalog()
          .dropPartitions(
              table.identifier(),
              Scala.seq(partitions.stream().map(p -> Scala.immutable(p.values())).toList()),
              true,
              false,
              true);
    }
  }
}
