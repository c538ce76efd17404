package io.placed.encoding.entropy;

import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.frame.FrameOfReference;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link EntropyEncoding}. */
final class EntropyScheme extends Scheme {
  /** Minimum number of values; fewer do not pay for the description of the bins. */
  private static final int MIN_COUNT = 256;

  EntropyScheme() {
    super(EntropyEncoding.ID, EntropyEncoding.NAME, Storage.INT, Storage.LONG);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return values.count() >= MIN_COUNT;
  }

  /**
   * What it can save is known from the frame of reference, nearly for free: if all of its bytes are
   * cheaper than the decoding here, no bins are sought.
   */
  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    IntegerValues v = (IntegerValues) values;
    double frames = FrameOfReference.plan(v).bytes();
    double price = context.nanosPerByte();
    if (frames * price <= v.count() * DecodeCost.ENTROPY) {
      return null;
    }
    EntropyPlan plan = EntropyPlan.of(v, price);
    return plan == null || plan.estimate().bytes() >= frames ? null : plan.estimate();
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    EntropyPlan plan = EntropyPlan.of(v, context.nanosPerByte());
    if (plan == null) {
      return null;
    }
    Bins bins = plan.bins();
    boolean mixed = bins.width() == EntropyEncoding.MIXED;
    int n = v.count();
    int vectors = BitPacking.vectors(n);
    out.u8(id());
    bins.write(v.elementBytes(), out);
    int head = out.reserve((mixed ? 4L : 2L) * vectors);
    StateEncoder states = new StateEncoder(bins);
    int filler = mostFrequent(plan.counts());
    for (int vector = 0; vector < vectors; vector++) {
      int from = vector << 10;
      int count = Math.min(BitPacking.VECTOR, n - from);
      if (mixed) {
        int bytes = BinOffsets.write(v.values(), plan.binOf(), from, count, bins, out);
        setU16(out, head + 2 * (vectors + vector), bytes);
      } else {
        int at = out.reserve(BitPacking.packedBytes(count, bins.width()));
        BitPacking.pack(v.values(), from, count, bins.width(), plan.min(), out.array(), at);
      }
      int bits = states.encode(plan.binOf(), from, count, filler, out);
      setU16(out, head + 2 * vector, bits);
    }
    return EntropyEncoding.describe(bins.count(), bins.log(), bins.maxWidth());
  }

  private static void setU16(ByteWriter out, int at, int value) {
    LittleEndian.SHORT.set(out.array(), at, (short) value);
  }

  private static int mostFrequent(int[] counts) {
    int top = 0;
    for (int j = 1; j < counts.length; j++) {
      top = counts[j] > counts[top] ? j : top;
    }
    return top;
  }
}
