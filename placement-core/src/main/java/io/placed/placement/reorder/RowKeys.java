package io.placed.placement.reorder;

import io.placed.vector.Batch;
import io.placed.vector.LongColumn;

/** Computes sort keys from rows. */
interface RowKeys {
  /** Number of words of a key. */
  int words();

  /** Appends the keys of all rows, one column per word. Words compare as signed numbers. */
  void append(Batch batch, LongColumn[] keys);

  /** Positions on a curve. */
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
