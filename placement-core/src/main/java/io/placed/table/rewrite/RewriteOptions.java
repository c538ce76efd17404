package io.placed.table.rewrite;

import io.placed.predicate.Predicate;
import io.placed.write.options.WriteOptions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a table is laid out anew.
 *
 * @param settings as {@link WriteOptions#of} takes them; what they do not say of the placement is
 *     as the table's own
 * @param where on partition columns: only these partitions; null = the whole table
 * @param fileBytes files of a partition are put together into one as long as they have no more
 *     bytes than this; larger files stay alone
 * @param keepAccess whether new files get owner, group, permissions and access control list of the
 *     files that they replace
 */
public record RewriteOptions(
    Map<String, String> settings, Predicate where, long fileBytes, boolean keepAccess) {
  /** Large enough that footers do not count, small enough to be done again after a crash. */
  public static final long DEFAULT_FILE_BYTES = 1L << 30;

  /** These change how a file is written, and not what is in it. */
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

  /** What two rewrites have in common whose files can stand for each other's. */
  Map<String, String> identity(Map<String, String> complete) {
    Map<String, String> same = new TreeMap<>(complete);
    same.keySet().removeAll(NOT_IN_FILES);
    same.put("where", where == null ? "" : where.toString());
    same.put("keepAccess", Boolean.toString(keepAccess));
    return same;
  }
}
