package io.placed.statistics;

import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.Column;

/** Smallest and largest value of one kind of array; feeds hashes to the sketch on the way. */
abstract class ValueTracker {
  /** A tracker for values of this type, null if they have no order. */
  static ValueTracker of(Type type) {
    return switch (type.storage()) {
      case BITS, INT, LONG -> new LongTracker();
      case FLOAT, DOUBLE -> new DoubleTracker();
      case INT128 -> new Int128Tracker();
      case BYTES -> new BytesTracker();
      case LENGTHS, NONE -> null;
    };
  }

  /**
   * @param validity bitmap of the column; null = all of the range are present
   */
  abstract void add(Column column, long[] validity, int from, int count, DistinctSketch distinct);

  abstract void merge(ValueTracker other);

  /** Null before the first comparable value. */
  abstract Object min();

  abstract Object max();

  abstract void reset();

  long nanCount() {
    return 0;
  }

  static boolean present(long[] validity, int i) {
    return validity == null || Bits.get(validity, i);
  }
}
