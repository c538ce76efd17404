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
 * @param keepAccess whether new files get the owner, group, permissions and ACL of the files that
 *     they replace
 */
public record RewriteOptions(
    Map<String, String> settings, Predicate where, long fileBytes, boolean keepAccess) {
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
    return new RewriteOptions(settings, null, DEFAULT_FILE_BYTES, true);
  }

  public RewriteOptions withWhere(Predicate partitions) {
    return new RewriteOptions(settings, partitions, fileBytes, keepAccess);
  }

  public RewriteOptions withFileBytes(long bytes) {
    return new RewriteOptions(settings, where, bytes, keepAccess);
  }

  public RewriteOptions withKeepAccess(boolean keep) {
    return new RewriteOptions(settings, where, fileBytes, keep);
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
