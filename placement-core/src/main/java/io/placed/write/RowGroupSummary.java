package io.placed.write;

/**
 * Position of a row group in its file.
 *
 * @param rows number of rows
 * @param offset of its first byte, from the start of the file
 * @param length in bytes
 */
public record RowGroupSummary(long rows, long offset, long length) {
  public RowGroupSummary {
    if (rows < 0 || offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "rows, offset and length of a row group must not be negative, found "
              + rows
              + ", "
              + offset
              + ", "
              + length);
    }
  }
}
