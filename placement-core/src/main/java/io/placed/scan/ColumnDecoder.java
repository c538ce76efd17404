package io.placed.scan;

import io.placed.vector.Column;
import java.io.IOException;

/** Gives the values of one wanted column, or part of one, page by page. */
interface ColumnDecoder {
  /**
   * Appends values of a page. Above a list {@code from} is a multiple of 1,024; below one it is 0
   * and the count that of all elements of the page.
   */
  void decode(int rowGroup, int page, int from, int count, Column target) throws IOException;
}
