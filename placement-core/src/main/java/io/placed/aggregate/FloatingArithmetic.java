package io.placed.aggregate;

import io.placed.expression.Expression.Operator;
import io.placed.vector.Batch;
import io.placed.vector.Bits;

/**
 * Arithmetic of doubles and floats. Of floats it is done in doubles and rounded: a double has more
 * than twice the digits, so that the result is that of floats.
 */
final class FloatingArithmetic extends Evaluator {
  private final Operator operator;
  private final Evaluator left;
  private final Evaluator right;
  private final boolean floats;

  FloatingArithmetic(Operator operator, Evaluator left, Evaluator right, boolean floats) {
    this.operator = operator;
    this.left = left;
    this.right = right;
    this.floats = floats;
  }

  @Override
  Numbers evaluate(Batch batch) {
    Numbers x = left.evaluate(batch);
    Numbers y = right.evaluate(batch);
    int n = batch.rows();
    double[] a = x.doubles;
    double[] b = y.doubles;
    double[] to = out.startDoubles(n);
    out.presentInBoth(x.present, y.present, Bits.words(n));
    switch (operator) {
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
      default -> {
        for (int i = 0; i < n; i++) {
          if (b[i] == 0 && out.isPresent(i)) {
            throw new ArithmeticException("division by zero");
          }
          to[i] = a[i] / b[i];
        }
      }
    }
    if (floats) {
      for (int i = 0; i < n; i++) {
        to[i] = (float) to[i];
      }
    }
    return out;
  }
}
