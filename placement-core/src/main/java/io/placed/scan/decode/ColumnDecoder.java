package io.placed.scan.decode;

import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;

/**
 * Decodes one column or struct field, page by page. Some decoders can also test encoded values and
 * decode selected rows only.
 */
public interface ColumnDecoder {
  /**
   * Appends values of a page. {@code from} is a multiple of 1,024; below a list it is 0, and the
   * count that of all elements of the page.
   */
  void decode(int rowGroup, int page, int from, int count, Column target) throws IOException;

  /**
   * Keeps the rows of a span whose value is not null and matches, or does not match if negated.
   *
   * @param rows a bitmap of the rows of the span; vectors without rows are skipped
   * @param out receives the kept rows; may be the same array
   * @return false, with nothing written, if the column must be decoded
   */
  default boolean test(RowSpan span, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException {
    return false;
  }

  /** Keeps the rows of a span whose value is not null, or is null; see {@link #test}. */
  default boolean testPresence(RowSpan span, boolean present, long[] rows, long[] out)
      throws IOException {
    return false;
  }

  /**
   * Appends the values of selected rows.
   *
   * @return false, with nothing appended, if the column must be decoded
   */
  default boolean select(RowSpan span, SelectedRows selected, Column target) throws IOException {
    return false;
  }
}
