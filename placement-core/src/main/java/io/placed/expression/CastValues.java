package io.placed.expression;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Values in another type; see {@link Casts#known}. */
final class CastValues extends Operation {
  /** Exactly representable in a double, as are all smaller powers of ten. */
  private static final int EXACT_POWER = 22;

  private static final long EXACT_INTEGER = 1L << 53;

  private final Expression.Cast expression;
  private final Operation operand;
  private final Type from;
  private final Type to;
  private final BigInteger factor;

  /** What results have to lie in; null if all of them do. */
  private final Range checked;

  CastValues(Expression.Cast cast, Operation operand) {
    this.expression = cast;
    this.operand = operand;
    this.from = cast.child().type();
    this.to = cast.type();
    Range all = Range.of(to);
    boolean integers = all != null && cast.child().range() != null;
    this.factor = integers ? Casts.factor(from, to) : null;
    this.checked =
        integers && !Casts.range(cast.child().range(), from, to).within(all) ? all : null;
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    ExpressionValues in = operand.values(rows);
    int n = rows.count;
    if (to.kind() == TypeKind.FLOAT || to.kind() == TypeKind.DOUBLE) {
      return in.doubles() != null ? in : floating(in, n);
    }
    if (factor == null) {
      return in;
    }
    ExpressionValues result = in;
    if (from.kind() == TypeKind.TIMESTAMP_NTZ && to.kind() == TypeKind.DATE) {
      result = days(in, n);
    } else if (!factor.equals(BigInteger.ONE)) {
      DecimalArithmetic.multiply(in, factor, n, out);
      result = out;
    }
    // 128 bits where only decimals may have them: an overflow, or of a missing value.
    if (checked != null || result.high() != null && to.kind() != TypeKind.DECIMAL) {
      requireFit(result, rows);
    }
    return result;
  }

  private void requireFit(ExpressionValues v, EvaluatedRows rows) {
    Range all = Range.of(to);
    if (v.high() == null && v.magnitudeBits(rows.count) < all.high().bitLength()) {
      return;
    }
    for (int i = 0; i < rows.count; i++) {
      if (v.isPresent(i) && rows.matters(i) && !all.contains(v.integer(i))) {
        throw ArithmeticFailure.cast(expression, operand.values(rows).integer(i));
      }
    }
  }

  private ExpressionValues days(ExpressionValues in, int n) {
    out.presence(in.present());
    long[] days = out.startLongs(n);
    for (int i = 0; i < n; i++) {
      days[i] = Math.floorDiv(in.low()[i], Casts.MICROS_PER_DAY);
    }
    return out;
  }

  private ExpressionValues floating(ExpressionValues in, int n) {
    out.presence(in.present());
    double[] result = out.startDoubles(n);
    int scale = from instanceof DecimalType d ? d.scale() : 0;
    long[] low = in.low();
    if (to.kind() == TypeKind.FLOAT) {
      for (int i = 0; i < n; i++) {
        result[i] = (float) low[i];
      }
    } else if (scale == 0 && in.high() == null) {
      for (int i = 0; i < n; i++) {
        result[i] = low[i];
      }
    } else {
      double power = Math.pow(10, Math.min(scale, EXACT_POWER));
      for (int i = 0; i < n; i++) {
        // The quotient of two exact numbers is the double nearest to the decimal.
        result[i] =
            in.high() == null && scale <= EXACT_POWER && Math.abs(low[i]) <= EXACT_INTEGER
                ? low[i] / power
                : new BigDecimal(in.integer(i), scale).doubleValue();
      }
    }
    return out;
  }
}
