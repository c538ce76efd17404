package io.placed.encoding.delta;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link Delta}. */
final class DeltaScheme extends Scheme {
  DeltaScheme() {
    super(DeltaEncoding.ID, DeltaEncoding.NAME, Storage.INT, Storage.LONG);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1) && ((IntegerValues) values).mayDelta();
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    Delta.Plan plan = Delta.plan((IntegerValues) values);
    if (plan == null) {
      return null;
    }
    Estimate differences = context.child(this, 1).estimate(plan.differences());
    return new Estimate(
        plan.firstsBytes() + differences.bytes(),
        values.count() * DecodeCost.DELTA + differences.decodeNanos());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    return Delta.encode(v, context.child(this, 0), context.child(this, 1), out);
  }
}
