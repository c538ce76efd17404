package io.placed.expression;

/** The rows that an evaluator is at. */
final class EvaluatedRows {
  Evaluator.Columns columns;

  /** Positions in the columns, ascending; null = rows 0 to count. */
  int[] positions;

  int count;

  /** Bits of the rows whose errors count; null = all. */
  long[] wanted;

  /** Grows with every set of rows. */
  long number;

  /** Whether a failure in this row is one of the query. */
  boolean matters(int i) {
    return wanted == null || (wanted[i >> 6] >>> i & 1) != 0;
  }
}
