package io.placed.spark.internal;

import io.placed.spark.PlacedCatalog;
import io.placed.spark.PlacedDataSource;
import io.placed.spark.catalog.HiveTables;
import io.placed.spark.catalog.PartitionFunction;
import io.placed.spark.catalog.TransformCatalog;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.EvolvingTable;
import io.placed.table.metadata.MetadataTable;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.IdentityTransform;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The decisions of plan rules. Rules extract the arguments from a plan node and build a node from
 * the result, because plan nodes differ between Spark's releases and decisions do not.
 */
public final class PlanDecisions {
  /** Name of the catalog of paths, which every session has. */
  static final String PATHS = "placed_paths";

  /** Class of the catalogs of paths. */
  static final String CATALOG = PlacedCatalog.class.getName();

  private static final String FORMAT = "placed";

  /** Spark's name of the session's catalog. */
  public static final String SESSION_CATALOG = "spark_catalog";

  /** Spark's own name of the option. */
  public static final String VERSION = "versionAsOf";

  private final SessionTables tables;
  private final Supplier<SessionSettings> settings;

  /**
   * @param settings that apply when a plan is analyzed; see {@link Catalyst#planSettings}
   */
  PlanDecisions(SessionTables tables, Supplier<SessionSettings> settings) {
    this.tables = tables;
    this.settings = settings;
  }

  /** Whether the name is that of this format, ignoring case; null = none. */
  public boolean isPlaced(String format) {
    return FORMAT.equalsIgnoreCase(format);
  }

  /** Whether a table was created {@code USING placed} or STORED AS PLACED. */
  public boolean isPlaced(TableDefinition table) {
    return isHiveTable(table) || isPlaced(table.provider());
  }

  public boolean isHiveTable(TableDefinition table) {
    return HiveTables.SERDE.equals(table.serde());
  }

  // Paths in the place of tables.

  /**
   * The name of {@code placed.`/path`} in the catalog of paths. Spark resolves such names only for
   * version 1 sources, and only for reading.
   *
   * @return null if the name is not a path
   */
  public List<String> pathName(List<String> name) {
    boolean path =
        settings.get().runsSqlOnFiles()
            && name.size() == 2
            && isFormatNotCatalog(name.get(0))
            && !isTable(name.get(1));
    return path ? inCatalog(name.get(1)) : null;
  }

  /**
   * Whether a catalog may take names for paths. {@code placed.`/path`} is a name of a catalog in
   * Spark 3.5, or if the user has a catalog of that name; the setting is for both.
   */
  public boolean allowsPaths(String catalog) {
    return !isPlaced(catalog) || settings.get().runsSqlOnFiles();
  }

  /**
   * The name of {@code placed.system.…} in the catalog of paths, which has the procedures.
   *
   * @return null if it is another name
   */
  public List<String> procedureName(List<String> name) {
    return name.size() == 3 && isFormatNotCatalog(name.get(0))
        ? List.of(PATHS, name.get(1), name.get(2))
        : null;
  }

  /**
   * The namespace {@code placed.system} in the catalog of paths.
   *
   * @return null if it is another name
   */
  public List<String> proceduresName(List<String> name) {
    return name.size() == 2 && isFormatNotCatalog(name.get(0)) && name.get(1).equals("system")
        ? List.of(PATHS, name.get(1))
        : null;
  }

  /**
   * The name of a function {@code placed.…} in the catalog of paths.
   *
   * @return null if it is another name
   */
  public List<String> functionName(List<String> name) {
    boolean ours =
        name.size() == 2
            && isFormatNotCatalog(name.get(0))
            && PartitionFunction.isName(name.get(1))
            && !tables.hasDatabase(FORMAT);
    return ours ? List.of(PATHS, "system", name.get(1)) : null;
  }

  /** False if the user has a catalog named {@code placed}, which takes precedence. */
  private boolean isFormatNotCatalog(String name) {
    return isPlaced(name) && !settings.get().contains("spark.sql.catalog." + name);
  }

  /**
   * Whether the name is a table of a database named {@code placed}; its tables have no slash in
   * their names.
   */
  private boolean isTable(String name) {
    return name.indexOf('/') < 0 && tables.hasDatabase(FORMAT);
  }

  // What the log says about tables.

  /**
   * The name in the catalog of paths of a metadata table, such as {@code db.t.files}: below the
   * name that the table has there. A table of that very name comes first, and so does a catalog.
   *
   * @return null if the name is another
   */
  public List<String> metadataName(List<String> name) {
    int last = name.size() - 1;
    if (last < 1
        || MetadataTable.find(name.get(last)).isEmpty()
        || settings.get().contains("spark.sql.catalog." + name.get(0))
            && !isSessionCatalog(name.get(0))) {
      return null;
    }
    List<String> of = inSession(name.subList(0, last));
    if (last == 1 && (isSessionCatalog(of.get(0)) || tables.find(name) != null)) {
      return null; // A database called like the table has a table of that name.
    }
    List<String> path = pathName(of);
    path = path == null ? tablePath(name.subList(0, last)) : path;
    if (path == null) {
      return null;
    }
    List<String> found = new ArrayList<>(path);
    found.add(name.get(last));
    return found;
  }

  /** Without the name of the session's catalog. */
  private static List<String> inSession(List<String> name) {
    return name.size() == 3 && isSessionCatalog(name.get(0)) ? name.subList(1, 3) : name;
  }

  private static boolean isSessionCatalog(String name) {
    return name.equalsIgnoreCase(SESSION_CATALOG);
  }

  /**
   * The path of a table that the session's catalog has, or of {@code placed.`/path`}.
   *
   * @return null if there is no such table
   * @throws org.apache.spark.sql.AnalysisException if there is one of another format
   */
  public String pathOf(List<String> name) {
    List<String> path = namedPath(name);
    path = path == null ? tablePath(name) : path;
    if (path == null && tables.find(name) != null) {
      throw Errors.analysis(String.join(".", name) + " is not a table of " + FORMAT, null);
    }
    return path == null ? null : path.get(1);
  }

  /**
   * The name in the catalog of paths of {@code placed.`/path`}, also where {@code placed} is a
   * catalog of paths itself: in Spark 3.5, and if the user has made one, whatever its name is.
   *
   * @return null if the name is not a path
   */
  private List<String> namedPath(List<String> name) {
    List<String> path = pathName(inSession(name));
    boolean ofCatalog =
        path == null
            && name.size() == 2
            && CATALOG.equals(settings.get().get("spark.sql.catalog." + name.get(0), null))
            && allowsPaths(name.get(0));
    return ofCatalog ? inCatalog(name.get(1)) : path;
  }

  /** What a rollback of a table means for the session's catalog. */
  public CatalogRollback rollback() {
    return new CatalogRollback(this, tables);
  }

  /** What a change of a table's partitioning means for the session's catalog. */
  public CatalogPartitioning partitioning() {
    return new CatalogPartitioning(this, tables, settings.get().caseSensitive());
  }

  /** What a rewrite of a table means for the session's catalog. */
  public CatalogPlacement placement() {
    return new CatalogPlacement(this, tables);
  }

  /** The definition of a table of the session's catalog; null if the name is of something else. */
  TableDefinition catalogTable(List<String> name) {
    boolean table = name != null && !name.isEmpty() && namedPath(name) == null;
    return table ? tables.find(name) : null;
  }

  /** The name of a path in the catalog of paths. */
  public static List<String> inCatalog(String path) {
    return List.of(PATHS, path);
  }

  // Time travel.

  /**
   * The name of a table of the session's catalog in the catalog of paths: its path, and its own
   * name below it, by which columns are qualified and its definition is found.
   *
   * @return null if it is not a table of this source
   */
  public List<String> tablePath(List<String> name) {
    TableDefinition table = tables.find(name);
    if (table == null || !isPlaced(table)) {
      return null;
    }
    List<String> inCatalog = new ArrayList<>(inCatalog(table.location()));
    inCatalog.addAll(table.name());
    return inCatalog;
  }

  /**
   * The definition of a table by its name in the catalog of paths.
   *
   * @return null if the session's catalog has no such table at the path
   */
  public TableDefinition definition(String path, String database, String table) {
    TableDefinition found = tables.find(List.of(SESSION_CATALOG, database, table));
    return found != null && isPlaced(found) && found.location().equals(path) ? found : null;
  }

  /**
   * An earlier snapshot of a table in the catalog of paths.
   *
   * @param options without those that select the snapshot
   * @param snapshot id or tag, or null
   * @param micros since 1970-01-01T00:00Z, or null
   */
  public record PastTable(
      List<String> name, CaseInsensitiveStringMap options, String snapshot, Long micros) {}

  /**
   * Resolves options that select a snapshot of a table of the session's catalog. Another snapshot
   * may have other columns, which the catalog's table does not support, but the table at its path
   * does.
   *
   * @return null if there are no such options, or the table is not of this source
   */
  public PastTable past(List<String> name, CaseInsensitiveStringMap given) {
    boolean asked =
        Stream.of(PlacedOptions.SNAPSHOT, PlacedOptions.AS_OF, VERSION)
            .anyMatch(given::containsKey);
    List<String> path = asked ? metadataName(name) : null;
    path = asked && path == null ? tablePath(name) : path;
    if (path == null) {
      return null;
    }
    CaseInsensitiveStringMap own = ofSource(given);
    Map<String, String> options = new HashMap<>(own.asCaseSensitiveMap());
    Moment moment = SourceOptions.moment(own, settings.get().timeZone());
    take(options, PlacedOptions.SNAPSHOT);
    take(options, PlacedOptions.AS_OF);
    Long micros =
        moment.snapshot() == null ? Math.multiplyExact(moment.asOfMillis(), 1_000L) : null;
    return new PastTable(path, new CaseInsensitiveStringMap(options), moment.snapshot(), micros);
  }

  /**
   * Options of a read of a table by its name as those of the source, which has another name for
   * what selects a snapshot.
   */
  public static CaseInsensitiveStringMap ofSource(CaseInsensitiveStringMap given) {
    if (!given.containsKey(VERSION)) {
      return given;
    }
    if (given.containsKey(PlacedOptions.SNAPSHOT)) {
      throw Errors.analysis(
          "options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + VERSION
              + " have the same meaning; one of them is allowed",
          null);
    }
    Map<String, String> options = new HashMap<>(given.asCaseSensitiveMap());
    options.put(PlacedOptions.SNAPSHOT, take(options, VERSION));
    return new CaseInsensitiveStringMap(options);
  }

  /** Removes an option, ignoring case, and returns its value. */
  private static String take(Map<String, String> options, String name) {
    String value = new CaseInsensitiveStringMap(options).get(name);
    options.keySet().removeIf(name::equalsIgnoreCase);
    return value;
  }

  // Tables of catalogs.

  /** The table of a definition that was created {@code USING placed}. */
  public Table table(TableDefinition definition) {
    Map<String, String> properties = new HashMap<>(definition.properties());
    properties.put(PlacedOptions.PROVIDER, FORMAT);
    properties.put(PlacedOptions.PATH, definition.location());
    Transform[] partitioning = SparkTypes.identities(definition.partitionColumns());
    return new PlacedDataSource().getTable(definition.schema(), partitioning, properties);
  }

  /**
   * The table of a definition that is {@code STORED AS PLACED}, with the options of its relation.
   */
  public HiveTables.Opened hiveTable(TableDefinition definition) {
    return HiveTables.open(definition);
  }

  /** Commands on tables that are {@code STORED AS PLACED}. */
  public HiveCommands hiveCommands() {
    return new HiveCommands(this);
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
   * The table of the session's catalog to which a write WITH SCHEMA EVOLUTION goes.
   *
   * @return database and table; null if it is not of this source, or a table at a path, whose
   *     catalog changes columns itself
   * @throws org.apache.spark.sql.AnalysisException if its columns cannot be changed by a write
   */
  public List<String> evolving(List<String> name) {
    boolean path = name.size() > 1 && name.get(0).equals(PATHS);
    TableDefinition table = path ? null : tables.find(name);
    if (!path && (table == null || !isPlaced(table))) {
      return null;
    }
    if (EvolvingTable.CAPABILITY == null) {
      throw noEvolution(name, "needs Spark 4.2");
    }
    if (path) {
      return null;
    }
    if (isHiveTable(table)) {
      throw noEvolution(name, "is not supported for tables STORED AS PLACED");
    }
    return table.name();
  }

  /**
   * A catalog with which a write may change the columns of a table.
   *
   * @throws org.apache.spark.sql.AnalysisException if the catalog does not know tables of this
   *     source
   */
  public TableCatalog evolving(List<String> name, Table table, TableCatalog catalog) {
    if (!(table instanceof ScanTable placed)) {
      throw noEvolution(name, "is not supported by the session's catalog, " + catalog.getClass());
    }
    return placed.evolving(catalog);
  }

  /**
   * Refuses a write WITH SCHEMA EVOLUTION of a table whose columns no write changes.
   *
   * @throws org.apache.spark.sql.AnalysisException if it is one of this source
   */
  public void requireEvolving(String name, Table table) {
    if (!(table instanceof ScanTable)) {
      return;
    }
    if (EvolvingTable.CAPABILITY == null) {
      throw noEvolution(name, "needs Spark 4.2");
    }
    if (!table.capabilities().contains(EvolvingTable.CAPABILITY)) {
      throw noEvolution(name, "needs the name of the table");
    }
  }

  private static RuntimeException noEvolution(List<String> name, String why) {
    return noEvolution(String.join(".", name), why);
  }

  private static RuntimeException noEvolution(String name, String why) {
    return Errors.analysis(
        name
            + ": a write WITH SCHEMA EVOLUTION "
            + why
            + "; add the columns first, with ALTER TABLE … ADD COLUMN, and leave the words out",
        null);
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
    return new TransformCatalog(catalog == null ? PATHS : catalog.name());
  }

  /**
   * Options with which a scan evaluates filters but leaves them in the plan.
   *
   * @return null if nothing changes
   */
  public CaseInsensitiveStringMap keepingFilters(Table table, CaseInsensitiveStringMap options) {
    return with(ScanTable.KEEP_FILTERS, table, options);
  }

  /**
   * Options with which a scan leaves out no file, whatever the defaults say.
   *
   * @return null if nothing changes
   */
  public CaseInsensitiveStringMap readingForMerge(Table table, CaseInsensitiveStringMap options) {
    return with(ScanTable.MERGE_READS, table, options);
  }

  private static CaseInsensitiveStringMap with(
      String option, Table table, CaseInsensitiveStringMap options) {
    if (!(table instanceof ScanTable) || options.containsKey(option)) {
      return null;
    }
    Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
    all.put(option, "true");
    return new CaseInsensitiveStringMap(all);
  }

  /**
   * Options of a stream that name its metadata columns.
   *
   * @param columns that Spark expects of the scan, in this order
   * @return null if nothing changes
   */
  public CaseInsensitiveStringMap namingMetadata(
      Table table, List<String> columns, CaseInsensitiveStringMap options) {
    if (!(table instanceof ScanTable) || options.containsKey(ScanTable.METADATA_COLUMNS)) {
      return null;
    }
    int own = table.columns().length;
    if (columns.size() <= own) {
      return null;
    }
    Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
    String names = String.join(",", columns.subList(own, columns.size()));
    all.put(ScanTable.METADATA_COLUMNS, names);
    return new CaseInsensitiveStringMap(all);
  }

  // New tables.

  /**
   * Whether a CREATE or REPLACE TABLE creates a table of this source in the session's catalog.
   *
   * @param format null if none is named: the session's default
   */
  public boolean creates(String catalog, String format, boolean hasSerde) {
    return !hasSerde
        && catalog.equals(SESSION_CATALOG)
        && isPlaced(format == null ? defaultFormat() : format);
  }

  /** What becomes of the places of tables that are created from queries. */
  public CatalogCreation creation() {
    return new CatalogCreation(this, settings.get());
  }

  private String defaultFormat() {
    SessionSettings now = settings.get();
    return now.hiveTablesByDefault() ? "hive" : now.defaultFormat();
  }

  /** The name of the format, for a table that got it as the session's default. */
  public String format() {
    return FORMAT;
  }

  /**
   * Refuses columns that a catalog would store, and nobody could write. Throws an AnalysisException
   * that names the column.
   */
  public void requireStorable(List<String> names, List<DataType> types) {
    try {
      for (int i = 0; i < names.size(); i++) {
        SparkTypes.toType(types.get(i), names.get(i));
      }
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * The column order of a new table: as given, except that a Hive metastore requires partition
   * columns to be last; Spark considers other tables corrupted. Throws an AnalysisException if the
   * type of a partition column is not allowed.
   *
   * @return indexes of the given columns
   */
  public List<Integer> columnOrder(
      List<String> names, List<DataType> types, List<Transform> partitioning) {
    SessionSettings now = settings.get();
    List<Integer> given = IntStream.range(0, names.size()).boxed().toList();
    List<Integer> partitions = new ArrayList<>();
    for (Transform t : partitioning) {
      if (!(t instanceof IdentityTransform) || t.references()[0].fieldNames().length != 1) {
        return given; // refused with a better message when the table is created
      }
      String wanted = t.references()[0].fieldNames()[0];
      for (int c : given) {
        String found = names.get(c);
        if (now.caseSensitive() ? found.equals(wanted) : found.equalsIgnoreCase(wanted)) {
          SparkTypes.requirePartitionType(found, types.get(c));
          partitions.add(c);
        }
      }
    }
    if (!"hive".equals(now.get("spark.sql.catalogImplementation", "in-memory"))) {
      return given;
    }
    List<Integer> ordered = new ArrayList<>(given);
    ordered.removeAll(partitions);
    ordered.addAll(partitions);
    return ordered;
  }

  /**
   * Refuses secrets and Hadoop settings among the properties that a catalog is to store, including
   * those with the prefix of Hive's TBLPROPERTIES, and misspelt names. Throws an AnalysisException
   * that names the property.
   */
  public void requireStorable(Map<String, String> properties) {
    Map<String, String> names = new HashMap<>();
    properties.forEach(
        (name, value) ->
            names.put(
                name.startsWith(HiveTables.PREFIX)
                    ? name.substring(HiveTables.PREFIX.length())
                    : name,
                value));
    try {
      PlacedOptions.requireRightNames(properties.keySet());
      TableProperties.requireStorable(names);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
