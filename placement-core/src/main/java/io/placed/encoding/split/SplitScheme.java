package io.placed.encoding.split;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.Int128Values;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** 128-bit integers as two arrays of halves, of which the upper ones are nearly always equal. */
final class SplitScheme extends Scheme {
  SplitScheme() {
    super(SplitEncoding.ID, SplitEncoding.NAME, Storage.INT128);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    Int128Values v = (Int128Values) values;
    Estimate high = context.child(this, 0).estimate(v.highHalves());
    Estimate low = context.child(this, 1).estimate(v.lowHalves());
    return new Estimate(1 + high.bytes() + low.bytes(), high.decodeNanos() + low.decodeNanos());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    Int128Values v = (Int128Values) values;
    out.u8(id());
    String high = context.child(this, 0).encode(v.highHalves(), out);
    return "split/" + high + "," + context.child(this, 1).encode(v.lowHalves(), out);
  }
}
