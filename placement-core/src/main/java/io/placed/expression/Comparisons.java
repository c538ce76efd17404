package io.placed.expression;

import java.util.Arrays;
import java.util.List;

/**
 * Compares two expressions of one type on some rows. NaN equals NaN and is above all numbers, -0.0
 * is 0.0, strings and binary are compared byte by byte. For one thread.
 */
public final class Comparisons {
  /** Which of the signs −1, 0 and 1 of a comparison are wanted, as the bits 1, 2 and 4. */
  private final int signs;

  private final boolean nullSafe;
  private final Evaluator evaluator;

  /**
   * @param signs bit 0 for below, bit 1 for equal, bit 2 for above
   * @param nullSafe whether null equals null, and differs from everything else; otherwise rows
   *     where one side is null are not taken
   */
  public Comparisons(Expression left, Expression right, int signs, boolean nullSafe) {
    this.signs = signs;
    this.nullSafe = nullSafe;
    this.evaluator = new Evaluator(List.of(left, right));
  }

  /**
   * Keeps the rows whose comparison has one of the signs.
   *
   * @param rows ascending; null = rows 0 to count
   * @param out may be the same array as {@code rows}
   * @return how many are kept
   */
  public int filter(Evaluator.Columns columns, int[] rows, int count, int[] out) {
    evaluator.start(columns, rows, count, null);
    ExpressionValues l = evaluator.values(0);
    ExpressionValues r = evaluator.values(1);
    int n = 0;
    for (int k = 0; k < count; k++) {
      boolean leftMissing = !l.isPresent(k);
      boolean rightMissing = !r.isPresent(k);
      boolean keep;
      if (leftMissing || rightMissing) {
        int sign = leftMissing == rightMissing ? 0 : 1;
        keep = nullSafe && (signs >> sign + 1 & 1) != 0;
      } else {
        keep = (signs >> compare(l, r, k) + 1 & 1) != 0;
      }
      int row = rows == null ? k : rows[k];
      out[n] = row;
      n += keep ? 1 : 0;
    }
    return n;
  }

  private static int compare(ExpressionValues l, ExpressionValues r, int k) {
    if (l.doubles() != null) {
      double a = l.doubles()[k];
      double b = r.doubles()[k];
      return a == b ? 0 : Double.compare(a, b);
    }
    if (l.arena() != null) {
      int a = l.starts()[k];
      int b = r.starts()[k];
      return Integer.signum(
          Arrays.compareUnsigned(
              l.arena(), a, a + l.lengths()[k], r.arena(), b, b + r.lengths()[k]));
    }
    return l.high() == null && r.high() == null
        ? Long.compare(l.low()[k], r.low()[k])
        : l.integer(k).compareTo(r.integer(k));
  }
}
