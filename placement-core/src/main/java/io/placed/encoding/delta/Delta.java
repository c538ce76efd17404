package io.placed.encoding.delta;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.frame.FrameOfReference;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.IntegerValues;
import io.placed.schema.Storage;

/**
 * Differences between neighbours of one vector, for sorted numbers. The first value of each vector
 * is stored separately, so that a vector can be decoded without those before it.
 */
final class Delta {
  /** Minimum number of values; shorter arrays save too little. */
  private static final int MIN_COUNT = 256;

  private Delta() {}

  /**
   * @param firstsBytes estimated bytes of the first values
   */
  record Plan(IntegerValues differences, long firstsBytes) {}

  /** The plan; null if a trial of one vector shows that it is not worthwhile. */
  static Plan plan(IntegerValues values) {
    return values.plan(Plan.class, () -> values.mayDelta() ? newPlan(values) : null);
  }

  private static Plan newPlan(IntegerValues values) {
    FrameOfReference.Plan frames = FrameOfReference.plan(values);
    int n = values.count();
    if (n < MIN_COUNT || frames.maxWidth() < 3) {
      return null;
    }
    int middle = n / 2 >>> 10 << 10;
    int count = Math.min(BitPacking.VECTOR, n - middle);
    long[] sample = new long[count];
    differences(values, middle, count, sample);
    int width = BitPacking.packedBytes(count, frames.widths()[middle >>> 10]);
    int bytes = values.elementBytes();
    long cost = FrameOfReference.plan(sample, count, bytes).bytes();
    if (cost > 0.7 * (width + frames.exceptions()[middle >>> 10] * (2 + bytes))) {
      return null;
    }
    long[] all = new long[n];
    differences(values, 0, n, all);
    IntegerValues d = new IntegerValues(values.storage(), all, n, false);
    return new Plan(d, (long) BitPacking.vectors(n) * bytes + 5);
  }

  private static void differences(IntegerValues values, int from, int n, long[] out) {
    long[] in = values.values();
    boolean ints = values.storage() == Storage.INT;
    for (int i = 0; i < n; i++) {
      long d = (i & (BitPacking.VECTOR - 1)) == 0 ? 0 : in[from + i] - in[from + i - 1];
      out[i] = ints ? (int) d : d;
    }
  }

  static String encode(
      IntegerValues values, EncodeContext firstsContext, EncodeContext context, ByteWriter out) {
    Plan plan = plan(values);
    if (plan == null) {
      return null;
    }
    int vectors = BitPacking.vectors(values.count());
    long[] firsts = new long[vectors];
    for (int v = 0; v < vectors; v++) {
      firsts[v] = values.values()[v << 10];
    }
    out.u8(DeltaEncoding.ID);
    IntegerValues starts = new IntegerValues(values.storage(), firsts, vectors, false);
    firstsContext.encode(starts, out);
    return "delta/" + context.encode(plan.differences(), out);
  }
}
