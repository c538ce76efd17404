package io.placed.predicate;

import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;

/**
 * Some rows whose columns are looked at one by one: as they are stored where that is possible, else
 * decoded. Sets of rows are bitmaps of {@link #rows} bits; those behind the last row are zero.
 */
public interface EncodedRows {
  /** How many rows there are. */
  int rows();

  /**
   * Keeps the rows whose value is present and matches, or is present and does not if negated.
   *
   * @param column position in the schema of the predicate
   * @param out receives what is left of {@code rows}; may be the same array
   * @return false, with {@code out} as it was, if the column has to be decoded
   */
  boolean test(int column, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException;

  /** Keeps the rows where a value is present, or where it is missing; see {@link #test}. */
  boolean testPresence(int column, boolean present, long[] rows, long[] out) throws IOException;

  /** All rows of a column. */
  Column decoded(int column) throws IOException;
}
