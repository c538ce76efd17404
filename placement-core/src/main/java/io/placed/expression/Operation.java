package io.placed.expression;

/** A node of an expression that is evaluated; several may hang from one. */
abstract class Operation {
  final ExpressionValues out = new ExpressionValues();
  private ExpressionValues result;
  private long done = -1;

  /** Computes the values of all rows; those of children are there or computed on demand. */
  abstract ExpressionValues compute(EvaluatedRows rows);

  /** The values for these rows, computed once. */
  final ExpressionValues values(EvaluatedRows rows) {
    if (done != rows.number) {
      result = compute(rows);
      done = rows.number;
    }
    return result;
  }
}
