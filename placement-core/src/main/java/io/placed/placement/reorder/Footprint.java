package io.placed.placement.reorder;

import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;

/** Heap bytes of a batch: the full length of its arrays, including unused elements. */
final class Footprint {
  /** Header of an array. The padding of arrays to eight bytes is ignored. */
  private static final int ARRAY = 16;

  private Footprint() {}

  static long of(Batch batch) {
    long sum = 0;
    for (Column c : batch.columns()) {
      sum += of(c);
    }
    return sum;
  }

  private static long of(Column column) {
    long[] validity = column.validity();
    long sum = validity == null ? 0 : array(validity.length, 8);
    if (column instanceof LongColumn c) {
      return sum + array(c.values().length, 8);
    } else if (column instanceof IntColumn c) {
      return sum + array(c.values().length, 4);
    } else if (column instanceof DoubleColumn c) {
      return sum + array(c.values().length, 8);
    } else if (column instanceof FloatColumn c) {
      return sum + array(c.values().length, 4);
    } else if (column instanceof BooleanColumn c) {
      return sum + array(c.words().length, 8);
    } else if (column instanceof Int128Column c) {
      return sum + 2 * array(c.high().length, 8);
    } else if (column instanceof BytesColumn c) {
      return sum + array(c.arena().length, 1) + 2 * array(c.starts().length, 4);
    } else if (column instanceof StructColumn c) {
      for (Column child : c.children()) {
        sum += of(child);
      }
      return sum;
    } else if (column instanceof ListColumn c) {
      return sum + array(c.offsets().length, 4) + of(c.elements());
    }
    MapColumn c = (MapColumn) column;
    return sum + array(c.offsets().length, 4) + of(c.keys()) + of(c.values());
  }

  private static long array(int length, int width) {
    return ARRAY + (long) length * width;
  }
}
