package io.placed.predicate;

import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.io.IOException;

/**
 * Rows whose columns are tested one by one, on encoded data where possible. Sets of rows are
 * bitmaps of {@link #rows} bits; trailing bits are zero.
 */
public interface EncodedRows {
  /** Number of rows. */
  int rows();

  /**
   * Keeps the rows whose value is not null and matches (does not match, if negated).
   *
   * @param column position in the schema of the predicate
   * @param out receives the kept {@code rows}; may be the same array
   * @return false, with {@code out} unchanged, if the column must be decoded
   */
  boolean test(int column, ValueMatch match, boolean negated, long[] rows, long[] out)
      throws IOException;

  /** Keeps the rows whose value is not null, or is null; see {@link #test}. */
  boolean testPresence(int column, boolean present, long[] rows, long[] out) throws IOException;

  /** Decodes all rows of a column. */
  Column decoded(int column) throws IOException;
}
