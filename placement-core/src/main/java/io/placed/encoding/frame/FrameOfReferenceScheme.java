package io.placed.encoding.frame;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link FrameOfReference}. */
final class FrameOfReferenceScheme extends Scheme {
  FrameOfReferenceScheme() {
    super(FrameOfReferenceEncoding.ID, FrameOfReferenceEncoding.NAME, Storage.INT, Storage.LONG);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return true;
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    FrameOfReference.Plan plan = FrameOfReference.plan((IntegerValues) values);
    double nanos =
        values.count() * DecodeCost.FRAME_OF_REFERENCE
            + plan.exceptionCount() * DecodeCost.EXCEPTION;
    return new Estimate(plan.bytes(), nanos);
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    IntegerValues v = (IntegerValues) values;
    return FrameOfReference.encode(
        v.values(), v.count(), v.elementBytes(), FrameOfReference.plan(v), out);
  }
}
