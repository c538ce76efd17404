package io.placed.expression;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Operator;
import java.math.BigInteger;

/**
 * An expression has no value for a row, with what an engine needs to say so in its own words: the
 * operation and its operands.
 */
public final class ArithmeticFailure extends ArithmeticException {
  private static final long serialVersionUID = 1L;

  private final Expression expression;
  private final BigInteger left;
  private final BigInteger right;

  private ArithmeticFailure(
      String message, Expression expression, BigInteger left, BigInteger right) {
    super(message);
    this.expression = expression;
    this.left = left;
    this.right = right;
  }

  static ArithmeticFailure overflow(Arithmetic expression, long left, long right) {
    String symbol = expression.operator().symbol();
    return new ArithmeticFailure(
        expression.type() + " overflow: " + left + " " + symbol + " " + right + " in " + expression,
        expression,
        BigInteger.valueOf(left),
        BigInteger.valueOf(right));
  }

  static ArithmeticFailure byZero(Arithmetic expression) {
    return new ArithmeticFailure("division by zero in " + expression, expression, null, null);
  }

  static ArithmeticFailure cast(Cast expression, BigInteger value) {
    return new ArithmeticFailure(
        value + " does not fit " + expression.type() + " in " + expression,
        expression,
        value,
        null);
  }

  /** An {@link Arithmetic} or a {@link Cast}. */
  public Expression expression() {
    return expression;
  }

  /** Whether something was to be divided by zero; otherwise the result does not fit its type. */
  public boolean isDivisionByZero() {
    return expression instanceof Arithmetic a
        && (a.operator() == Operator.DIVIDE || a.operator() == Operator.REMAINDER);
  }

  /** The left operand, or the value of a cast, unscaled; null where it is divided by zero. */
  public BigInteger left() {
    return left;
  }

  /** The right operand, unscaled; null if there is none. */
  public BigInteger right() {
    return right;
  }
}
