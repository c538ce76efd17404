package io.placed.placement.reorder;

import java.util.Arrays;

/**
 * The Vortex order (Lemire, Kaser, Gutarra: Reordering Rows for Better Compression: Beyond the
 * Lexicographic Order, TODS 37(3), 2012). A row is the ascending list of its (frequency rank,
 * column) pairs. Rows compare by the first pair in which they differ: ascending if that is the
 * first, third, … pair, descending if it is the second, fourth, …. This gives long runs in all
 * columns, not only in the first.
 */
final class VortexOrder {
  private VortexOrder() {}

  /** Row numbers in the new order. Overwrites the codes, which must be frequency ranks. */
  static int[] order(RowCodes codes) {
    int columns = codes.columns();
    int[] pairs = codes.codes();
    long[] row = new long[columns];
    for (int at = 0; at < pairs.length; at += columns) {
      for (int c = 0; c < columns; c++) {
        row[c] = (long) pairs[at + c] * columns + c;
      }
      Arrays.sort(row);
      // Ranks are less than the number of rows. Since rows × columns is at most 2^31, pairs fit an
      // int.
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
