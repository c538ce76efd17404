package io.placed.scan.decode;

import io.placed.vector.Bits;

/** The selected rows of a span as ascending positions. Reused. */
public final class SelectedRows {
  private final int[] positions;
  private final int[] inVector = new int[RowSpan.VECTOR];
  private int count;

  public SelectedRows(int most) {
    positions = new int[most];
  }

  /** Selects the rows whose bits are set. */
  public void set(long[] bits, int rows) {
    int n = 0;
    for (int w = 0; w < Bits.words(rows); w++) {
      long left = bits[w];
      if (left == -1L) {
        for (int i = w << 6; i < (w + 1) << 6; i++) {
          positions[n++] = i;
        }
        continue;
      }
      for (; left != 0; left &= left - 1) {
        positions[n++] = (w << 6) + Long.numberOfTrailingZeros(left);
      }
    }
    count = n;
  }

  int count() {
    return count;
  }

  /** Positions in the span; only the first {@link #count} are valid. */
  public int[] positions() {
    return positions;
  }

  /** The first row of the first vector with selected rows. */
  int firstVector() {
    return positions[0] & -RowSpan.VECTOR;
  }

  /** End, exclusive, of the selected rows in the same vector as the k-th. */
  int endOfVector(int k) {
    int vector = positions[k] >>> 10;
    int end = k + 1;
    while (end < count && positions[end] >>> 10 == vector) {
      end++;
    }
    return end;
  }

  /** Selected rows [k, end) of one vector, as positions in it; valid until the next call. */
  int[] inVector(int k, int end) {
    for (int i = k; i < end; i++) {
      inVector[i - k] = positions[i] & RowSpan.VECTOR - 1;
    }
    return inVector;
  }
}
