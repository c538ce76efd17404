package io.placed.spark.catalog;

import io.placed.advise.columns.SearchSettings;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.Sources;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.NewTable;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.SourceRoots;
import io.placed.table.source.TableSource;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Tables that are identified by their path, and described only by the data set. */
public final class PathTables {
  /** {@code TableCatalog.PROP_COLLATION}, since Spark 4.0. */
  private static final String COLLATION = "collation";

  /** Properties with a reserved meaning in Spark that a data set has no place for. */
  private static final Set<String> OF_CATALOGS =
      Set.of(
          TableCatalog.PROP_PROVIDER,
          TableCatalog.PROP_LOCATION,
          TableCatalog.PROP_EXTERNAL,
          TableCatalog.PROP_IS_MANAGED_LOCATION,
          COLLATION);

  /** All properties with a reserved meaning in Spark. */
  private static final Set<String> RESERVED =
      Stream.concat(
              OF_CATALOGS.stream(), Stream.of(TableCatalog.PROP_OWNER, TableCatalog.PROP_COMMENT))
          .collect(Collectors.toUnmodifiableSet());

  /** Properties with the prefix that are settings. */
  private static final Set<String> OF_LOG =
      Set.of(TableProperties.FOREIGN_FILES, TableProperties.DELETES_MAX_SHARE);

  private PathTables() {}

  public static DataSet dataSet(String path) throws IOException {
    return DataSet.at(Session.active().stores(Map.of()), path);
  }

  public static boolean exists(String path) {
    try {
      return !dataSet(path).isVacant();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Whether there is a file at the path or below, except what is left of a failed first write. */
  public static boolean hasFiles(String path) {
    try {
      DataSet place = dataSet(path);
      FileStore store = Session.active().stores(Map.of()).forPath(path);
      return !place.isVacant()
          && (!store.stat(place.path()).directory() || !store.list(place.path(), false).isEmpty());
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * @param moment options that name a snapshot; none = the latest
   */
  public static PlacedTable load(String path, Map<String, String> moment) {
    return load(path, moment, null);
  }

  /**
   * The same.
   *
   * @param definition what the session's catalog says about the table; null = nothing
   */
  public static PlacedTable load(
      String path, Map<String, String> moment, TableDefinition definition) {
    boolean place = exists(path);
    Map<String, String> properties =
        new HashMap<>(definition == null ? Map.of() : ofReads(definition));
    properties.putAll(moment);
    properties.put(PlacedOptions.PATH, path);
    TableSource source = Sources.open(new CaseInsensitiveStringMap(properties));
    Snapshot snapshot = source.snapshot();
    if (place) {
      if (snapshot != null) {
        snapshot
            .properties()
            .forEach(
                (k, v) -> {
                  // Other properties with the prefix are metadata of commits.
                  boolean note = k.startsWith("placed.") && !OF_LOG.contains(k);
                  if (PlacedOptions.isOfLog(k) && !note) {
                    properties.putIfAbsent(k, v);
                  }
                });
      }
      properties.put(PlacedOptions.PROVIDER, "placed");
    }
    Transform[] partitioning = Partitions.toTransforms(source.partitionSpec());
    return new PlacedTable(
            columns(source, definition, Map.of()), partitioning, properties, source, null)
        .withFunctions()
        .withEvolution();
  }

  /**
   * The columns of a source, as far as possible with what the session's catalog says about them.
   *
   * @param definition null = nothing is said
   * @param options Hadoop settings of the read
   */
  static StructType columns(
      TableSource source, TableDefinition definition, Map<String, String> options) {
    try {
      return definition == null
          ? SparkTypes.toStruct(source.schema())
          : CatalogColumns.of(source, definition, options);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The properties of a table in the session's catalog that are options of its reads. */
  static Map<String, String> ofReads(TableDefinition definition) {
    Map<String, String> kept = new HashMap<>(definition.properties());
    kept.keySet()
        .removeIf(
            name ->
                !PlacedOptions.contains(PlacedOptions.GENERAL, name)
                    || !OptionUse.TABLE_READ.supports(name)
                    || name.equalsIgnoreCase(PlacedOptions.SNAPSHOT)
                    || name.equalsIgnoreCase(PlacedOptions.AS_OF));
    return kept;
  }

  /** Refuses an option {@code path} that names another location than that of the table. */
  static void requireSame(CaseInsensitiveStringMap table, String path) {
    try {
      FileStores stores = Session.active().stores(table.asCaseSensitiveMap());
      String own = DataSet.at(stores, table.get(PlacedOptions.PATH)).path();
      String other = DataSet.at(stores, path).path();
      if (!own.equals(other)) {
        throw Errors.analysis(
            "the table is at " + own + "; option path names another location, " + other, null);
      }
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The properties of a table to be created, as options of its write. */
  public static Map<String, String> properties(String path, NewTable table) {
    String provider = table.properties().get(TableCatalog.PROP_PROVIDER);
    if (provider != null && !provider.equalsIgnoreCase("placed")) {
      throw new IllegalArgumentException(
          path + ": tables at paths have the format placed, found USING " + provider);
    }
    for (String clause :
        List.of(TableCatalog.PROP_LOCATION, TableCatalog.PROP_COMMENT, COLLATION)) {
      if (table.properties().containsKey(clause)) {
        throw new IllegalArgumentException(
            path
                + ": "
                + clause
                + " is supported only for tables of a catalog, not for tables at paths");
      }
    }
    Map<String, String> properties = own(table.properties());
    TableProperties.requireStorable(properties);
    PlacedOptions.requireRightNames(properties.keySet());
    properties.put(PlacedOptions.PATH, path);
    properties.put(PlacedOptions.PROVIDER, "placed");
    PlacedOptions.check(properties);
    return properties;
  }

  /** The properties to be recorded in the log. */
  static Map<String, String> recorded(Map<String, String> properties) {
    Map<String, String> kept = own(properties);
    kept.keySet().removeIf(PlacedOptions::isPlaceOfWriter);
    return kept;
  }

  /** The user's properties, without reserved ones. */
  private static Map<String, String> own(Map<String, String> properties) {
    Map<String, String> own = new HashMap<>();
    properties.forEach(
        (k, v) -> {
          boolean option = k.startsWith(TableCatalog.OPTION_PREFIX);
          String name = option ? k.substring(TableCatalog.OPTION_PREFIX.length()) : k;
          if (!RESERVED.contains(name) && !name.equals(PlacedOptions.PATH)) {
            own.put(name, v);
          }
        });
    return own;
  }

  /**
   * Refuses what Spark sets like a property and would not find again, such as SET LOCATION, and
   * misspelt names.
   */
  static void requireProperty(String name) {
    PlacedOptions.requireRightNames(Set.of(name));
    if (OF_CATALOGS.contains(name)) {
      throw new IllegalArgumentException(
          name + " is supported only for tables of a catalog, not for tables at paths");
    }
  }

  /**
   * Refuses lengths and collations, which a data set does not keep.
   *
   * @throws IllegalArgumentException naming the column
   */
  static void requirePlainText(String column, DataType type) {
    if (!SparkTypes.isPlainText(type)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + ": the lengths of CHAR and VARCHAR and collations are supported only for tables of"
              + " a catalog; found "
              + type.sql()
              + ", allowed is STRING");
    }
  }

  /**
   * Refuses what a data set does not keep of columns that a statement defines.
   *
   * @throws IllegalArgumentException naming the column
   */
  public static void requirePlain(StructType columns) {
    for (StructField f : columns.fields()) {
      if (!f.nullable() || f.getComment().isDefined() || f.metadata().contains("CURRENT_DEFAULT")) {
        throw new IllegalArgumentException(
            "column "
                + f.name()
                + ": NOT NULL, comments and defaults are supported only for tables of a catalog;"
                + " columns of a table at a path have a name and a type");
      }
      requirePlainText(f.name(), f.dataType());
    }
  }

  /**
   * Creates an empty table.
   *
   * @param replaces whether it replaces any existing one; otherwise one that others create
   *     meanwhile is a conflict
   */
  public static void create(
      String path,
      StructType schema,
      PartitionSpec partitions,
      Map<String, String> p,
      boolean replaces)
      throws IOException {
    create(
        Session.active().stores(Map.of()),
        path,
        SparkTypes.toSchema(schema),
        partitions,
        p,
        recorded(p),
        replaces);
  }

  /**
   * The same.
   *
   * @param options of the table, which may name a placement
   * @param recorded properties for the log
   */
  static Snapshot create(
      FileStores stores,
      String path,
      Schema schema,
      PartitionSpec partitions,
      Map<String, String> options,
      Map<String, String> recorded,
      boolean replaces)
      throws IOException {
    SourceRoots.requireNoOwner(stores, path);
    Map<String, String> settings = SearchSettings.without(PlacedOptions.settings(options));
    Commit commit =
        DataSet.at(stores, path)
            .begin(schema, partitions, WriteOptions.of(settings).placement())
            .overwriteSchema(true)
            .properties(recorded);
    if (!replaces) {
      commit.creates();
    }
    return commit.overwrite(List.of());
  }
}
