package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.ArrayList;
import java.util.List;

/** Bytes of rows, values that several rows share counted for each; at least one bit per value. */
public final class RowBytes {
  private final int fixed;
  private final int[] variable;

  /** For single rows: the part that is equal for all rows is computed once. */
  RowBytes(Schema schema) {
    int sum = 0;
    List<Integer> others = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      Storage storage = schema.field(c).type().storage();
      switch (storage) {
        case BITS -> sum += 1;
        case INT, FLOAT -> sum += 4;
        case LONG, DOUBLE -> sum += 8;
        case INT128 -> sum += 16;
        case BYTES, LENGTHS, NONE -> others.add(c);
      }
    }
    fixed = sum;
    variable = others.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Bytes of one row; validity bits are omitted where they do not matter. */
  long ofRow(Batch batch, int row) {
    long sum = fixed;
    for (int c : variable) {
      sum += of(batch.column(c), row, 1);
    }
    return sum;
  }

  /** Bytes of the rows [from, from + count). */
  public static long of(Batch batch, int from, int count) {
    long sum = 0;
    for (Column c : batch.columns()) {
      sum += of(c, from, count);
    }
    return sum;
  }

  private static long of(Column column, int from, int count) {
    long validity = (count + 7L) / 8;
    return validity
        + switch (column.type().storage()) {
          case BITS -> validity;
          case INT, FLOAT -> 4L * count;
          case LONG, DOUBLE -> 8L * count;
          case INT128 -> 16L * count;
          case BYTES -> ofBytes((BytesColumn) column, from, count);
          case NONE -> {
            long sum = 0;
            for (Column c : ((StructColumn) column).children()) {
              sum += of(c, from, count);
            }
            yield sum;
          }
          case LENGTHS -> {
            if (column instanceof ListColumn l) {
              int start = l.start(from);
              yield 4L * count + of(l.elements(), start, l.offsets()[from + count] - start);
            }
            MapColumn m = (MapColumn) column;
            int start = m.start(from);
            int pairs = m.offsets()[from + count] - start;
            yield 4L * count + of(m.keys(), start, pairs) + of(m.values(), start, pairs);
          }
        };
  }

  private static long ofBytes(BytesColumn column, int from, int count) {
    int[] lengths = column.lengths();
    long sum = 8L * count;
    for (int i = from; i < from + count; i++) {
      if (!column.isNull(i)) {
        sum += lengths[i];
      }
    }
    return sum;
  }

  /**
   * Number of rows, starting with row {@code from} and at most {@code count}, that together have at
   * most {@code limit} bytes; at least 1.
   */
  static int rowsWithin(Batch batch, int from, int count, long limit) {
    int n = count;
    while (n > 1 && of(batch, from, n) > limit) {
      n /= 2;
    }
    return n;
  }
}
