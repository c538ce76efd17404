package io.placed.scan.decode;

import io.placed.vector.Bits;
import io.placed.vector.Column;

/**
 * The selected rows of a span, as ascending positions or as runs; each is found when somebody asks
 * for it. Reused.
 */
public final class SelectedRows {
  /** A run costs as much as so many single rows, measured roughly. */
  private static final int RUN_ROWS = 8;

  private final int[] positions;
  private final int[] inVector = new int[RowSpan.VECTOR];

  /** First position and end of each run. */
  private final int[] runs;

  private long[] bits;
  private int rows;
  private int count;
  private boolean listed;
  private int runCount;

  public SelectedRows(int most) {
    positions = new int[most];
    runs = new int[most / RUN_ROWS * 2 + 4];
  }

  /**
   * Selects the rows whose bits are set.
   *
   * @param selected not changed as long as this selection is used
   * @param of number of rows of the span
   * @param n number of bits that are set
   */
  public void set(long[] selected, int of, int n) {
    bits = selected;
    rows = of;
    count = n;
    listed = false;
    runCount = -1;
  }

  int count() {
    return count;
  }

  /** Positions in the span; only the first {@link #count} are valid. */
  public int[] positions() {
    if (!listed) {
      list();
      listed = true;
    }
    return positions;
  }

  private void list() {
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
  }

  /** Whether the rows are so few runs that copying these is faster than copying single rows. */
  boolean isRuns() {
    return runCount() * RUN_ROWS <= count;
  }

  /** First position and end of each run; valid if {@link #isRuns}. */
  int[] runs() {
    return runs;
  }

  /** Number of runs, or one that is too large. */
  int runCount() {
    if (runCount < 0) {
      int most = count / RUN_ROWS;
      runCount = 0;
      for (int at = next(0, true); at < rows && runCount <= most; runCount++) {
        int end = next(at, false);
        runs[2 * runCount] = at;
        runs[2 * runCount + 1] = end;
        at = next(end, true);
      }
    }
    return runCount;
  }

  /** The next position, from one on, that is selected or not; the number of rows if none is. */
  private int next(int from, boolean selected) {
    if (from >= rows) {
      return rows;
    }
    int w = from >>> 6;
    long left = (selected ? bits[w] : ~bits[w]) & -1L << from;
    while (left == 0) {
      if (++w << 6 >= rows) {
        return rows;
      }
      left = selected ? bits[w] : ~bits[w];
    }
    return Math.min(rows, (w << 6) + Long.numberOfTrailingZeros(left));
  }

  /** The first row of the first vector with selected rows. */
  int firstVector() {
    return positions()[0] & -RowSpan.VECTOR;
  }

  /** The first row of the last vector with selected rows. */
  int lastVector() {
    return positions()[count - 1] & -RowSpan.VECTOR;
  }

  /** Appends the runs of another column of the span. */
  void appendRuns(Column from, Column to) {
    for (int r = 0; r < runCount; r++) {
      to.appendRange(from, runs[2 * r], runs[2 * r + 1] - runs[2 * r]);
    }
  }

  /** End, exclusive, of the selected rows in the same vector as the k-th. */
  int endOfVector(int k) {
    int[] all = positions();
    int vector = all[k] >>> 10;
    int end = k + 1;
    while (end < count && all[end] >>> 10 == vector) {
      end++;
    }
    return end;
  }

  /** Selected rows [k, end) of one vector, as positions in it; valid until the next call. */
  int[] inVector(int k, int end) {
    int[] all = positions();
    for (int i = k; i < end; i++) {
      inVector[i - k] = all[i] & RowSpan.VECTOR - 1;
    }
    return inVector;
  }
}
