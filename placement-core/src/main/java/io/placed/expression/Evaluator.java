package io.placed.expression;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.DatePart;
import io.placed.expression.Expression.Length;
import io.placed.expression.Expression.Operator;
import io.placed.expression.Expression.Reference;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Computes expressions on some rows of decoded columns. Integers are computed in 64 bits where the
 * ranges of the expression say that they fit, and every operation checks that they do.
 *
 * <p>Expressions that may fail give an ArithmeticException where Spark has an error; who needs
 * Spark's own leaves them to it.
 */
public final class Evaluator {
  /** Where columns are. */
  public interface Columns {
    /** Values of all rows, in a type that can be widened to that of the reference. */
    Column values(Reference reference);

    /** Bits of the rows that have a value; null = all. */
    long[] validity(Reference reference);
  }

  private final Columns columns;
  private final int[] rows;
  private final int count;

  /**
   * @param rows ascending; null = rows 0 to count
   */
  Evaluator(Columns columns, int[] rows, int count) {
    this.columns = columns;
    this.rows = rows;
    this.count = count;
  }

  Operand evaluate(Expression e) {
    if (e instanceof Reference r) {
      return References.gather(r, columns.values(r), columns.validity(r), rows, count);
    }
    if (e instanceof Constant c) {
      return constant(c);
    }
    if (e instanceof Cast c) {
      return cast(c, evaluate(c.child()));
    }
    if (e instanceof DatePart p) {
      Operand in = evaluate(p.child());
      Operand out = like(in);
      out.longs = DateParts.of(p.part(), in);
      return out;
    }
    if (e instanceof Length l) {
      Operand in = evaluate(l.child());
      Operand out = like(in);
      out.longs = Strings.lengths(in);
      return out;
    }
    Arithmetic a = (Arithmetic) e;
    Operand left = evaluate(a.left());
    Operand right = evaluate(a.right());
    Operand out = new Operand(count);
    out.missing = Operand.union(left, right);
    if (left.doubles != null) {
      out.doubles = doubles(a, left, right, out);
    } else {
      integers(a, left, right, out);
    }
    return out;
  }

  private Operand like(Operand in) {
    Operand out = new Operand(count);
    out.missing = in.missing;
    return out;
  }

  private Operand constant(Constant c) {
    Operand out = new Operand(count);
    if (c.value() == null) {
      out.missing = new boolean[count];
      Arrays.fill(out.missing, true);
    }
    switch (c.type().storage()) {
      case FLOAT, DOUBLE -> {
        out.doubles = new double[count];
        Arrays.fill(out.doubles, c.value() == null ? 0 : (Double) c.value());
      }
      case BYTES -> {
        out.arena = c.value() == null ? new byte[0] : (byte[]) c.value();
        out.starts = new int[count];
        out.lengths = new int[count];
        Arrays.fill(out.lengths, out.arena.length);
      }
      default -> {
        if (c.range() != null && !c.range().fitsLong()) {
          out.bigs = new BigInteger[count];
          Arrays.fill(out.bigs, c.range().low());
        } else {
          out.longs = new long[count];
          Arrays.fill(out.longs, c.range() == null ? value(c) : c.range().low().longValue());
        }
      }
    }
    return out;
  }

  /** Of a boolean. */
  private static long value(Constant c) {
    return c.value() == null ? 0 : (Long) c.value();
  }

  private double[] doubles(Arithmetic a, Operand left, Operand right, Operand out) {
    double[] l = left.doubles;
    double[] r = right.doubles;
    double[] v = new double[count];
    boolean single = a.type().kind() == TypeKind.FLOAT;
    for (int k = 0; k < count; k++) {
      if (r[k] == 0 && divides(a.operator()) && !out.isMissing(k)) {
        throw new ArithmeticException("division by zero in " + a);
      }
      // Of two floats the double is exact enough that rounding it is rounding the true result.
      double x =
          switch (a.operator()) {
            case ADD -> l[k] + r[k];
            case SUBTRACT -> l[k] - r[k];
            case MULTIPLY -> l[k] * r[k];
            case DIVIDE -> l[k] / r[k];
            case REMAINDER -> l[k] % r[k];
          };
      v[k] = single ? (float) x : x;
    }
    return v;
  }

  private static boolean divides(Operator operator) {
    return operator == Operator.DIVIDE || operator == Operator.REMAINDER;
  }

  private void integers(Arithmetic a, Operand left, Operand right, Operand out) {
    boolean sum = a.operator() == Operator.ADD || a.operator() == Operator.SUBTRACT;
    BigInteger l = sum ? a.toScale(a.left()) : BigInteger.ONE;
    BigInteger r = sum ? a.toScale(a.right()) : BigInteger.ONE;
    boolean narrow =
        left.longs != null
            && right.longs != null
            && a.range().fitsLong()
            && a.left().range().times(l).fitsLong()
            && a.right().range().times(r).fitsLong();
    if (narrow) {
      out.longs = longs(a, left.longs, l.longValueExact(), right.longs, r.longValueExact(), out);
    } else {
      BigInteger[] v = bigs(a, left, l, right, r, out);
      store(v, a.range(), out);
    }
  }

  private long[] longs(Arithmetic a, long[] l, long lFactor, long[] r, long rFactor, Operand out) {
    long[] v = new long[count];
    for (int k = 0; k < count; k++) {
      if (out.isMissing(k)) {
        continue;
      }
      long x = lFactor == 1 ? l[k] : Math.multiplyExact(l[k], lFactor);
      long y = rFactor == 1 ? r[k] : Math.multiplyExact(r[k], rFactor);
      v[k] =
          switch (a.operator()) {
            case ADD -> Math.addExact(x, y);
            case SUBTRACT -> Math.subtractExact(x, y);
            case MULTIPLY -> Math.multiplyExact(x, y);
            case DIVIDE, REMAINDER -> x % y;
          };
    }
    return v;
  }

  private BigInteger[] bigs(
      Arithmetic a, Operand l, BigInteger lFactor, Operand r, BigInteger rFactor, Operand out) {
    BigInteger[] v = new BigInteger[count];
    Arrays.fill(v, BigInteger.ZERO);
    for (int k = 0; k < count; k++) {
      if (out.isMissing(k)) {
        continue;
      }
      BigInteger x = l.big(k).multiply(lFactor);
      BigInteger y = r.big(k).multiply(rFactor);
      v[k] =
          switch (a.operator()) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case DIVIDE, REMAINDER -> x.remainder(y);
          };
    }
    return v;
  }

  /** In 64 bits if the range says so. */
  private static void store(BigInteger[] v, Range range, Operand out) {
    if (!range.fitsLong()) {
      out.bigs = v;
      return;
    }
    out.longs = new long[v.length];
    for (int k = 0; k < v.length; k++) {
      out.longs[k] = v[k].longValueExact();
    }
  }

  private Operand cast(Cast c, Operand in) {
    Type from = c.child().type();
    Type to = c.type();
    Operand out = like(in);
    if (to.kind() == TypeKind.FLOAT || to.kind() == TypeKind.DOUBLE) {
      out.doubles = in.doubles != null ? in.doubles : toDoubles(from, to, in);
      return out;
    }
    if (c.range() == null) {
      return in;
    }
    boolean toDay = from.kind() == TypeKind.TIMESTAMP_NTZ && to.kind() == TypeKind.DATE;
    BigInteger factor = Casts.factor(from, to);
    BigInteger[] v = new BigInteger[in.longs != null && c.range().fitsLong() ? 0 : count];
    if (v.length == 0) {
      out.longs = new long[count];
      long f = toDay ? 1 : factor.longValueExact();
      for (int k = 0; k < count; k++) {
        if (!out.isMissing(k)) {
          long x = in.longs[k];
          out.longs[k] =
              toDay
                  ? Math.floorDiv(x, Casts.MICROS_PER_DAY)
                  : f == 1 ? x : Math.multiplyExact(x, f);
        }
      }
      return out;
    }
    Arrays.fill(v, BigInteger.ZERO);
    for (int k = 0; k < count; k++) {
      if (!out.isMissing(k)) {
        v[k] = in.big(k).multiply(factor);
      }
    }
    store(v, c.range(), out);
    return out;
  }

  private double[] toDoubles(Type from, Type to, Operand in) {
    double[] v = new double[count];
    int scale = from instanceof DecimalType d ? d.scale() : 0;
    for (int k = 0; k < count; k++) {
      if (in.isMissing(k)) {
        continue;
      }
      if (scale > 0 || in.bigs != null) {
        v[k] = new BigDecimal(in.big(k), scale).doubleValue();
      } else {
        v[k] = to.kind() == TypeKind.FLOAT ? (float) in.longs[k] : (double) in.longs[k];
      }
    }
    return v;
  }
}
