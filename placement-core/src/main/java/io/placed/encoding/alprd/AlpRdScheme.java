package io.placed.encoding.alprd;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link AlpRd}. */
final class AlpRdScheme extends Scheme {
  /** Minimum saving as a share of the plain bytes; less does not justify the decoding time. */
  private static final double MIN_SAVING = 0.02;

  AlpRdScheme() {
    super(AlpRdEncoding.ID, AlpRdEncoding.NAME, Storage.FLOAT, Storage.DOUBLE);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    IntegerValues v = (IntegerValues) values;
    AlpRd.Split split = AlpRd.split(v);
    int n = values.count();
    // Size of both arrays as frames of reference, with a base, a width and a count per vector.
    double bytes = 10 + 2.0 * split.lefts().length + split.exceptionShare() * n * 4;
    for (int from = 0; from < n; from += BitPacking.VECTOR) {
      int count = Math.min(BitPacking.VECTOR, n - from);
      bytes +=
          (7.0 + v.elementBytes() + 3)
              + BitPacking.packedBytes(count, split.codeBits())
              + BitPacking.packedBytes(count, split.rightBits());
    }
    if (bytes > (double) n * v.elementBytes() * (1 - MIN_SAVING)) {
      return null;
    }
    double nanos =
        DecodeCost.JOIN
            + 3 * DecodeCost.FRAME_OF_REFERENCE
            + split.exceptionShare() * DecodeCost.EXCEPTION;
    return new Estimate(bytes, n * nanos);
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    AlpRd.Plan plan = AlpRd.plan(v, AlpRd.split(v));
    int[] lefts = plan.split().lefts();
    out.u8(id());
    out.u8(plan.split().rightBits());
    out.u8(lefts.length);
    for (int left : lefts) {
      out.u16(left);
    }
    out.u32(plan.positions().length);
    ExceptionPositions.write(plan.positions(), v.count(), out);
    for (int left : plan.exceptions()) {
      out.u16(left);
    }
    String codes = context.child(this, 0).encode(plan.codes(), out);
    String rights = context.child(this, 1).encode(plan.rights(), out);
    return AlpRdDecoders.describe(plan.split().rightBits(), plan.positions().length, codes, rights);
  }
}
