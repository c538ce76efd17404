package io.placed.encoding;

/** The halves of 128-bit integers apart: the upper ones are nearly always the same. */
final class SplitScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.SPLIT;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    Int128Values v = (Int128Values) values;
    Estimate high = Choice.estimate(v.highHalves(), context.child(this, 0));
    Estimate low = Choice.estimate(v.lowHalves(), context.child(this, 1));
    return new Estimate(1 + high.bytes() + low.bytes(), high.decodeNanos() + low.decodeNanos());
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    Int128Values v = (Int128Values) values;
    out.u8(id());
    String high = Choice.encode(v.highHalves(), context.child(this, 0), out);
    return "split/" + high + "," + Choice.encode(v.lowHalves(), context.child(this, 1), out);
  }
}
