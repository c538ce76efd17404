package io.placed.encoding.frequent;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.bool.Booleans;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import io.placed.vector.Bits;

/** One frequent value, the positions of the exceptions, and their values. */
final class FrequentScheme extends Scheme {
  private static final int MIN_COUNT = 128;

  /**
   * Minimum frequency, as one slot in this number. If the value is rarer, one bit per slot costs
   * more than is saved.
   */
  private static final int RAREST = 5;

  FrequentScheme() {
    super(
        FrequentEncoding.ID,
        FrequentEncoding.NAME,
        Storage.INT,
        Storage.LONG,
        Storage.FLOAT,
        Storage.DOUBLE,
        Storage.INT128,
        Storage.BYTES);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(2) && values.count() >= MIN_COUNT;
  }

  /**
   * The frequent value, found in the sample, and the other values, which are counted exactly.
   *
   * @param others bit i is set if value i is an exception
   * @param exceptions the values of the exceptions
   */
  private record Plan(PageValues value, long[] others, PageValues exceptions) {}

  /** Null if no value is frequent enough. */
  private static Plan plan(PageValues values) {
    return values.plan(
        Plan.class,
        () -> {
          PageValues value = values.mostFrequent(RAREST);
          if (value == null) {
            return null;
          }
          int n = values.count();
          long[] others = values.othersThan(value);
          int rest = Bits.count(others, 0, n);
          return new Plan(value, others, values.gather(positions(others, n, rest), rest));
        });
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    Plan plan = plan(values);
    if (plan == null) {
      return null;
    }
    int n = values.count();
    int rest = plan.exceptions().count();
    Estimate exceptions = context.child(this, 1).estimate(plan.exceptions());
    double places = Math.min(n / 8.0, Booleans.blocks(n) + Math.min(rest, n - rest));
    double nanos = n * DecodeCost.FREQUENT + rest * DecodeCost.FREQUENT_EXCEPTION;
    return new Estimate(
        10 + plan.value().valueBytes() + places + exceptions.bytes(),
        nanos + exceptions.decodeNanos());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    Plan plan = plan(values);
    if (plan == null) {
      return null;
    }
    int rest = plan.exceptions().count();
    out.u8(id());
    plan.value().writeConstant(out);
    out.u32(rest);
    String where =
        Booleans.encode(plan.others(), values.count(), context.child(this, 0).child(this, 0), out);
    return "frequent("
        + rest
        + ")/"
        + where
        + ","
        + context.child(this, 1).encode(plan.exceptions(), out);
  }

  private static int[] positions(long[] bits, int n, int count) {
    int[] out = new int[count];
    int k = 0;
    for (int w = 0; w < Bits.words(n); w++) {
      for (long word = bits[w]; word != 0; word &= word - 1) {
        out[k++] = (w << 6) + Long.numberOfTrailingZeros(word);
      }
    }
    return out;
  }
}
