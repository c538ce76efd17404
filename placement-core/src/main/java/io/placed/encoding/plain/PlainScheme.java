package io.placed.encoding.plain;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.encoding.values.StringValues;
import io.placed.schema.Storage;

/** Values without encoding; see {@link Plain}. */
final class PlainScheme extends Scheme {
  PlainScheme() {
    super(
        PlainEncoding.ID,
        PlainEncoding.NAME,
        Storage.INT,
        Storage.LONG,
        Storage.FLOAT,
        Storage.DOUBLE,
        Storage.BYTES);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return !(values instanceof StringValues) || context.hasRoomFor(1);
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    int n = values.count();
    if (values instanceof StringValues s) {
      long bytes = s.plainBytes();
      return new Estimate(bytes, n * DecodeCost.STRING + bytes * DecodeCost.STRING_BYTE);
    }
    return new Estimate(Plain.integerBytes((IntegerValues) values), n * DecodeCost.PLAIN);
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    return values instanceof StringValues s
        ? Plain.encodeStrings(s, context.child(this, 0), out)
        : Plain.encodeIntegers((IntegerValues) values, out);
  }
}
