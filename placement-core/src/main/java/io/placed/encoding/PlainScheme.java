package io.placed.encoding;

/** Values as they are; see {@link Plain}. */
final class PlainScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.PLAIN;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return !(values instanceof StringValues) || context.hasRoomFor(1);
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    int n = values.count();
    if (values instanceof StringValues s) {
      long bytes = s.plainBytes();
      return new Estimate(bytes, n * DecodeCost.STRING + bytes * DecodeCost.STRING_BYTE);
    }
    return new Estimate(Plain.integerBytes((IntegerValues) values), n * DecodeCost.PLAIN);
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    return values instanceof StringValues s
        ? Plain.encodeStrings(s, context.child(this, 0), out)
        : Plain.encodeIntegers((IntegerValues) values, out);
  }
}
