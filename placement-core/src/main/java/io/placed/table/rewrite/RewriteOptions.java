package io.placed.table.rewrite;

import io.placed.predicate.Predicate;
import io.placed.write.options.WriteOptions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Options of a rewrite.
 *
 * @param settings of {@link WriteOptions#of}; what is not set is as in the table, see {@link
 *     KeptSettings}
 * @param where filter on partition columns; null = the whole table
 * @param fileBytes target size: files of a partition are merged up to this size; larger files are
 *     not merged
 * @param onlyMoved whether files stay as they are that are in partitions of the fields of now
 * @param keepAccess whether new files get the owner, group, permissions and ACL of the files that
 *     they replace
 */
public record RewriteOptions(
    Map<String, String> settings,
    Predicate where,
    long fileBytes,
    boolean onlyMoved,
    boolean keepAccess) {
  /** Large enough that footers do not matter, small enough to be repeated after a crash. */
  public static final long DEFAULT_FILE_BYTES = 1L << 30;

  /** Settings that change how a file is written, but not its content. */
  private static final Set<String> NOT_IN_FILES =
      Set.of(
          WriteOptions.SORT_MEMORY,
          WriteOptions.WRITE_MEMORY,
          WriteOptions.WRITE_THREADS,
          WriteOptions.TEMPORARY_DIRECTORY);

  public RewriteOptions {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    WriteOptions.of(settings).placement().requireWritable();
    if (fileBytes < 1) {
      throw new IllegalArgumentException("file bytes must be positive, found " + fileBytes);
    }
  }

  /** The whole table. */
  public static RewriteOptions of(Map<String, String> settings) {
    return new RewriteOptions(settings, null, DEFAULT_FILE_BYTES, false, true);
  }

  public RewriteOptions withWhere(Predicate partitions) {
    return new RewriteOptions(settings, partitions, fileBytes, onlyMoved, keepAccess);
  }

  public RewriteOptions withFileBytes(long bytes) {
    return new RewriteOptions(settings, where, bytes, onlyMoved, keepAccess);
  }

  /** Only what a change of the partitioning has left in other partitions. */
  public RewriteOptions withOnlyMoved(boolean only) {
    return new RewriteOptions(settings, where, fileBytes, only, keepAccess);
  }

  public RewriteOptions withKeepAccess(boolean keep) {
    return new RewriteOptions(settings, where, fileBytes, onlyMoved, keep);
  }

  /** Settings that two rewrites must share to reuse files of each other. */
  Map<String, String> identity(Map<String, String> complete) {
    Map<String, String> same = new TreeMap<>(complete);
    same.keySet().removeAll(NOT_IN_FILES);
    same.put("where", where == null ? "" : where.toString());
    same.put("keepAccess", Boolean.toString(keepAccess));
    return same;
  }
}
