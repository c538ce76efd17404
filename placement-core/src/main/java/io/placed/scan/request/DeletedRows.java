package io.placed.scan.request;

/** Rows of a file that are deleted, by their numbers in the file. Thread-safe. */
public interface DeletedRows {
  /** How many of the rows [first, first + rows) are deleted. */
  long count(long first, long rows);

  /**
   * Clears the bits of deleted rows.
   *
   * @param first row number of bit 0
   * @param rows bitmap of {@code count} rows
   */
  void clear(long first, long[] rows, int count);
}
