package io.placed.spark.internal.decision;

import io.placed.spark.PlacedCatalog;
import io.placed.spark.PlacedDataSource;
import io.placed.spark.catalog.TransformCatalog;
import io.placed.spark.internal.SessionSettings;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.SparkTypes;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * The decisions of plan rules. Rules extract the arguments from a plan node and build a node from
 * the result, because plan nodes differ between Spark's releases and decisions do not.
 */
public final class PlanDecisions {
  /** The name of the format. */
  public static final String FORMAT = "placed";

  private final SessionTables tables;
  private final Supplier<SessionSettings> settings;
  private final NameResolver names;

  /**
   * @param settings that apply when a plan is analyzed; see {@link
   *     io.placed.spark.internal.Catalyst#planSettings}
   */
  public PlanDecisions(SessionTables tables, Supplier<SessionSettings> settings) {
    this.tables = tables;
    this.settings = settings;
    this.names = new NameResolver(tables, settings);
  }

  /** Whether the name is that of this format, ignoring case; null = none. */
  public static boolean isPlaced(String format) {
    return FORMAT.equalsIgnoreCase(format);
  }

  /** What the names in statements mean. */
  public NameResolver names() {
    return names;
  }

  /** Reads of earlier snapshots that options select. */
  public TimeTravel timeTravel() {
    return new TimeTravel(names, settings);
  }

  /** Writes that may change the columns of their table. */
  public SchemaEvolution schemaEvolution() {
    return new SchemaEvolution(tables);
  }

  /** Tables that are created in the session's catalog. */
  public CatalogCreation creation() {
    return new CatalogCreation(settings.get());
  }

  /** What a rollback of a table means for the session's catalog. */
  public CatalogRollback rollback() {
    return new CatalogRollback(names, placement(), tables);
  }

  /** What a change of a table's partitioning means for the session's catalog. */
  public CatalogPartitioning partitioning() {
    return new CatalogPartitioning(names, tables, settings.get().caseSensitive());
  }

  /** What a rewrite of a table means for the session's catalog. */
  public CatalogPlacement placement() {
    return new CatalogPlacement(names, tables);
  }

  /** The table of a definition that was created {@code USING placed}. */
  public static Table table(TableDefinition definition) {
    Map<String, String> properties = new HashMap<>(definition.properties());
    properties.put(PlacedOptions.PROVIDER, FORMAT);
    properties.put(PlacedOptions.PATH, definition.location());
    Transform[] partitioning = SparkTypes.identities(definition.partitionColumns());
    return new PlacedDataSource().getTable(definition.schema(), partitioning, properties);
  }

  /**
   * A catalog for ALTER TABLE that changes the data set before the given catalog.
   *
   * @return null if the table is not of this source, or the catalog already does this
   */
  public TableCatalog altering(Table table, TableCatalog catalog) {
    return table instanceof ScanTable placed ? placed.altering(catalog) : null;
  }

  /**
   * The table for a command that shows its definition.
   *
   * @return null if nothing changes
   */
  public Table declared(Table table) {
    return table instanceof ScanTable placed ? placed.declared() : null;
  }

  /**
   * A catalog with the functions by which scans report their partitions.
   *
   * @param catalog of the table; null = none
   * @return null if the table is not of this source, or its catalog has them
   */
  public CatalogPlugin transformCatalog(Table table, CatalogPlugin catalog) {
    if (!(table instanceof ScanTable)
        || catalog instanceof PlacedCatalog
        || catalog instanceof TransformCatalog) {
      return null;
    }
    return new TransformCatalog(catalog == null ? NameResolver.PATHS : catalog.name());
  }
}
