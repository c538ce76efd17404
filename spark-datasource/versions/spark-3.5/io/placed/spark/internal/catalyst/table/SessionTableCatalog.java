package io.placed.spark.internal.catalyst.table;

import io.placed.spark.PlacedDataSource;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.catalog.PlacedMetadataTable;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.NameResolver;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.Partitions;
import io.placed.table.metadata.MetadataTable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The session's catalog, in which tables of this source are tables of version 2. Spark 3.5 itself
 * loads all tables as version 1, which it can neither alter nor read at a time.
 */
public final class SessionTableCatalog extends DelegatingCatalogExtension {

  private static PlanDecisions decisions() {
    return PlacedExtensions.decisions(SparkSession.active());
  }

  /**
   * A table at a time or now. Tables of other sources stay as they are, and so do those that are
   * STORED AS PLACED now: {@link io.placed.spark.internal.catalyst.hive.HiveTableRule} replaces
   * their relations.
   *
   * @param moment options that name a snapshot; none = the latest
   */
  private static Table placed(Table table, Map<String, String> moment) {
    if (!(table instanceof V1Table v1)) {
      return table;
    }
    TableDefinition definition =
        new CatalogTables(SparkSession.active()).definition(v1.catalogTable());
    boolean now = moment.isEmpty();
    if (!definition.isPlaced() || now && definition.isHiveTable()) {
      return table;
    }
    return now
        ? PlanDecisions.table(definition)
        : PathTables.load(definition.location(), moment, definition);
  }

  /** What the log says about a table, such as {@code db.t.files}; null for other names. */
  private static Table metadata(Identifier ident, Map<String, String> moment) {
    if (MetadataTable.find(ident.name()).isEmpty()) {
      return null;
    }
    List<String> name = new ArrayList<>(List.of(ident.namespace()));
    if (name.size() > 1) {
      name.add(0, NameResolver.SESSION_CATALOG); // Whatever catalog is the current one.
    }
    name.add(ident.name());
    List<String> found = decisions().names().metadataName(name);
    if (found == null) {
      return null;
    }
    boolean named = found.size() == 5; // By the name that the table has in this catalog.
    return PlacedMetadataTable.open(
        found.get(1),
        ident.name(),
        moment,
        named ? decisions().names().definition(found.get(1), found.get(2), found.get(3)) : null);
  }

  /** What a name means, at a time or now; a table of another source as it is now. */
  private Table load(Identifier ident, Map<String, String> moment) throws NoSuchTableException {
    Table metadata = metadata(ident, moment);
    return metadata == null ? placed(super.loadTable(ident), moment) : metadata;
  }

  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    return load(ident, Map.of());
  }

  @Override
  public Table loadTable(Identifier ident, String version) throws NoSuchTableException {
    Table past = load(ident, Map.of(PlacedOptions.SNAPSHOT, version));
    return past instanceof V1Table ? super.loadTable(ident, version) : past;
  }

  @Override
  public Table loadTable(Identifier ident, long micros) throws NoSuchTableException {
    String time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    Table past = load(ident, Map.of(PlacedOptions.AS_OF, time));
    return past instanceof V1Table ? super.loadTable(ident, micros) : past;
  }

  @Override
  public boolean useNullableQuerySchema() {
    return false; // As Spark's own catalog says.
  }

  @Override
  public Table createTable(
      Identifier ident, Column[] columns, Transform[] by, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    return createTable(ident, Session.schema(columns), by, properties);
  }

  @Override
  public Table createTable(
      Identifier ident, StructType schema, Transform[] by, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    boolean found =
        PlanDecisions.isPlaced(properties.get(TableCatalog.PROP_PROVIDER))
            && properties.containsKey(TableCatalog.PROP_LOCATION)
            && by.length == 0
            && !properties.containsKey(PlacedOptions.PARTITIONING);
    Table made =
        found
            ? createFound(ident, schema, properties)
            : super.createTable(ident, schema, by, properties);
    return placed(made, Map.of());
  }

  /**
   * With the partitioning of the table at its location, and with its columns if none are given. The
   * options of the table count, as they will for its readers.
   */
  private Table createFound(Identifier ident, StructType given, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    Map<String, String> all = new HashMap<>(properties);
    all.put(PlacedOptions.PATH, properties.get(TableCatalog.PROP_LOCATION));
    CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(all);
    PlacedDataSource source = new PlacedDataSource();
    StructType schema = given.isEmpty() ? source.inferSchema(options) : given;
    NewColumns columns = new NewColumns(schema);
    boolean caseSensitive = Session.active().caseSensitive();
    Transform[] by = Partitions.resolved(source.inferPartitioning(options), schema, caseSensitive);
    for (String column : Partitions.toSpec(by).columns()) {
      if (!columns.names().contains(column)) {
        throw new IllegalArgumentException(
            properties.get(TableCatalog.PROP_LOCATION)
                + ": the table is partitioned by "
                + column
                + ", which is not among the given columns "
                + columns.names());
      }
    }
    all.remove(PlacedOptions.PATH);
    String transforms =
        decisions().partitioning().transforms(columns.names(), columns.types(), List.of(by));
    if (transforms != null) {
      all.put(PlacedOptions.PARTITIONING, transforms);
    }
    List<Transform> stored = transforms == null ? List.of(by) : List.of();
    List<Integer> order =
        decisions().creation().columnOrder(columns.names(), columns.types(), stored);
    return super.createTable(
        ident, columns.ordered(order).all(), stored.toArray(Transform[]::new), all);
  }
}
