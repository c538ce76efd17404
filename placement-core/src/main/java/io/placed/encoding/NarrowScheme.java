package io.placed.encoding;

/** 128-bit integers that fit 64 bits, as an array of those. */
final class NarrowScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.NARROW;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1) && ((Int128Values) values).fitsLongs();
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    Estimate low = Choice.estimate(((Int128Values) values).lowHalves(), context.child(this, 0));
    return new Estimate(1 + low.bytes(), values.count() * DecodeCost.CONSTANT + low.decodeNanos());
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    out.u8(id());
    return "narrow/"
        + Choice.encode(((Int128Values) values).lowHalves(), context.child(this, 0), out);
  }
}
