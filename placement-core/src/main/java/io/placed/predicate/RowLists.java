package io.placed.predicate;

import io.placed.vector.Bits;
import java.util.Arrays;

/** Operations on ascending lists of rows; null stands for the rows 0 to count. */
final class RowLists {
  private RowLists() {}

  static int copy(int[] rows, int count, int[] out) {
    if (rows == null) {
      for (int i = 0; i < count; i++) {
        out[i] = i;
      }
    } else if (rows != out) {
      System.arraycopy(rows, 0, out, 0, count);
    }
    return count;
  }

  /** Keeps the rows whose bit equals {@code wanted}; out may be rows. */
  static int filter(long[] bits, boolean wanted, int[] rows, int count, int[] out) {
    int n = 0;
    for (int k = 0; k < count; k++) {
      int i = rows == null ? k : rows[k];
      out[n] = i;
      n += Bits.get(bits, i) == wanted ? 1 : 0;
    }
    return n;
  }

  /** The rows whose bit is set. */
  static int[] positions(long[] bits, int rows) {
    int[] out = new int[Bits.count(bits, 0, rows)];
    int n = 0;
    for (int w = 0; w < Bits.words(rows); w++) {
      for (long left = bits[w]; left != 0; left &= left - 1) {
        out[n++] = (w << 6) + Long.numberOfTrailingZeros(left);
      }
    }
    return out;
  }

  /** Sets the bits of these rows and no others. */
  static void bits(int[] positions, int n, int rows, long[] out) {
    Arrays.fill(out, 0, Bits.words(rows), 0);
    for (int k = 0; k < n; k++) {
      Bits.set(out, positions[k]);
    }
  }

  /** Whether no bit is set. */
  static boolean isEmpty(long[] bits, int rows) {
    long any = 0;
    for (int w = 0; w < Bits.words(rows); w++) {
      any |= bits[w];
    }
    return any == 0;
  }
}
