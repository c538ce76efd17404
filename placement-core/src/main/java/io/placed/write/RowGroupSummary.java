package io.placed.write;

/**
 * Where a row group lies in its file.
 *
 * @param rows how many rows it has
 * @param offset of its first byte, from the start of the file
 * @param length in bytes
 */
public record RowGroupSummary(long rows, long offset, long length) {
  public RowGroupSummary {
    if (rows < 0 || offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "a row group has no negative rows, offset or length, found "
              + rows
              + ", "
              + offset
              + ", "
              + length);
    }
  }
}
