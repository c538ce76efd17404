package io.placed.encoding.alp;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.ExceptionPositions;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link Alp}. */
final class AlpScheme extends Scheme {
  AlpScheme() {
    super(AlpEncoding.ID, AlpEncoding.NAME, Storage.FLOAT, Storage.DOUBLE);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    Alp.Plan plan = Alp.plan((IntegerValues) values);
    if (plan == null) {
      return null;
    }
    int n = values.count();
    Estimate integers = context.child(this, 0).estimate(plan.integers());
    double bytes = 7 + plan.exceptionBytes(n) + integers.bytes();
    double nanos = n * DecodeCost.DECIMAL + integers.decodeNanos();
    if (plan.positions().length > 0) {
      bytes += context.child(this, 1).estimate(plan.exceptions()).bytes();
      nanos += plan.positions().length * DecodeCost.EXCEPTION;
    }
    return new Estimate(bytes, nanos);
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    Alp.Plan plan = Alp.plan((IntegerValues) values);
    if (plan == null) {
      return null;
    }
    int exceptions = plan.positions().length;
    out.u8(id());
    out.u8(plan.exponent());
    out.u8(plan.integers().storage() == Storage.INT ? 4 : 8);
    out.u32(exceptions);
    ExceptionPositions.write(plan.positions(), values.count(), out);
    if (exceptions > 0) {
      context.child(this, 1).encode(plan.exceptions(), out);
    }
    String integers = context.child(this, 0).encode(plan.integers(), out);
    return AlpDecoders.describe(plan.exponent(), exceptions, integers);
  }
}
