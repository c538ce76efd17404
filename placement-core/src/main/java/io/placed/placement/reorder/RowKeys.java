package io.placed.placement.reorder;

import io.placed.vector.Batch;
import io.placed.vector.LongColumn;

/** Keys that are computed from rows, and by which the rows are sorted. */
interface RowKeys {
  /** Numbers in a key. */
  int words();

  /** Appends the keys of all the rows, one column per word; they compare as signed numbers. */
  void append(Batch batch, LongColumn[] keys);

  /** Keys on a curve. */
  static RowKeys of(CurveKeys curve) {
    return new RowKeys() {
      @Override
      public int words() {
        return curve.words();
      }

      @Override
      public void append(Batch batch, LongColumn[] keys) {
        long[] point = new long[curve.dimensions()];
        long[] key = new long[curve.words()];
        for (int row = 0; row < batch.rows(); row++) {
          curve.key(batch, row, point, key);
          for (int w = 0; w < key.length; w++) {
            keys[w].append(key[w] ^ Long.MIN_VALUE);
          }
        }
      }
    };
  }
}
