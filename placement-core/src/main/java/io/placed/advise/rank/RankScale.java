package io.placed.advise.rank;

import io.placed.advise.workload.RankRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which ranks the codes of a column stand for, from the number of rows with each code. With the
 * rows of a whole table the scale is exact, whatever sample the codes come from.
 */
public final class RankScale {
  /** Codes that occur, ascending, without null. */
  private final int[] codes;

  /** For each of them the share of the values that are smaller. */
  private final double[] from;

  /** For each of them the share of the values that are not larger. */
  private final double[] to;

  private final double nulls;

  /**
   * @param counts number of rows by code; 0 is null
   */
  public RankScale(long[] counts) {
    long values = Arrays.stream(counts, 1, counts.length).sum();
    int n = (int) Arrays.stream(counts, 1, counts.length).filter(c -> c > 0).count();
    codes = new int[n];
    from = new double[n];
    to = new double[n];
    long before = 0;
    int k = 0;
    for (int c = 1; c < counts.length; c++) {
      if (counts[c] > 0) {
        codes[k] = c;
        from[k] = (double) before / values;
        before += counts[c];
        to[k++] = (double) before / values;
      }
    }
    nulls = counts[0] == 0 ? 0 : (double) counts[0] / (values + counts[0]);
  }

  /** Share of the rows that are null. */
  public double nulls() {
    return nulls;
  }

  /** Share of the values that have a code. */
  public double share(int code) {
    int k = Arrays.binarySearch(codes, code);
    return k < 0 ? 0 : to[k] - from[k];
  }

  /** The middle of the ranks of each code, for codes that occur; between them, of the next. */
  public double[] middles() {
    double[] out = new double[ColumnCodes.CODES];
    int k = 0;
    for (int c = 0; c < out.length; c++) {
      while (k < codes.length && codes[k] < c) {
        k++;
      }
      out[c] = c == 0 ? 0 : k < codes.length ? (from[k] + to[k]) / 2 : 1;
    }
    return out;
  }

  /**
   * The codes whose values are in a range: first and last, both included. A code belongs to the
   * range that has the middle of its ranks, so that ranks may have errors of up to half of a
   * value's share. A range between two middles is that of the code around it.
   *
   * @return null if the column has no values
   */
  public int[] codes(RankRange range) {
    if (codes.length == 0) {
      return null;
    }
    int first = 0;
    while (first < codes.length && (from[first] + to[first]) / 2 < range.from()) {
      first++;
    }
    int last = codes.length - 1;
    while (last >= 0 && (from[last] + to[last]) / 2 > range.to()) {
      last--;
    }
    if (first > last) {
      double middle = (range.from() + range.to()) / 2;
      int at = 0;
      while (at + 1 < codes.length && to[at] <= middle) {
        at++;
      }
      first = at;
      last = at;
    }
    return new int[] {codes[first], codes[last]};
  }

  /** The codes of several ranges, as pairs of first and last. */
  public int[] codes(List<RankRange> ranges) {
    List<Integer> out = new ArrayList<>();
    for (RankRange r : ranges) {
      int[] pair = codes(r);
      if (pair != null) {
        out.add(pair[0]);
        out.add(pair[1]);
      }
    }
    return out.stream().mapToInt(Integer::intValue).toArray();
  }
}
