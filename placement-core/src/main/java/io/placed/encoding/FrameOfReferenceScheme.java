package io.placed.encoding;

/** See {@link FrameOfReference}. */
final class FrameOfReferenceScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.FRAME_OF_REFERENCE;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return true;
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    FrameOfReference.Plan plan = ((IntegerValues) values).frames();
    double nanos =
        values.count() * DecodeCost.FRAME_OF_REFERENCE
            + plan.exceptionCount() * DecodeCost.EXCEPTION;
    return new Estimate(plan.bytes(), nanos);
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    return FrameOfReference.encode(v.values(), v.count(), v.elementBytes(), v.frames(), out);
  }
}
