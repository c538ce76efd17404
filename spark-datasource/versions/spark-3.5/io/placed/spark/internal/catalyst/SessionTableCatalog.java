package io.placed.spark.internal.catalyst;

import io.placed.spark.PlacedDataSource;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.catalog.PlacedMetadataTable;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.internal.PlanDecisions;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.TableDefinition;
import io.placed.spark.options.PlacedOptions;
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

  /** Null if the table is of another source. */
  private static TableDefinition placed(Table table) {
    if (!(table instanceof V1Table v1)) {
      return null;
    }
    TableDefinition definition =
        new CatalogTables(SparkSession.active()).definition(v1.catalogTable());
    return decisions().isPlaced(definition.provider()) ? definition : null;
  }

  /** What the log says about a table, such as {@code db.t.files}; null for other names. */
  private static Table metadata(Identifier ident, Map<String, String> moment) {
    if (MetadataTable.find(ident.name()).isEmpty()) {
      return null;
    }
    List<String> name = new ArrayList<>(List.of(ident.namespace()));
    name.add(ident.name());
    List<String> found = decisions().metadataName(name);
    if (found == null) {
      return null;
    }
    Map<String, String> options = new HashMap<>(moment);
    options.put(PlacedOptions.PATH, found.get(1));
    options.put(PlacedOptions.METADATA_TABLE, found.get(2));
    return PlacedMetadataTable.open(new CaseInsensitiveStringMap(options));
  }

  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    Table metadata = metadata(ident, Map.of());
    if (metadata != null) {
      return metadata;
    }
    Table table = super.loadTable(ident);
    TableDefinition definition = placed(table);
    return definition == null ? table : decisions().table(definition);
  }

  @Override
  public Table loadTable(Identifier ident, String version) throws NoSuchTableException {
    Table past = past(ident, Map.of(PlacedOptions.SNAPSHOT, version));
    return past == null ? super.loadTable(ident, version) : past;
  }

  @Override
  public Table loadTable(Identifier ident, long micros) throws NoSuchTableException {
    String time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    Table past = past(ident, Map.of(PlacedOptions.AS_OF, time));
    return past == null ? super.loadTable(ident, micros) : past;
  }

  /** Null if the table is of another source. */
  private Table past(Identifier ident, Map<String, String> moment) throws NoSuchTableException {
    Table metadata = metadata(ident, moment);
    if (metadata != null) {
      return metadata;
    }
    TableDefinition definition = placed(super.loadTable(ident));
    return definition == null ? null : PathTables.load(definition.location(), moment);
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
        schema.isEmpty()
            && decisions().isPlaced(properties.get(TableCatalog.PROP_PROVIDER))
            && properties.containsKey(TableCatalog.PROP_LOCATION);
    if (found) {
      createFound(ident, properties);
    } else {
      super.createTable(ident, schema, by, properties);
    }
    try {
      return loadTable(ident);
    } catch (NoSuchTableException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** With the columns and the partitioning of the table at its location. */
  private void createFound(Identifier ident, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    CaseInsensitiveStringMap options =
        new CaseInsensitiveStringMap(
            Map.of(PlacedOptions.PATH, properties.get(TableCatalog.PROP_LOCATION)));
    PlacedDataSource source = new PlacedDataSource();
    StructType schema = source.inferSchema(options);
    Transform[] by = source.inferPartitioning(options);
    Map<String, String> all = new HashMap<>(properties);
    NewColumns columns = new NewColumns(schema);
    String transforms =
        decisions().partitioning().transforms(columns.names(), columns.types(), List.of(by));
    if (transforms != null) {
      all.put(PlacedOptions.PARTITIONING, transforms);
    }
    List<Transform> stored = transforms == null ? List.of(by) : List.of();
    List<Integer> order = decisions().columnOrder(columns.names(), columns.types(), stored);
    super.createTable(ident, columns.ordered(order).all(), stored.toArray(Transform[]::new), all);
  }
}
