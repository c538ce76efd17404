package io.placed.encoding.divided;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link Divided}. */
final class DividedScheme extends Scheme {
  DividedScheme() {
    super(DividedEncoding.ID, DividedEncoding.NAME, Storage.INT, Storage.LONG);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    IntegerValues v = (IntegerValues) values;
    Divided.Plan plan = Divided.plan(v);
    if (plan == null) {
      return null;
    }
    Estimate quotients = context.child(this, 0).estimate(plan.quotients());
    Estimate remainders = context.child(this, 1).estimate(plan.remainders());
    return new Estimate(
        2 + v.elementBytes() + quotients.bytes() + remainders.bytes(),
        v.count() * DecodeCost.MULTIPLY + quotients.decodeNanos() + remainders.decodeNanos());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    Divided.Plan plan = Divided.plan(v);
    if (plan == null) {
      return null;
    }
    out.u8(id());
    if (v.storage() == Storage.INT) {
      out.u32((int) plan.divisor());
    } else {
      out.u64(plan.divisor());
    }
    out.u8(plan.quotients().storage() == Storage.INT ? 4 : 8);
    String quotients = context.child(this, 0).encode(plan.quotients(), out);
    String remainders = context.child(this, 1).encode(plan.remainders(), out);
    return DividedDecoders.describe(plan.divisor(), quotients, remainders);
  }
}
