package io.placed.aggregate;

import io.placed.expression.Evaluator;
import io.placed.expression.ExpressionValues;
import io.placed.vector.Bits;

/**
 * The rows of the batch that is being added: which of them count, which group each belongs to, and
 * what expressions are in them.
 */
final class GroupedRows {
  /** The group of rows that do not count, where rows have groups. */
  static final int NONE = 0;

  private final Evaluator evaluator;
  private int count;
  private int[] groups;
  private long[] wanted;
  private long[] both = new long[0];
  private int[] lanes = new int[0];

  /** Of the lanes; -1 = they are not known for this batch. */
  private int lanesShift;

  GroupedRows(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  /**
   * @param groupOfRow null if there is one group
   * @param wantedRows bits of the rows that count; null = all
   */
  void set(int rows, int[] groupOfRow, long[] wantedRows) {
    count = rows;
    groups = groupOfRow;
    wanted = wantedRows;
    lanesShift = -1;
  }

  int count() {
    return count;
  }

  /** The group of each row, {@link #NONE} for those that do not count; null if there is one. */
  int[] groups() {
    return groups;
  }

  /** By row the sum to which it is added, where rows have groups; see {@link Lanes}. */
  int[] lanes(int shift) {
    if (lanesShift == shift) {
      return lanes;
    }
    if (lanes.length < count) {
      lanes = new int[count];
    }
    int last = (1 << shift) - 1;
    for (int i = 0; i < count; i++) {
      lanes[i] = groups[i] << shift | i & last;
    }
    lanesShift = shift;
    return lanes;
  }

  ExpressionValues values(int expression) {
    return evaluator.values(expression);
  }

  /**
   * Bits of the rows that count and in which the value is present; null = all. Where rows have
   * groups those that do not count are in a group of their own and may have bits.
   */
  long[] counted(long[] present) {
    if (groups != null || wanted == null) {
      return present;
    }
    if (present == null) {
      return wanted;
    }
    int words = Bits.words(count);
    if (both.length < words) {
      both = new long[words];
    }
    for (int w = 0; w < words; w++) {
      both[w] = present[w] & wanted[w];
    }
    return both;
  }
}
