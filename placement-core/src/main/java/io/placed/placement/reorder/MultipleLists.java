package io.placed.placement.reorder;

import java.util.Arrays;

/**
 * The Multiple Lists heuristic (Lemire, Kaser, Gutarra: Reordering Rows for Better Compression:
 * Beyond the Lexicographic Order, TODS 37(3), 2012). The rows are sorted once per column, each time
 * with another rotation of the columns, and linked in each of these orders. After each row follows
 * the row that differs in the fewest columns among its neighbours in all lists, which are at most
 * two per list. The paper starts at any row; here the first row of the first list is the start, so
 * that the result is deterministic.
 */
final class MultipleLists {
  private static final int NONE = -1;

  private final int columns;
  private final int[] codes;

  /** The predecessor of each row, for each list. */
  private final int[][] before;

  /** The successor of each row, for each list. */
  private final int[][] after;

  private MultipleLists(RowCodes codes) {
    columns = codes.columns();
    this.codes = codes.codes();
    before = new int[columns][codes.rows()];
    after = new int[columns][codes.rows()];
  }

  /** Heap bytes of the links per row. */
  static long bytesPerRow(int columns) {
    return 2L * Integer.BYTES * columns;
  }

  /** Row numbers in the new order. */
  static int[] order(RowCodes codes) {
    if (codes.rows() == 0) {
      return new int[0];
    }
    MultipleLists lists = new MultipleLists(codes);
    int first = NONE;
    for (int k = 0; k < lists.columns; k++) {
      int rotation = k;
      int[] sorted = codes.sorted((a, b) -> lists.compare(a, b, rotation));
      lists.link(k, sorted);
      first = k == 0 ? sorted[0] : first;
    }
    return lists.walk(first, codes.rows());
  }

  private int compare(int a, int b, int rotation) {
    int x = a * columns;
    int y = b * columns;
    for (int c = rotation; c < columns; c++) {
      if (codes[x + c] != codes[y + c]) {
        return Integer.compare(codes[x + c], codes[y + c]);
      }
    }
    int i = Arrays.mismatch(codes, x, x + rotation, codes, y, y + rotation);
    return i < 0 ? 0 : Integer.compare(codes[x + i], codes[y + i]);
  }

  private void link(int k, int[] sorted) {
    for (int i = 0; i < sorted.length; i++) {
      before[k][sorted[i]] = i == 0 ? NONE : sorted[i - 1];
      after[k][sorted[i]] = i + 1 == sorted.length ? NONE : sorted[i + 1];
    }
  }

  private int[] walk(int first, int rows) {
    int[] out = new int[rows];
    int row = first;
    for (int n = 0; n < rows; n++) {
      out[n] = row;
      int next = NONE;
      int least = Integer.MAX_VALUE;
      for (int k = 0; k < columns; k++) {
        int b = before[k][row];
        int a = after[k][row];
        // The row is removed from all lists, so that they always contain the same rows.
        if (b != NONE) {
          after[k][b] = a;
          int distance = distance(row, b, least);
          if (distance < least) {
            least = distance;
            next = b;
          }
        }
        if (a != NONE) {
          before[k][a] = b;
          int distance = distance(row, a, least);
          if (distance < least) {
            least = distance;
            next = a;
          }
        }
      }
      row = next;
    }
    return out;
  }

  /** Number of columns in which two rows differ, counted up to {@code limit}. */
  private int distance(int a, int b, int limit) {
    int x = a * columns;
    int y = b * columns;
    int sum = 0;
    for (int c = 0; c < columns && sum < limit; c++) {
      sum += codes[x + c] == codes[y + c] ? 0 : 1;
    }
    return sum;
  }
}
