package io.placed.encoding;

import io.placed.schema.Storage;

/** Lengths of runs of equal values. */
final class RunLength {
  private RunLength() {}

  static IntegerValues lengths(int[] starts, int runs, int n) {
    long[] lengths = new long[runs];
    for (int r = 0; r < runs; r++) {
      int end = r + 1 < runs ? starts[r + 1] : n;
      lengths[r] = (long) end - starts[r];
    }
    return new IntegerValues(Storage.INT, lengths, runs);
  }
}
