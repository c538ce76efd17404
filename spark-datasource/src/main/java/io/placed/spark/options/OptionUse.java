package io.placed.spark.options;

import io.placed.spark.internal.Errors;
import io.placed.table.snapshot.TableProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options that each use of a table supports. An explicit option without effect is an error,
 * because the caller relies on it. Properties of a table and defaults of a session apply to all
 * uses; each use takes from them what it supports.
 */
public enum OptionUse {
  /** {@code spark.read.load(path)}, and the same of a stream. */
  PATH_READ(
      false,
      PlacedOptions.PATH,
      PlacedOptions.PATHS,
      PlacedOptions.BASE_PATH,
      PlacedOptions.RECURSIVE,
      PlacedOptions.MERGE_SCHEMA,
      PlacedOptions.IGNORE_CORRUPT,
      PlacedOptions.IGNORE_MISSING,
      PlacedOptions.NAME_GLOB,
      PlacedOptions.MODIFIED_BEFORE,
      PlacedOptions.MODIFIED_AFTER,
      PlacedOptions.TIME_ZONE,
      PlacedOptions.SNAPSHOT,
      PlacedOptions.AS_OF,
      PlacedOptions.CHECKPOINT,
      PlacedOptions.MAX_FILES,
      PlacedOptions.MAX_BYTES,
      PlacedOptions.STARTING_SNAPSHOT,
      PlacedOptions.ENDING_SNAPSHOT,
      PlacedOptions.READ_CHANGES,
      PlacedOptions.SKIP_CHANGES),

  /** A read of a catalog table, whose columns and location are fixed by the catalog. */
  TABLE_READ(
      false,
      PlacedOptions.IGNORE_CORRUPT,
      PlacedOptions.IGNORE_MISSING,
      PlacedOptions.NAME_GLOB,
      PlacedOptions.MODIFIED_BEFORE,
      PlacedOptions.MODIFIED_AFTER,
      PlacedOptions.TIME_ZONE,
      PlacedOptions.SNAPSHOT,
      PlacedOptions.AS_OF,
      PlacedOptions.CHECKPOINT,
      PlacedOptions.MAX_FILES,
      PlacedOptions.MAX_BYTES,
      PlacedOptions.STARTING_SNAPSHOT,
      PlacedOptions.SKIP_CHANGES),

  /** {@code CHANGES FROM} and {@code changes(name)}, in batches and in streams. */
  CHANGES_READ(
      false,
      PlacedOptions.IGNORE_CORRUPT,
      PlacedOptions.IGNORE_MISSING,
      PlacedOptions.NAME_GLOB,
      PlacedOptions.MODIFIED_BEFORE,
      PlacedOptions.MODIFIED_AFTER,
      PlacedOptions.TIME_ZONE,
      PlacedOptions.CHECKPOINT,
      PlacedOptions.MAX_FILES,
      PlacedOptions.MAX_BYTES),

  /**
   * A stream: what both kinds of reads support and a stream can do. Its offsets count all files of
   * snapshots, so options that select files are excluded.
   */
  STREAM_READ(
      false,
      PlacedOptions.PATH,
      PlacedOptions.MERGE_SCHEMA,
      PlacedOptions.IGNORE_CORRUPT,
      PlacedOptions.IGNORE_MISSING,
      PlacedOptions.CHECKPOINT,
      PlacedOptions.MAX_FILES,
      PlacedOptions.MAX_BYTES,
      PlacedOptions.STARTING_SNAPSHOT,
      PlacedOptions.READ_CHANGES,
      PlacedOptions.SKIP_CHANGES),

  /** Append or overwrite, in batches or by a stream. */
  WRITE(
      true,
      PlacedOptions.PATH,
      PlacedOptions.MERGE_SCHEMA,
      PlacedOptions.MAX_RECORDS,
      PlacedOptions.TARGET_FILE_SIZE,
      PlacedOptions.OVERWRITE_MODE,
      PlacedOptions.REORDER_TASKS,
      PlacedOptions.DISTRIBUTION,
      PlacedOptions.ISOLATION,
      TableProperties.DELETES_MAX_SHARE,
      PlacedOptions.CHECKPOINT),

  /** DELETE, UPDATE and MERGE. */
  ROW_CHANGE(
      true,
      PlacedOptions.MAX_RECORDS,
      PlacedOptions.TARGET_FILE_SIZE,
      PlacedOptions.DISTRIBUTION,
      PlacedOptions.ISOLATION,
      TableProperties.DELETES_MAX_SHARE),

  /** What the log says about a table at a path. */
  METADATA_READ(
      false,
      PlacedOptions.PATH,
      PlacedOptions.METADATA_TABLE,
      PlacedOptions.SNAPSHOT,
      PlacedOptions.AS_OF,
      PlacedOptions.TIME_ZONE),

  /** What was opened with all of its options. */
  NONE(false);

  private final boolean settings;
  private final Set<String> names;

  OptionUse(boolean settings, String... names) {
    this.settings = settings;
    this.names = new TreeSet<>(Set.of(names));
  }

  public boolean supports(String option) {
    return PlacedOptions.isSetting(option) ? settings : PlacedOptions.contains(names, option);
  }

  /** The options without those of this source that have no effect here. */
  public CaseInsensitiveStringMap supported(CaseInsensitiveStringMap all) {
    Map<String, String> kept = new HashMap<>(all.asCaseSensitiveMap());
    kept.keySet().removeIf(name -> isOurs(name) && !supports(name));
    return new CaseInsensitiveStringMap(kept);
  }

  private static boolean isOurs(String option) {
    return PlacedOptions.contains(PlacedOptions.GENERAL, option) || PlacedOptions.isSetting(option);
  }

  /**
   * The options that were given for one call.
   *
   * @param given options of the call
   * @param known properties of the table, which Spark may merge into the options
   * @param defaults of the session, which Spark merges into the options
   */
  public static List<String> ofCall(
      CaseInsensitiveStringMap given, Map<String, String> known, Map<String, String> defaults) {
    CaseInsensitiveStringMap properties = new CaseInsensitiveStringMap(known);
    CaseInsensitiveStringMap session = new CaseInsensitiveStringMap(defaults);
    List<String> names = new ArrayList<>();
    given
        .asCaseSensitiveMap()
        .forEach(
            (name, value) -> {
              if (!value.equals(properties.get(name)) && !value.equals(session.get(name))) {
                names.add(name);
              }
            });
    return names;
  }

  /**
   * @param what is read or written, for the message
   * @param options that must have an effect here, as returned by {@link #ofCall}; options of other
   *     sources are ignored
   * @throws org.apache.spark.sql.AnalysisException naming an option that has no effect here
   */
  public void require(String what, Collection<String> options) {
    for (String option : options) {
      if (isOurs(option) && !supports(option)) {
        throw Errors.analysis(
            what
                + ": option "
                + option
                + " has no effect "
                + where()
                + "; allowed are "
                + String.join(", ", names)
                + (settings ? " and the settings of writing" : "")
                + hint(option),
            null);
      }
    }
  }

  /** A stream, or a read of changes, cannot give a table of a catalog other columns. */
  private String hint(String option) {
    boolean changes = option.equalsIgnoreCase(PlacedOptions.READ_CHANGES);
    return this == TABLE_READ && (changes || option.equalsIgnoreCase(PlacedOptions.MERGE_SCHEMA))
        ? ". It has in a read of the path of the table"
            + (changes ? "; from Spark 4.2 on, changes(name) reads the changes by name" : "")
        : "";
  }

  private String where() {
    return switch (this) {
      case PATH_READ -> "in a read";
      case TABLE_READ -> "in a read of a table of a catalog";
      case CHANGES_READ -> "in a read of changes";
      case STREAM_READ -> "in a read of a stream";
      case WRITE -> "in a write";
      case ROW_CHANGE -> "in a row-level operation";
      case METADATA_READ, NONE -> "in a read of a metadata table";
    };
  }

  /**
   * Marks options for streams; whether a stream or a batch reads the table is known only later.
   *
   * @param ofCall names of the options of the call
   */
  public static CaseInsensitiveStringMap markedForStream(
      CaseInsensitiveStringMap all, List<String> ofCall) {
    for (String option : ofCall) {
      if (PlacedOptions.isOfStreams(option, all)) {
        Map<String, String> marked = new HashMap<>(all.asCaseSensitiveMap());
        marked.put(PlacedOptions.FOR_STREAM, option);
        return new CaseInsensitiveStringMap(marked);
      }
    }
    return all;
  }
}
