package io.placed.expression;

import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.DatePart;
import io.placed.expression.Expression.Length;
import io.placed.expression.Expression.Reference;
import io.placed.schema.TypeKind;
import io.placed.vector.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes expressions on some rows of decoded columns, for filters and for aggregates. Equal parts
 * of them are computed once. Arrays are used again for the next rows. For one thread.
 *
 * <p>Integers are computed in 64 bits, and in 128 where that is not enough; every operation checks
 * for overflow unless its operands are too small for it. Where Spark has an error in ANSI mode,
 * there is an {@link ArithmeticFailure}.
 */
public final class Evaluator {
  /** Where columns are. */
  public interface Columns {
    /** Values of all rows, in a type that can be widened to that of the reference. */
    Column values(Reference reference);

    /** Bits of the rows that have a value; null = all. */
    long[] validity(Reference reference);
  }

  private final Operation[] roots;
  private final Map<Expression, Operation> operations = new HashMap<>();
  private final EvaluatedRows rows = new EvaluatedRows();

  public Evaluator(List<Expression> expressions) {
    roots = expressions.stream().map(this::operation).toArray(Operation[]::new);
  }

  private Operation operation(Expression e) {
    Operation known = operations.get(e);
    if (known == null) {
      known = create(e);
      operations.put(e, known);
    }
    return known;
  }

  private Operation create(Expression e) {
    if (e instanceof Reference r) {
      return new ColumnValues(r);
    }
    if (e instanceof Constant c) {
      return new ConstantValues(c);
    }
    if (e instanceof Cast c) {
      return new CastValues(c, operation(c.child()));
    }
    if (e instanceof DatePart p) {
      return new DateParts(p.part(), operation(p.child()));
    }
    if (e instanceof Length l) {
      return new StringLengths(operation(l.child()));
    }
    Arithmetic a = (Arithmetic) e;
    return arithmetic(a, operation(a.left()), operation(a.right()));
  }

  private static Operation arithmetic(Arithmetic a, Operation left, Operation right) {
    return switch (a.type().kind()) {
      case FLOAT, DOUBLE ->
          new FloatingArithmetic(a, left, right, a.type().kind() == TypeKind.FLOAT);
      case DECIMAL -> new DecimalArithmetic(a, left, right);
      default -> new IntegerArithmetic(a, left, right);
    };
  }

  /** Goes to other rows: rows 0 to count. */
  public void start(Columns columns, int count) {
    start(columns, null, count, null);
  }

  /**
   * Goes to other rows.
   *
   * @param positions ascending; null = rows 0 to count
   * @param wanted bits of those rows in which an error is one; null = all. Values of the others may
   *     be wrong
   */
  public void start(Columns columns, int[] positions, int count, long[] wanted) {
    rows.columns = columns;
    rows.positions = positions;
    rows.count = count;
    rows.wanted = wanted;
    rows.number++;
  }

  /**
   * The values of an expression for these rows, until the next ones.
   *
   * @param root number of the expression
   * @throws ArithmeticException if a number does not fit its type, or is divided by zero
   */
  public ExpressionValues values(int root) {
    return roots[root].values(rows);
  }
}
