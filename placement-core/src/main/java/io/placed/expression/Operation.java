package io.placed.expression;

/** A node of an expression that is evaluated; several may hang from one. */
abstract class Operation {
  final Values out = new Values();
  private Values result;
  private long done = -1;

  /** Computes the values of all rows; those of children are there or computed on demand. */
  abstract Values compute(Rows rows);

  /** The values for these rows, computed once. */
  final Values values(Rows rows) {
    if (done != rows.number) {
      result = compute(rows);
      done = rows.number;
    }
    return result;
  }
}
