package io.placed.hive.vector;

import io.placed.vector.Column;
import java.util.Arrays;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;

/** Sets the nulls of a vector. */
final class Nulls {
  private Nulls() {}

  /** Resizes the vector and sets its nulls; the vector is not repeating. */
  static void fill(Column source, ColumnVector target, int rows) {
    target.ensureSize(rows, false);
    target.isRepeating = false;
    boolean[] isNull = target.isNull;
    if (!source.hasNulls()) {
      if (!target.noNulls) {
        Arrays.fill(isNull, false);
        target.noNulls = true;
      }
      return;
    }
    target.noNulls = false;
    long[] validity = source.validity();
    for (int w = 0; w << 6 < rows; w++) {
      long word = validity[w];
      int from = w << 6;
      int end = Math.min(rows, from + 64);
      if (word == -1L) {
        Arrays.fill(isNull, from, end, false);
      } else {
        for (int i = from; i < end; i++) {
          isNull[i] = (word >>> i & 1) == 0;
        }
      }
    }
  }

  /** Whether all of these rows are null. */
  static boolean areAll(Column source, int rows) {
    if (!source.hasNulls()) {
      return false;
    }
    long[] validity = source.validity();
    int last = (rows - 1) >> 6;
    for (int w = 0; w < last; w++) {
      if (validity[w] != 0) {
        return false;
      }
    }
    return validity[last] << (-rows & 63) == 0;
  }

  /** Sets all values to null. */
  static void fillAll(ColumnVector target, int rows) {
    target.ensureSize(rows, false);
    target.isRepeating = false;
    target.noNulls = false;
    Arrays.fill(target.isNull, 0, rows, true);
  }
}
