package io.placed.encoding;

import io.placed.schema.Storage;

/** See {@link Divided}. */
final class DividedScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.DIVIDED;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    IntegerValues v = (IntegerValues) values;
    Divided.Plan plan = v.divided();
    if (plan == null) {
      return null;
    }
    Estimate quotients = Choice.estimate(plan.quotients(), context.child(this, 0));
    Estimate remainders = Choice.estimate(plan.remainders(), context.child(this, 1));
    return new Estimate(
        2 + v.elementBytes() + quotients.bytes() + remainders.bytes(),
        v.count() * DecodeCost.MULTIPLY + quotients.decodeNanos() + remainders.decodeNanos());
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    Divided.Plan plan = v.divided();
    if (plan == null) {
      return null;
    }
    out.u8(id());
    if (v.storage() == Storage.INT) {
      out.i32((int) plan.divisor());
    } else {
      out.i64(plan.divisor());
    }
    out.u8(plan.quotients().storage() == Storage.INT ? 4 : 8);
    String quotients = Choice.encode(plan.quotients(), context.child(this, 0), out);
    String remainders = Choice.encode(plan.remainders(), context.child(this, 1), out);
    return DividedDecoders.describe(plan.divisor(), quotients, remainders);
  }
}
