package io.placed.scan.decode;

/**
 * Rows of one page that are decoded together.
 *
 * @param from first row in the page, a multiple of 1,024
 * @param count number of rows, at most those of a batch
 */
public record RowSpan(int rowGroup, int page, int from, int count) {
  public static final int VECTOR = 1024;
}
