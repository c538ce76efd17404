package io.placed.spark;

import io.placed.spark.internal.Errors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Where options have an effect. One that is given where it has none is an error: somebody counts on
 * it. Properties of a table and defaults of a session are for all that is done, and each use takes
 * of them what it knows.
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
      PlacedOptions.SKIP_CHANGES),

  /** A table of a catalog, which has its columns from there and one place. */
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

  /** Whatever of both a stream can do: its positions count all files of snapshots. */
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
      PlacedOptions.SKIP_CHANGES),

  /** Rows that are added to a table or take the place of others, of a stream too. */
  WRITE(
      true,
      PlacedOptions.PATH,
      PlacedOptions.MERGE_SCHEMA,
      PlacedOptions.MAX_RECORDS,
      PlacedOptions.OVERWRITE_MODE,
      PlacedOptions.REORDER_TASKS,
      PlacedOptions.ISOLATION,
      PlacedOptions.CHECKPOINT),

  /** DELETE, UPDATE and MERGE. */
  ROW_CHANGE(true, PlacedOptions.MAX_RECORDS, PlacedOptions.ISOLATION);

  private final boolean settings;
  private final Set<String> names;

  OptionUse(boolean settings, String... names) {
    this.settings = settings;
    this.names = new TreeSet<>(Set.of(names));
  }

  boolean means(String option) {
    return PlacedOptions.isSetting(option) ? settings : PlacedOptions.contains(names, option);
  }

  /**
   * The options that are given for one call.
   *
   * @param given options of the call
   * @param known properties of the table, which may come back with the options
   * @param defaults of the session, which Spark puts among the options
   */
  static List<String> ofCall(
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
   * @param options that have to have an effect here, as {@link #ofCall} finds them; others than
   *     those of this source are ignored
   * @throws org.apache.spark.sql.AnalysisException that names an option without effect here
   */
  public void require(String what, Collection<String> options) {
    for (String option : options) {
      boolean ours =
          PlacedOptions.contains(PlacedOptions.GENERAL, option) || PlacedOptions.isSetting(option);
      if (ours && !means(option)) {
        throw Errors.analysis(
            what
                + ": option "
                + option
                + " has no effect "
                + where()
                + "; the options that have are "
                + String.join(", ", names)
                + (settings ? " and the settings of writing" : ""),
            null);
      }
    }
  }

  private String where() {
    return switch (this) {
      case PATH_READ -> "on reading";
      case TABLE_READ -> "on reading a table of a catalog";
      case STREAM_READ -> "on reading a stream";
      case WRITE -> "on writing";
      case ROW_CHANGE -> "on a change of rows";
    };
  }
}
