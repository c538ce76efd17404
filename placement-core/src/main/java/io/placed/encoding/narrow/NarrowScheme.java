package io.placed.encoding.narrow;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.Int128Values;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** 128-bit integers that fit 64 bits, as a LONG array. */
final class NarrowScheme extends Scheme {
  NarrowScheme() {
    super(NarrowEncoding.ID, NarrowEncoding.NAME, Storage.INT128);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1) && ((Int128Values) values).fitsLongs();
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    Estimate low = context.child(this, 0).estimate(((Int128Values) values).lowHalves());
    return new Estimate(1 + low.bytes(), values.count() * DecodeCost.CONSTANT + low.decodeNanos());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    out.u8(id());
    return "narrow/" + context.child(this, 0).encode(((Int128Values) values).lowHalves(), out);
  }
}
