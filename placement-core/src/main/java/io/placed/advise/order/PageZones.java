package io.placed.advise.order;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Zone maps of pages: by filter column the smallest and largest code that is not null. */
public final class PageZones {
  private final char[][] min;
  private final char[][] max;
  private final double[] rows;

  /** Whether a page is the first of a partition, whose files are its own. */
  private final BitSet begins = new BitSet();

  /** Whether a page is the first of a row group. */
  private final BitSet groups = new BitSet();

  PageZones(int columns, int pages) {
    min = new char[columns][pages];
    max = new char[columns][pages];
    rows = new double[pages];
    for (char[] m : min) {
      Arrays.fill(m, Character.MAX_VALUE);
    }
  }

  /**
   * Sets the number of rows of the pages of a partition.
   *
   * @param starts numbers of the first rows of its pages, and their number
   * @param groupRows rows of its row groups
   */
  void size(int first, double[] starts, double groupRows) {
    double group = 0;
    for (int p = 0; p + 1 < starts.length; p++) {
      rows[first + p] = starts[p + 1] - starts[p];
      if (starts[p] >= group) {
        groups.set(first + p);
        group += groupRows;
      }
    }
    if (starts.length > 1) {
      begins.set(first);
    }
  }

  /** Multiplies the number of rows of all pages: for zone maps of a sample. */
  public void scale(double factor) {
    for (int p = 0; p < rows.length; p++) {
      rows[p] *= factor;
    }
  }

  void widen(int column, int page, char low, char high) {
    min[column][page] = (char) Math.min(min[column][page], low);
    max[column][page] = (char) Math.max(max[column][page], high);
  }

  /** Number of pages. */
  public int pages() {
    return rows.length;
  }

  /** Number of rows of a page. */
  public double rows(int page) {
    return rows[page];
  }

  /** Whether a page is the first of a partition. */
  public boolean begins(int page) {
    return begins.get(page);
  }

  /** Whether a page is the first of a row group. */
  public boolean beginsGroup(int page) {
    return groups.get(page);
  }

  /** The pages that have to be read if all conditions have to hold. */
  public BitSet matching(List<CodeCondition> conditions) {
    BitSet out = new BitSet(rows.length);
    out.set(0, rows.length);
    for (CodeCondition c : conditions) {
      char[] low = min[c.column()];
      char[] high = max[c.column()];
      for (int p = out.nextSetBit(0); p >= 0; p = out.nextSetBit(p + 1)) {
        if (!c.overlaps(low[p], high[p])) {
          out.clear(p);
        }
      }
    }
    return out;
  }

  /** Number of rows of these pages. */
  public double rows(BitSet of) {
    return of.stream().mapToDouble(p -> rows[p]).sum();
  }
}
