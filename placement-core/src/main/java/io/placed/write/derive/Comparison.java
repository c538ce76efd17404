package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.encoding.derived.Derivation.Parent;
import io.placed.vector.Bits;
import java.util.ArrayList;
import java.util.List;

/** Compares sampled columns: first a few rows, and the whole sample if they match. */
final class Comparison {
  /** Rows of the first comparison, and how many of them may differ. */
  private static final int TEST_ROWS = 12;

  static final int MAX_MISSES = 1;
  static final int MIN_HITS = 4;

  /** Least saving per value that is worth decoding. */
  static final double MIN_SAVED_BITS = 1.5;

  private static final double MIN_SAVED_SHARE = 0.1;

  /** Approximate fixed cost of a derived page per value. */
  private static final double OVERHEAD_BITS = 0.1;

  private static final long[] DIVISORS = {1, 10, 100, 1000, 10_000};

  private final List<SampleColumn> columns;
  private final boolean cheapParents;
  private final int[] rows;

  /**
   * @param cheapParents whether a column and its parents must be smaller than the column alone
   */
  Comparison(List<SampleColumn> columns, boolean cheapParents) {
    this.columns = columns;
    this.cheapParents = cheapParents;
    int n = columns.isEmpty() ? 0 : columns.get(0).values.length;
    rows = new int[Math.min(n, 2 * TEST_ROWS)];
    for (int r = 0; r < rows.length; r++) {
      rows[r] = (int) ((long) r * n / rows.length) + r % 3;
    }
  }

  /** Candidates for column c, with parents within a distance of columns. */
  List<Candidate> of(int c, int pairReach, int tripleReach) {
    List<Candidate> out = new ArrayList<>();
    SampleColumn child = columns.get(c);
    if (child.bits < MIN_SAVED_BITS) {
      return out;
    }
    int end = Math.min(columns.size(), c + pairReach + 1);
    for (int a = Math.max(0, c - pairReach); a < end; a++) {
      if (a != c && affordable(child, columns.get(a).bits)) {
        pair(c, a, out);
      }
    }
    end = Math.min(columns.size(), c + tripleReach + 1);
    for (int a = Math.max(0, c - tripleReach); a < end; a++) {
      double bits = columns.get(a).bits;
      for (int b = a + 1; b < end && affordable(child, bits); b++) {
        if (a != c && b != c && affordable(child, bits + columns.get(b).bits)) {
          triple(c, a, b, out);
        }
      }
    }
    return out;
  }

  private boolean affordable(SampleColumn child, double parentBits) {
    return !cheapParents || parentBits <= child.bits - MIN_SAVED_BITS;
  }

  private void pair(int c, int a, List<Candidate> out) {
    SampleColumn child = columns.get(c);
    SampleColumn parent = columns.get(a);
    int scale = commonScale(child, parent, parent);
    if (scale >= 0 && mayBeNear(child, parent, scale)) {
      add(Function.COPY, 1, c, new int[] {a}, scale, out);
    }
    for (long divisor : DIVISORS) {
      if (testFactor(child, parent, divisor)) {
        add(Function.FACTOR, divisor, c, new int[] {a}, -1, out);
      }
    }
    if (scale >= 0) {
      long divisor = ConstantSearch.remainder(child, parent, scale, rows);
      if (divisor > 1) {
        add(Function.REMAINDER, divisor, c, new int[] {a}, scale, out);
      }
    }
    long factor = ConstantSearch.multiple(child, parent);
    if (factor > 1) {
      add(Function.MULTIPLE, factor, c, new int[] {a}, -1, out);
    }
  }

  private void triple(int c, int a, int b, List<Candidate> out) {
    SampleColumn child = columns.get(c);
    SampleColumn x = columns.get(a);
    SampleColumn y = columns.get(b);
    int scale = commonScale(child, x, y);
    if (scale >= 0) {
      if (test(Function.SUM, 1, child, x, y, scale)) {
        add(Function.SUM, 1, c, new int[] {a, b}, scale, out);
      }
      if (test(Function.DIFFERENCE, 1, child, x, y, scale)) {
        add(Function.DIFFERENCE, 1, c, new int[] {a, b}, scale, out);
      }
      if (test(Function.DIFFERENCE, 1, child, y, x, scale)) {
        add(Function.DIFFERENCE, 1, c, new int[] {b, a}, scale, out);
      }
      combination(c, a, b, scale, out);
      combination(c, b, a, scale, out);
    }
    if (scale == 0) {
      times(c, a, b, out);
      times(c, b, a, out);
    }
    int digits = x.digits + y.digits - child.digits;
    if (digits >= 0 && digits <= 12) {
      long divisor = (long) Math.pow(10, digits);
      if (test(Function.PRODUCT, divisor, child, x, y, -1)) {
        add(Function.PRODUCT, divisor, c, new int[] {a, b}, -1, out);
      }
    }
  }

  private void combination(int c, int a, int b, int scale, List<Candidate> out) {
    long factor =
        ConstantSearch.combination(columns.get(c), columns.get(a), columns.get(b), scale, rows);
    if (factor > 1) {
      add(Function.COMBINATION, factor, c, new int[] {a, b}, scale, out);
    }
  }

  private void times(int c, int a, int b, List<Candidate> out) {
    SampleColumn child = columns.get(c);
    SampleColumn x = columns.get(a);
    SampleColumn y = columns.get(b);
    if (!x.timeOfDay) {
      return;
    }
    if (child.timeOfDay && ConstantSearch.isTimeSum(child, x, y, rows)) {
      add(Function.TIME_SUM, 1, c, new int[] {a, b}, 0, out);
    }
    long before = y.timeOfDay ? ConstantSearch.timeDifference(child, x, y, rows) : 0;
    if (before > 0) {
      add(Function.TIME_DIFFERENCE, before, c, new int[] {a, b}, 0, out);
    }
  }

  /** Decimal places to which all can be scaled; -1 if impossible. */
  private static int commonScale(SampleColumn c, SampleColumn a, SampleColumn b) {
    int digits = Math.max(c.digits, Math.max(a.digits, b.digits));
    return fits(c, digits) && fits(a, digits) && fits(b, digits) ? digits : -1;
  }

  /** Decimals may have more decimal places than a floating-point column. */
  private static boolean fits(SampleColumn c, int digits) {
    return c.floating ? digits <= Derivation.MAX_SCALE : c.digits == digits;
  }

  static boolean there(int row, SampleColumn c, SampleColumn a, SampleColumn b) {
    return Bits.get(c.usable, row) && Bits.get(a.usable, row) && Bits.get(b.usable, row);
  }

  /** Whether the differences of some rows span fewer bits than the values do. */
  private boolean mayBeNear(SampleColumn c, SampleColumn a, int scale) {
    long fc = c.factorTo(scale);
    long fa = a.factorTo(scale);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    int seen = 0;
    for (int row : rows) {
      if (there(row, c, a, a)) {
        long d = c.values[row] * fc - a.values[row] * fa;
        min = Math.min(min, d);
        max = Math.max(max, d);
        seen++;
      }
    }
    // Some may be exceptions, so only clearly bad candidates are skipped.
    long range = max - min;
    int width = range < 0 ? 64 : 64 - Long.numberOfLeadingZeros(range);
    return seen >= MIN_HITS && width <= c.bits + 6;
  }

  private boolean testFactor(SampleColumn c, SampleColumn a, long divisor) {
    int hits = 0;
    int misses = 0;
    for (int row : rows) {
      if (there(row, c, a, a) && a.values[row] != 0) {
        long q = factor(c.values[row], a.values[row], divisor);
        if (Math.floorDiv(a.values[row] * q, divisor) == c.values[row]) {
          hits++;
        } else if (++misses > MAX_MISSES) {
          return false;
        }
      }
    }
    return hits >= MIN_HITS;
  }

  private static long factor(long c, long a, long divisor) {
    long target = c * divisor;
    long q = Math.floorDiv(target, a);
    return a > 0 && q * a != target ? q + 1 : q;
  }

  private boolean test(
      Function f, long divisor, SampleColumn c, SampleColumn a, SampleColumn b, int scale) {
    long fc = scale < 0 ? 1 : c.factorTo(scale);
    long fa = scale < 0 ? 1 : a.factorTo(scale);
    long fb = scale < 0 ? 1 : b.factorTo(scale);
    // Rounding to the nearest instead of down leaves residuals of 0 and 1.
    long tolerance = divisor > 1 ? 1 : 0;
    int hits = 0;
    int misses = 0;
    for (int row : rows) {
      if (there(row, c, a, b)) {
        long x = a.values[row] * fa;
        long y = b.values[row] * fb;
        long off = c.values[row] * fc - value(f, divisor, x, y);
        if (off >= -tolerance && off <= tolerance) {
          hits++;
        } else if (++misses > MAX_MISSES) {
          return false;
        }
      }
    }
    return hits >= MIN_HITS;
  }

  private static long value(Function f, long divisor, long x, long y) {
    return switch (f) {
      case SUM -> x + y;
      case DIFFERENCE -> x - y;
      case PRODUCT -> divisor == 1 ? x * y : Math.floorDiv(x * y, divisor);
      default -> throw new IllegalArgumentException(f + " is tested elsewhere");
    };
  }

  /** Computes the residuals of the sample, and adds the candidate if it pays. */
  private void add(Function f, long divisor, int c, int[] parents, int scale, List<Candidate> out) {
    SampleColumn child = columns.get(c);
    SampleColumn a = columns.get(parents[0]);
    SampleColumn b = columns.get(parents[parents.length - 1]);
    int n = child.values.length;
    long fc = scale < 0 ? 1 : child.factorTo(scale);
    long fa = scale < 0 ? 1 : a.factorTo(scale);
    long fb = scale < 0 ? 1 : b.factorTo(scale);
    long[] x = new long[n];
    long[] y = new long[n];
    long[] bothUsable = new long[a.usable.length];
    int orphans = 0;
    long factor = 0;
    for (int i = 0; i < n; i++) {
      if (!Bits.get(child.usable, i)) {
        continue;
      }
      if (!Bits.get(a.usable, i) || !Bits.get(b.usable, i)) {
        orphans++;
        continue;
      }
      Bits.set(bothUsable, i);
      x[i] = a.values[i] * fa;
      y[i] = b.values[i] * fb;
      if (f == Function.FACTOR) {
        factor = x[i] == 0 ? factor : factor(child.values[i], x[i], divisor);
        y[i] = factor;
      }
    }
    Derivation derivation = derivation(f, divisor, child, parents, scale);
    long[] left = new long[n];
    derivation.apply(x, y, left, n);
    for (int i = 0; i < n; i++) {
      left[i] = child.values[i] * fc - left[i];
    }
    double bits = BitCost.of(BitCost.filled(left, bothUsable, bothUsable), n) + OVERHEAD_BITS;
    if (f == Function.FACTOR) {
      bits += BitCost.of(BitCost.filled(y, bothUsable, bothUsable), n);
    }
    bits += child.bits * orphans / n;
    double saved = child.bits - bits;
    if (!isWorthwhile(saved, child.bits)) {
      return;
    }
    double parentBits = 0;
    int[] ordinals = new int[parents.length];
    for (int p = 0; p < parents.length; p++) {
      ordinals[p] = columns.get(parents[p]).ordinal;
      parentBits += columns.get(parents[p]).bits;
    }
    out.add(new Candidate(child.ordinal, ordinals, derivation, saved, parentBits));
  }

  /** Whether bits per value, of those without derivation, are worth decoding. */
  static boolean isWorthwhile(double saved, double of) {
    return saved >= Math.max(MIN_SAVED_BITS, MIN_SAVED_SHARE * of);
  }

  private Derivation derivation(
      Function f, long divisor, SampleColumn child, int[] parents, int scale) {
    List<Parent> named = new ArrayList<>();
    for (int p : parents) {
      SampleColumn s = columns.get(p);
      named.add(new Parent(s.name, s.floating ? (scale < 0 ? s.scale : scale) : 0));
    }
    int ownScale = child.floating ? (scale < 0 ? child.scale : scale) : 0;
    return new Derivation(f, divisor, ownScale, named);
  }
}
