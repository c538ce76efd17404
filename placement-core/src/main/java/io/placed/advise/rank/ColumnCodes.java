package io.placed.advise.rank;

import io.placed.placement.reorder.QuantileRanges;
import io.placed.predicate.Predicate;
import io.placed.schema.Storage;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of a column as 16-bit codes: 0 is null, the others are in the order of the values. A
 * code is the number of a quantile range of a sample; a value that is as frequent as a range has
 * one of its own.
 */
public final class ColumnCodes {
  /** Number of codes. */
  public static final int CODES = 1 << 16;

  /** Maximum difference of the largest and smallest integer for a table of codes. */
  private static final int TABLE = 1 << 20;

  private final QuantileRanges ranges;

  /** Codes of the integers from {@code lowest} on; null if the column has none, or too many. */
  private final char[] table;

  private final long lowest;

  /** The distinct bounds, ascending. */
  private final Column bounds;

  /** Code of each distinct bound. */
  private final int[] codeOf;

  /** Code of the values between it and the next one. */
  private final int[] codeAbove;

  private ColumnCodes(Column sample) {
    int[] positions = QuantileRanges.bounds(sample, CODES);
    ranges = QuantileRanges.at(sample, positions);
    int[] firsts = ranges.firsts();
    bounds = Column.of(sample.type());
    int[] of = new int[positions.length];
    int[] above = new int[positions.length];
    int n = 0;
    for (int b = 0; b < positions.length; b++) {
      if (b + 1 == positions.length || firsts[b + 1] != firsts[b]) {
        bounds.appendRange(sample, positions[b], 1);
        of[n] = ranges.range(sample, positions[b]);
        above[n++] = b + 2;
      }
    }
    codeOf = Arrays.copyOf(of, n);
    codeAbove = Arrays.copyOf(above, n);
    Storage storage = sample.type().storage();
    boolean integers = n > 0 && (storage == Storage.INT || storage == Storage.LONG);
    long first = integers ? integer(bounds, 0) : 0;
    long last = integers ? integer(bounds, n - 1) : 0;
    lowest = first;
    table = integers && last - first >= 0 && last - first < TABLE ? table(last) : null;
  }

  /**
   * Codes from the quantiles of a sample.
   *
   * @param sample values of the column, which has an order
   */
  public static ColumnCodes of(Column sample) {
    return new ColumnCodes(sample);
  }

  private static long integer(Column c, int i) {
    return c instanceof IntColumn ints ? ints.get(i) : ((LongColumn) c).get(i);
  }

  private char[] table(long last) {
    char[] codes = new char[(int) (last - lowest) + 1];
    for (int k = 0, at = 0; at < codes.length; k++) {
      int offset = (int) (integer(bounds, k) - lowest);
      for (; at < offset; at++) {
        codes[at] = (char) codeAbove[k - 1];
      }
      codes[at++] = (char) codeOf[k];
    }
    return codes;
  }

  /** The codes of the first rows of a column. */
  public void encode(Column column, int rows, char[] out) {
    if (table == null) {
      for (int i = 0; i < rows; i++) {
        out[i] = (char) ranges.range(column, i);
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      if (column.isNull(i)) {
        out[i] = 0;
      } else {
        long at = integer(column, i) - lowest;
        // An overflow is negative, or beyond the table, too.
        out[i] = at >= 0 && at < table.length ? table[(int) at] : (char) ranges.range(column, i);
      }
    }
  }

  /** Which values have codes from {@code first} to {@code last}, both included. */
  public Predicate predicate(String column, int first, int last) {
    List<Predicate> parts = new ArrayList<>();
    int n = codeOf.length;
    int low = 0;
    while (low < n && codeOf[low] < first) {
      low++;
    }
    boolean gapBelow = low == 0 ? first <= 1 : codeAbove[low - 1] >= first;
    if (!gapBelow && low < n) {
      add(parts, column, Predicate.Op.GE, low);
    } else if (low > 0) {
      add(parts, column, Predicate.Op.GT, low - 1);
    }
    int high = n - 1;
    while (high >= 0 && codeOf[high] > last) {
      high--;
    }
    if (high >= 0 && codeAbove[high] > last) {
      add(parts, column, Predicate.Op.LE, high);
    } else if (high + 1 < n) {
      add(parts, column, Predicate.Op.LT, high + 1);
    }
    return parts.isEmpty() ? Predicate.isNotNull(column) : Predicate.and(parts);
  }

  private void add(List<Predicate> parts, String column, Predicate.Op op, int bound) {
    parts.add(Predicate.compare(List.of(column), op, Values.get(bounds, bound)));
  }

  /** The distinct bounds of the ranges, ascending: sampled values. */
  public Column bounds() {
    return bounds;
  }

  /** The code of a bound; the values up to the next one have codes from it on. */
  public int codeOf(int bound) {
    return codeOf[bound];
  }

  /**
   * The smallest sampled bound with at least this code, as of {@link Values}; null if there is
   * none.
   */
  public Object valueFrom(int code) {
    for (int k = 0; k < codeOf.length; k++) {
      if (codeOf[k] >= code) {
        return Values.get(bounds, k);
      }
    }
    return null;
  }

  /**
   * By code a value that has it, or is just below: the nearest bound of the sample, as of {@link
   * Values}. The code of nulls, and codes that no value has, have null.
   */
  public Object[] values() {
    Object[] out = new Object[CODES];
    for (int k = 0; k < codeOf.length; k++) {
      int from = k == 0 ? 1 : codeOf[k];
      int to = k + 1 < codeOf.length ? codeOf[k + 1] : codeAbove[k] + 1;
      Arrays.fill(out, from, Math.min(CODES, to), Values.get(bounds, k));
    }
    return out;
  }

  /** The code of the value of {@link #valueFrom}; {@link #CODES} if there is none. */
  public int codeFrom(int code) {
    for (int of : codeOf) {
      if (of >= code) {
        return of;
      }
    }
    return CODES;
  }
}
