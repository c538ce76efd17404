package io.placed.expression;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Operator;
import io.placed.schema.Type;
import io.placed.vector.Bits;

/** Arithmetic of integers of 8 to 64 bits; a result that does not fit the type is an error. */
final class IntegerArithmetic extends Operation {
  private final Arithmetic expression;
  private final Operator operator;
  private final Operation left;
  private final Operation right;

  /** Bits that the type does not have. */
  private final int spare;

  IntegerArithmetic(Arithmetic expression, Operation left, Operation right) {
    this.expression = expression;
    this.operator = expression.operator();
    this.left = left;
    this.right = right;
    Type type = expression.type();
    spare =
        switch (type.kind()) {
          case INT8 -> 56;
          case INT16 -> 48;
          case INT32 -> 32;
          default -> 0;
        };
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    ExpressionValues x = left.values(rows);
    ExpressionValues y = right.values(rows);
    int n = rows.count;
    long[] a = x.low();
    long[] b = y.low();
    long[] to = out.startLongs(n);
    out.presentInBoth(x, y, Bits.words(n));
    // Whether any result overflows, those of missing values too; looked at closely only then.
    long bad = 0;
    switch (operator) {
      case ADD -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] + b[i];
          bad |= (a[i] ^ r) & (b[i] ^ r) | unfit(r);
          to[i] = r;
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] - b[i];
          bad |= (a[i] ^ b[i]) & (a[i] ^ r) | unfit(r);
          to[i] = r;
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] * b[i];
          bad |= notEqual(Math.multiplyHigh(a[i], b[i]), r >> 63) | unfit(r);
          to[i] = r;
        }
      }
      default -> {
        for (int i = 0; i < n; i++) {
          bad |= b[i] == 0 ? -1 : 0;
          to[i] = b[i] == 0 ? 0 : a[i] % b[i];
        }
      }
    }
    if (bad < 0) {
      requireNone(a, b, rows);
    }
    return out;
  }

  private boolean fits(long a, long b) {
    try {
      long r =
          switch (operator) {
            case ADD -> Math.addExact(a, b);
            case SUBTRACT -> Math.subtractExact(a, b);
            default -> Math.multiplyExact(a, b);
          };
      return unfit(r) >= 0;
    } catch (ArithmeticException e) {
      return false; // Not even 64 bits.
    }
  }

  /** Negative if r does not fit the type. */
  private long unfit(long r) {
    return notEqual(r << spare >> spare, r);
  }

  private static long notEqual(long a, long b) {
    long d = a ^ b;
    return d | -d;
  }

  private void requireNone(long[] a, long[] b, EvaluatedRows rows) {
    for (int i = 0; i < rows.count; i++) {
      if (!out.isPresent(i) || !rows.matters(i)) {
        continue;
      }
      if (operator == Operator.REMAINDER) {
        if (b[i] == 0) {
          throw ArithmeticFailure.byZero(expression);
        }
        continue;
      }
      if (!fits(a[i], b[i])) {
        throw ArithmeticFailure.overflow(expression, a[i], b[i]);
      }
    }
  }
}
