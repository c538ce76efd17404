package io.placed.formats.advise;

import java.util.Map;
import java.util.function.LongPredicate;

/**
 * A file of a table.
 *
 * @param rows in the file, deleted ones included
 * @param partition values of columns that the file does not have, as {@link
 *     io.placed.vector.Values} takes them; values may be null
 * @param names by column its name in the file, if that is another one; null = the file lacks it, so
 *     that its rows have null
 * @param group rows of files with different groups are never in the same file
 * @param deleted by position in the file; null if no row is deleted
 * @param deletedRows number of these
 */
record TablePart(
    String path,
    long length,
    long rows,
    Map<String, Object> partition,
    Map<String, String> names,
    Object group,
    LongPredicate deleted,
    long deletedRows) {
  /** A file without deleted rows, whose columns have the names of the table. */
  static TablePart of(String path, long length, long rows, Map<String, Object> partition) {
    return new TablePart(path, length, rows, partition, Map.of(), partition, null, 0);
  }

  /** The name of a column in the file; null if the file does not have it. */
  String inFile(String column) {
    return partition.containsKey(column)
        ? null
        : names.containsKey(column) ? names.get(column) : column;
  }
}
