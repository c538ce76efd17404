package io.placed.placement.reorder;

import java.util.Arrays;

/**
 * The Vortex order: a row is the list of its (frequency rank, column) pairs, the smallest first,
 * and rows compare by the first pair in which they differ, upwards where that is the first, third,
 * …, downwards where it is the second, fourth, …. Long runs come to lie in all columns and not in
 * the first alone (Lemire, Kaser, Gutarra: Reordering Rows for Better Compression: Beyond the
 * Lexicographic Order, TODS 37(3), 2012).
 */
final class VortexOrder {
  private VortexOrder() {}

  /** Rows by number, in order. Changes the codes, which must be frequency ranks. */
  static int[] order(RowCodes codes) {
    int columns = codes.columns();
    int[] pairs = codes.codes();
    long[] row = new long[columns];
    for (int at = 0; at < pairs.length; at += columns) {
      for (int c = 0; c < columns; c++) {
        row[c] = (long) pairs[at + c] * columns + c;
      }
      Arrays.sort(row);
      // A rank is below the number of rows: pairs of at most 2^31 rows times columns fit an int.
      for (int c = 0; c < columns; c++) {
        pairs[at + c] = (int) row[c];
      }
    }
    return codes.sorted(
        (a, b) -> {
          int x = a * columns;
          int y = b * columns;
          int i = Arrays.mismatch(pairs, x, x + columns, pairs, y, y + columns);
          if (i < 0) {
            return 0;
          }
          int upwards = Integer.compare(pairs[x + i], pairs[y + i]);
          return (i & 1) == 0 ? upwards : -upwards;
        });
  }
}
