package io.placed.format.v1;

/**
 * A row group in the root.
 *
 * @param rows number of rows
 * @param pageRows rows of every page but the last
 * @param offset of its first byte, in the table file
 * @param length bytes from its first to its last part
 */
public record RowGroupEntry(int rows, int pageRows, long offset, long length) {
  public int pages() {
    return (int) (((long) rows + pageRows - 1) / pageRows);
  }

  /** Rows of page p. */
  public int rowsOfPage(int p) {
    return Math.min(pageRows, rows - p * pageRows);
  }
}
