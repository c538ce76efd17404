package io.placed.expression;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Operator;
import io.placed.vector.Bits;

/** Arithmetic of floating point numbers. */
final class FloatingArithmetic extends Operation {
  private final Arithmetic expression;
  private final Operation left;
  private final Operation right;

  /** Whether results are rounded to float; of two floats the double is exact enough for that. */
  private final boolean floats;

  FloatingArithmetic(Arithmetic expression, Operation left, Operation right, boolean floats) {
    this.expression = expression;
    this.left = left;
    this.right = right;
    this.floats = floats;
  }

  @Override
  ExpressionValues compute(EvaluatedRows rows) {
    ExpressionValues x = left.values(rows);
    ExpressionValues y = right.values(rows);
    int n = rows.count;
    double[] a = x.doubles();
    double[] b = y.doubles();
    double[] to = out.startDoubles(n);
    out.presentInBoth(x, y, Bits.words(n));
    switch (expression.operator()) {
      case ADD -> {
        for (int i = 0; i < n; i++) {
          to[i] = a[i] + b[i];
        }
      }
      case SUBTRACT -> {
        for (int i = 0; i < n; i++) {
          to[i] = a[i] - b[i];
        }
      }
      case MULTIPLY -> {
        for (int i = 0; i < n; i++) {
          to[i] = a[i] * b[i];
        }
      }
      default -> divide(a, b, rows, to);
    }
    if (floats) {
      for (int i = 0; i < n; i++) {
        to[i] = (float) to[i];
      }
    }
    return out;
  }

  private void divide(double[] a, double[] b, EvaluatedRows rows, double[] to) {
    boolean quotient = expression.operator() == Operator.DIVIDE;
    for (int i = 0; i < rows.count; i++) {
      if (b[i] == 0 && out.isPresent(i) && rows.matters(i)) {
        throw ArithmeticFailure.byZero(expression);
      }
      to[i] = quotient ? a[i] / b[i] : a[i] % b[i];
    }
  }
}
