package io.placed.spark.options;

import io.placed.advise.columns.SearchSettings;
import io.placed.advise.columns.SimilarNames;
import io.placed.advise.workload.Workload;
import io.placed.placement.Placement;
import io.placed.placement.Sizes;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.write.options.WriteOptions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Options of a read, a write or a table. Unknown options are errors, so that a misspelled one is
 * not silently ignored. Properties of catalog tables may have any name that does not resemble one
 * of these options.
 */
public final class PlacedOptions {
  private static final Logger LOG = LoggerFactory.getLogger(PlacedOptions.class);

  public static final String PATH = "path";
  public static final String PATHS = "paths";
  public static final String BASE_PATH = "basePath";
  public static final String RECURSIVE = "recursiveFileLookup";
  public static final String MERGE_SCHEMA = "mergeSchema";
  public static final String IGNORE_CORRUPT = "ignoreCorruptFiles";
  public static final String IGNORE_MISSING = "ignoreMissingFiles";
  public static final String NAME_GLOB = "pathGlobFilter";
  public static final String MODIFIED_BEFORE = "modifiedBefore";
  public static final String MODIFIED_AFTER = "modifiedAfter";
  public static final String TIME_ZONE = "timeZone";
  public static final String MAX_RECORDS = "maxRecordsPerFile";
  public static final String TARGET_FILE_SIZE = "target-file-size";
  public static final String SNAPSHOT = "snapshot";
  public static final String AS_OF = "timestampAsOf";
  public static final String METADATA_TABLE = "metadataTable";
  public static final String OVERWRITE_MODE = "partitionOverwriteMode";
  public static final String REORDER_TASKS = "reorderTasks";
  public static final String DISTRIBUTION = "write.distribution-mode";
  public static final String ISOLATION = "isolation";
  public static final String CHECKPOINT = "checkpointLocation";
  public static final String MAX_FILES = "maxFilesPerTrigger";
  public static final String MAX_BYTES = "maxBytesPerTrigger";
  public static final String STARTING_SNAPSHOT = "startingSnapshot";
  public static final String SKIP_CHANGES = "skipChanges";
  public static final String READ_CHANGES = "readChanges";
  public static final String ENDING_SNAPSHOT = "endingSnapshot";

  /**
   * Marks the second phase of a save: {@code PlacedDataSource.createRelation} has handled the mode.
   */
  public static final String CHECKED_SAVE = "__placed_checked_save";

  /** Token of a write whose rows are already divided among tasks and are now to be written. */
  public static final String ARRANGED = "__placed_arranged";

  /** Paths of the only files to read, as JSON. */
  public static final String ONLY_FILES = "__placed_only_files";

  /**
   * Property of a table in the session's catalog, which stores partition columns only: the
   * partitioning by transforms that it has when it is created. Then the log says what it is.
   */
  public static final String PARTITIONING = "placed.partitioning";

  /** Present if the options are properties of a catalog table. */
  public static final String PROVIDER = "provider";

  /** Options that select files of a table. */
  public static final Set<String> CHOOSING_FILES =
      Set.of(NAME_GLOB, MODIFIED_BEFORE, MODIFIED_AFTER, TIME_ZONE, ONLY_FILES);

  /** Marks scans that pad values of CHAR(n), which Spark itself does in other scans. */
  public static final String PAD_CHARS = "__placed_pad_chars";

  /** Options that streams do not support, whatever their origin. */
  public static final Set<String> OF_BATCH_READS =
      Set.of(PATHS, BASE_PATH, RECURSIVE, NAME_GLOB, MODIFIED_BEFORE, MODIFIED_AFTER);

  /** Options that only streams support. */
  private static final Set<String> OF_STREAM_READS =
      Set.of(MAX_FILES, MAX_BYTES, STARTING_SNAPSHOT, SKIP_CHANGES, CHECKPOINT);

  /** Has the name of an option that was given for this read and that only streams support. */
  public static final String FOR_STREAM = "__placed_for_stream";

  /** All options that are not settings of writing. */
  public static final Set<String> GENERAL =
      sorted(
          PATH,
          PATHS,
          BASE_PATH,
          RECURSIVE,
          MERGE_SCHEMA,
          IGNORE_CORRUPT,
          IGNORE_MISSING,
          NAME_GLOB,
          MODIFIED_BEFORE,
          MODIFIED_AFTER,
          TIME_ZONE,
          MAX_RECORDS,
          TARGET_FILE_SIZE,
          SNAPSHOT,
          AS_OF,
          METADATA_TABLE,
          OVERWRITE_MODE,
          REORDER_TASKS,
          DISTRIBUTION,
          ISOLATION,
          TableProperties.DELETES_MAX_SHARE,
          CHECKPOINT,
          MAX_FILES,
          MAX_BYTES,
          STARTING_SNAPSHOT,
          ENDING_SNAPSHOT,
          READ_CHANGES,
          SKIP_CHANGES);

  private static final Set<String> PLACES =
      sorted(WriteOptions.TEMPORARY_DIRECTORY, Workload.SETTING);

  private static final Set<String> DISTRIBUTIONS = Set.of("none", "hash", "range");

  /** The most tasks that a reordering of a whole table may have. */
  public static final int MAX_TASKS = 1_000_000;

  private static final long LEAST_FILE_BYTES = 64L << 10;
  private static final long MOST_FILE_BYTES = 1L << 40;

  /** Settings of writing, including those of column group searches. */
  private static final Set<String> SETTINGS = allSettings();

  /** Options, besides settings of writing, that are allowed in a log or in Hive's TBLPROPERTIES. */
  private static final Set<String> OF_TABLES =
      sorted(
          MAX_RECORDS,
          TARGET_FILE_SIZE,
          MERGE_SCHEMA,
          OVERWRITE_MODE,
          REORDER_TASKS,
          DISTRIBUTION,
          ISOLATION,
          TableProperties.DELETES_MAX_SHARE);

  private static final Set<String> ALL_OF_TABLES = allOfTables();

  private PlacedOptions() {}

  /** Whether only streams support an option that was given with others. */
  public static boolean isOfStreams(String name, CaseInsensitiveStringMap options) {
    boolean ofChanges = name.equalsIgnoreCase(STARTING_SNAPSHOT) && readsChanges(options);
    return contains(OF_STREAM_READS, name) && !ofChanges;
  }

  /** Whether changes are read instead of a state. */
  public static boolean readsChanges(CaseInsensitiveStringMap options) {
    return options.getBoolean(READ_CHANGES, false);
  }

  private static Set<String> allSettings() {
    Set<String> names = new TreeSet<>(WriteOptions.settingNames());
    names.addAll(SearchSettings.NAMES);
    return names;
  }

  private static Set<String> allOfTables() {
    Set<String> names = new TreeSet<>(SETTINGS);
    names.addAll(OF_TABLES);
    return names;
  }

  private static Set<String> sorted(String... names) {
    return new TreeSet<>(Arrays.asList(names));
  }

  /**
   * @throws IllegalArgumentException naming the option and what is allowed
   */
  public static void check(Map<String, String> options) {
    boolean strict = !options.containsKey(PROVIDER);
    for (String name : options.keySet()) {
      if (!known(name) && (strict || SimilarNames.meant(name, SETTINGS).isPresent())) {
        throw new IllegalArgumentException(
            "unknown option '"
                + name
                + "'. Allowed are the settings "
                + String.join(", ", SETTINGS)
                + " and the options "
                + String.join(", ", GENERAL));
      }
    }
    settings(options);
  }

  private static boolean known(String name) {
    return name.startsWith("__")
        || name.startsWith("spark.")
        || TableProperties.isHadoop(name)
        || contains(GENERAL, name)
        || contains(SETTINGS, name);
  }

  /**
   * The options that are effective for a read, a write or a table. Options of a call are all
   * effective. Properties from a catalog may have another author: only options that this source
   * defines are effective, so that a table cannot choose the file systems of its readers.
   */
  public static CaseInsensitiveStringMap effective(Map<String, String> options) {
    CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(options);
    if (!all.containsKey(PROVIDER)) {
      return all;
    }
    Map<String, String> known = new LinkedHashMap<>();
    options.forEach(
        (name, value) -> {
          if (contains(GENERAL, name)
              || contains(SETTINGS, name)
              || name.equalsIgnoreCase(PROVIDER)) {
            known.put(name, value);
          } else if (TableProperties.isHadoop(name)) {
            LOG.warn(
                "property {} of the table {} has no effect: settings of file systems are taken from"
                    + " the configuration of the engine and from options of the query; remove it"
                    + " with ALTER TABLE … UNSET TBLPROPERTIES",
                name,
                all.get(PATH));
          }
        });
    return new CaseInsensitiveStringMap(known);
  }

  /**
   * Whether a property in the log of a table, or in Hive's TBLPROPERTIES, is an effective option.
   */
  public static boolean isOfTables(String name) {
    return contains(SETTINGS, name) || contains(OF_TABLES, name);
  }

  /**
   * Whether a property of a log is shown as a table property. Properties that are not options are
   * only informative.
   */
  public static boolean isOfLog(String name) {
    boolean option =
        name.startsWith("__") || name.equalsIgnoreCase(PROVIDER) || contains(GENERAL, name);
    return !isPlaceOfWriter(name) && (isOfTables(name) || !option);
  }

  /** Those of the properties of a log that are settings of the table's writes. */
  public static Map<String, String> ofLog(Map<String, String> properties) {
    Map<String, String> settings = new HashMap<>(properties);
    settings.keySet().removeIf(k -> !isOfTables(k) || isPlaceOfWriter(k));
    return settings;
  }

  /** Whether the property is a path on the writer's machine, which a log must not set. */
  public static boolean isPlaceOfWriter(String name) {
    return contains(PLACES, name);
  }

  /** Whether the option is a setting of writing. */
  static boolean isSetting(String name) {
    return contains(SETTINGS, name);
  }

  public static boolean contains(Set<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  /**
   * Refuses properties that are being given to a table, and that look like misspelt settings or
   * options of tables. Those that a table has already are only compared with settings: it could
   * neither be loaded nor altered.
   *
   * @throws IllegalArgumentException naming the property and what it may be meant to be
   */
  public static void requireRightNames(Set<String> properties) {
    for (String name : properties) {
      if (!known(name)) {
        SimilarNames.meant(name, ALL_OF_TABLES)
            .ifPresent(
                meant -> {
                  throw new IllegalArgumentException(
                      "unknown option '" + name + "'; it looks like " + meant);
                });
      }
    }
  }

  /**
   * The settings of writing among the options, with their own names; column groups may be a search.
   *
   * @throws IllegalArgumentException if a value is not allowed
   */
  public static Map<String, String> settings(Map<String, String> options) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : SETTINGS) {
      options.forEach(
          (k, v) -> {
            if (k.equalsIgnoreCase(name)) {
              settings.put(name, v);
            }
          });
    }
    SearchSettings.requireValid(settings);
    return settings;
  }

  /** Whether the path is a single location, not a pattern, whatever characters it has. */
  public static boolean isPlace(CaseInsensitiveStringMap options) {
    return options.containsKey(PROVIDER) || options.containsKey(CHECKED_SAVE);
  }

  /**
   * Whether a row-level operation also fails if rows were added to the table since it was read;
   * otherwise it fails only if rows that it read were changed.
   *
   * @throws IllegalArgumentException if the value is not allowed
   */
  public static boolean serializable(CaseInsensitiveStringMap options) {
    String text = options.getOrDefault(ISOLATION, "serializable");
    if (!text.equalsIgnoreCase("serializable") && !text.equalsIgnoreCase("snapshot")) {
      throw new IllegalArgumentException(
          "option " + ISOLATION + " must be serializable or snapshot, found '" + text + "'");
    }
    return text.equalsIgnoreCase("serializable");
  }

  /**
   * About the bytes of a file, at which a writing task begins another one; 0 = no limit.
   *
   * @return empty if nothing is said
   * @throws IllegalArgumentException if the value is not a size of 64 KiB to 1 TiB, or 0
   */
  public static OptionalLong targetFileSize(CaseInsensitiveStringMap options) {
    String text = options.get(TARGET_FILE_SIZE);
    if (text == null) {
      return OptionalLong.empty();
    }
    if (text.strip().equals("0")) {
      return OptionalLong.of(0);
    }
    long bytes = Sizes.parse(TARGET_FILE_SIZE, text);
    if (bytes < LEAST_FILE_BYTES || bytes > MOST_FILE_BYTES) {
      throw new IllegalArgumentException(
          "option "
              + TARGET_FILE_SIZE
              + " must be a size of 64KiB to 1TiB, for example 512MiB, or 0 for no limit, found '"
              + text
              + "'");
    }
    return OptionalLong.of(bytes);
  }

  /**
   * How rows are distributed to the writing tasks: none, hash or range.
   *
   * @return null if nothing is said
   * @throws IllegalArgumentException if the value is not allowed
   */
  public static String distribution(CaseInsensitiveStringMap options) {
    String text = options.get(DISTRIBUTION);
    String mode = text == null ? null : text.strip().toLowerCase(Locale.ROOT);
    if (mode != null && !DISTRIBUTIONS.contains(mode)) {
      throw new IllegalArgumentException(
          "option " + DISTRIBUTION + " must be none, hash or range, found '" + text + "'");
    }
    return mode;
  }

  /**
   * Number of tasks among which a reordering of the whole table divides the rows; 0 = by size.
   *
   * @throws IllegalArgumentException if the value is not a valid number
   */
  public static int reorderTasks(CaseInsensitiveStringMap options) {
    String text = options.get(REORDER_TASKS);
    try {
      int tasks = text == null ? 0 : Integer.parseInt(text.strip());
      if (text == null || (tasks > 0 && tasks <= MAX_TASKS)) {
        return tasks;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message for all invalid values.
    }
    throw new IllegalArgumentException(
        "option " + REORDER_TASKS + " must be 1 to " + MAX_TASKS + ", found '" + text + "'");
  }

  /**
   * Up to which share of deleted rows a row-level operation does not rewrite a file; see {@link
   * TableProperties#DELETES_MAX_SHARE}.
   *
   * @param table null if there is none
   * @throws IllegalArgumentException if the value is not allowed
   */
  public static double deletesMaxShare(CaseInsensitiveStringMap options, Snapshot table) {
    String name = TableProperties.DELETES_MAX_SHARE;
    Map<String, String> properties = table == null ? Map.of() : table.properties();
    return TableProperties.deletesMaxShare(
        options.containsKey(name) ? Map.of(name, options.get(name)) : properties);
  }

  /**
   * Options of a path without clauses of placements that Spark took from the defaults of the
   * session, if the call has a placement: among its own options they would override it.
   *
   * @param defaults of the session, which Spark merges into the options
   */
  public static Map<String, String> withoutLowerClauses(
      Map<String, String> options, Map<String, String> defaults) {
    CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(options);
    CaseInsensitiveStringMap lower = new CaseInsensitiveStringMap(defaults);
    String placement = all.get(Placement.SETTING);
    if (placement == null
        || placement.equals(lower.get(Placement.SETTING))
        || all.containsKey(PROVIDER)) {
      return options;
    }
    Map<String, String> own = new HashMap<>(options);
    own.entrySet()
        .removeIf(
            o -> Placement.isSetting(o.getKey()) && o.getValue().equals(lower.get(o.getKey())));
    return own;
  }

  /**
   * The options with the clauses of a placement in its text, so that clauses that Spark merges into
   * them afterwards are known to be those of the session.
   */
  public static Map<String, String> withOnePlacement(CaseInsensitiveStringMap options) {
    Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
    if (options.containsKey(Placement.SETTING)) {
      String placement = Placement.fromSettings(settings(all)).toString();
      all.keySet().removeIf(Placement::isSetting);
      all.put(Placement.SETTING, placement);
    }
    return all;
  }

  /**
   * Options of several layers together, ignoring case; those of later layers win. A whole placement
   * wins over the clauses of earlier layers, too, which would override it in its own layer.
   */
  public static CaseInsensitiveStringMap layered(List<Map<String, String>> layers) {
    Map<String, String> all = new HashMap<>();
    for (Map<String, String> layer : layers) {
      if (contains(layer.keySet(), Placement.SETTING)) {
        all.keySet().removeIf(Placement::isSetting);
      }
      layer.forEach(
          (k, v) -> {
            all.keySet().removeIf(k::equalsIgnoreCase);
            all.put(k, v);
          });
    }
    return new CaseInsensitiveStringMap(all);
  }
}
