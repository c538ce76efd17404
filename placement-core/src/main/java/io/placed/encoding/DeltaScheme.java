package io.placed.encoding;

/** See {@link Delta}. */
final class DeltaScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.DELTA;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1) && ((IntegerValues) values).mayDelta();
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    Delta.Plan plan = ((IntegerValues) values).delta();
    if (plan == null) {
      return null;
    }
    Estimate differences = Choice.estimate(plan.differences(), context.child(this, 1));
    return new Estimate(
        plan.firstsBytes() + differences.bytes(),
        values.count() * DecodeCost.DELTA + differences.decodeNanos());
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    return Delta.encode(v, context.child(this, 0), context.child(this, 1), out);
  }
}
