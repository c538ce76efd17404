package io.placed.aggregate;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Operator;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Bits;

/** Arithmetic of integers of 8 to 64 bits; a result that does not fit the type is an error. */
final class IntegerArithmetic extends Evaluator {
  private final Operator operator;
  private final Type type;
  private final Evaluator left;
  private final Evaluator right;

  /** Bits that the type does not have. */
  private final int spare;

  IntegerArithmetic(Arithmetic expression, Evaluator left, Evaluator right) {
    this.operator = expression.operator();
    this.type = expression.type();
    this.left = left;
    this.right = right;
    spare =
        switch (type.kind()) {
          case INT8 -> 56;
          case INT16 -> 48;
          case INT32 -> 32;
          default -> 0;
        };
  }

  @Override
  Numbers evaluate(Batch batch) {
    Numbers x = left.evaluate(batch);
    Numbers y = right.evaluate(batch);
    int n = batch.rows();
    long[] a = x.low;
    long[] b = y.low;
    long[] to = out.startLongs(n);
    out.presentInBoth(x.present, y.present, Bits.words(n));
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
      default -> {
        for (int i = 0; i < n; i++) {
          long r = a[i] * b[i];
          bad |= notEqual(Math.multiplyHigh(a[i], b[i]), r >> 63) | unfit(r);
          to[i] = r;
        }
      }
    }
    if (bad < 0) {
      requireNone(a, b, n);
    }
    return out;
  }

  /** Negative if r does not fit the type. */
  private long unfit(long r) {
    return notEqual(r << spare >> spare, r);
  }

  private static long notEqual(long a, long b) {
    long d = a ^ b;
    return d | -d;
  }

  private void requireNone(long[] a, long[] b, int n) {
    for (int i = 0; i < n; i++) {
      if (out.isPresent(i)) {
        long r =
            switch (operator) {
              case ADD -> Math.addExact(a[i], b[i]);
              case SUBTRACT -> Math.subtractExact(a[i], b[i]);
              default -> Math.multiplyExact(a[i], b[i]);
            };
        if (unfit(r) < 0) {
          throw new ArithmeticException(type + " overflow");
        }
      }
    }
  }
}
