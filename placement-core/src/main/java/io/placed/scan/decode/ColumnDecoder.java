package io.placed.scan.decode;

import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;

/**
 * Gives the values of one wanted column, or part of one, page by page. All can decode; some can
 * also test values as they are stored and decode only some of them.
 */
public interface ColumnDecoder {
  /**
   * Appends values of a page. Above a list {@code from} is a multiple of 1,024; below one it is 0
   * and the count that of all elements of the page.
   */
  void decode(int rowGroup, int page, int from, int count, Column target) throws IOException;

  /**
   * Keeps the rows of a slice whose value is present and matches, or is present and does not.
   *
   * @param rows a bitmap of the rows of the slice; vectors without any are not looked at
   * @param out receives what is left of it; may be the same array
   * @return false, with nothing written, if the column has to be decoded
   */
  default boolean test(Slice slice, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException {
    return false;
  }

  /** Keeps the rows of a slice whose value is present, or is missing; see {@link #test}. */
  default boolean testPresence(Slice slice, boolean present, long[] rows, long[] out)
      throws IOException {
    return false;
  }

  /**
   * Appends the values of the rows selected.
   *
   * @return false, with nothing appended, if the column has to be decoded
   */
  default boolean select(Slice slice, SelectedRows selected, Column target) throws IOException {
    return false;
  }
}
