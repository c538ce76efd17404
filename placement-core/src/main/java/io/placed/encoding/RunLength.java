package io.placed.encoding;

import io.placed.schema.Storage;

/** One value per run of equal ones, and how long each run is. */
final class RunLength {
  private RunLength() {}

  /** About; the caller looks at what was written. */
  static long estimate(PageValues values) {
    long runs = values.runs();
    return 8 + runs + (long) (runs * values.valueBytes());
  }

  static String encode(PageValues values, int depth, ByteWriter out) {
    int n = values.count();
    int runs = values.runs();
    int[] starts = new int[runs];
    values.countRuns(starts);
    out.u8(EncodingId.RUN_LENGTH);
    out.i32(runs);
    String lengths = Choice.encode(lengths(starts, runs, n), depth + 1, false, out);
    // Runs of a few values in turn: a dictionary in the run values is worth a try.
    String heads = Choice.encode(values.gather(starts, runs), depth + 1, depth == 1, out);
    return "runs(" + runs + ")/" + lengths + "," + heads;
  }

  static IntegerValues lengths(int[] starts, int runs, int n) {
    long[] lengths = new long[runs];
    for (int r = 0; r < runs; r++) {
      int end = r + 1 < runs ? starts[r + 1] : n;
      lengths[r] = (long) end - starts[r];
    }
    return new IntegerValues(Storage.INT, lengths, runs);
  }
}
