package io.placed.encoding;

import io.placed.schema.Storage;

/** See {@link Alp}. */
final class AlpScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.ALP;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1);
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    Alp.Plan plan = ((IntegerValues) values).alp();
    if (plan == null) {
      return null;
    }
    int n = values.count();
    Estimate integers = Choice.estimate(plan.integers(), context.child(this, 0));
    double bytes = 7 + plan.exceptionBytes(n) + integers.bytes();
    double nanos = n * DecodeCost.DECIMAL + integers.decodeNanos();
    if (plan.positions().length > 0) {
      bytes += Choice.estimate(plan.exceptions(), context.child(this, 1)).bytes();
      nanos += plan.positions().length * DecodeCost.EXCEPTION;
    }
    return new Estimate(bytes, nanos);
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    Alp.Plan plan = ((IntegerValues) values).alp();
    if (plan == null) {
      return null;
    }
    int exceptions = plan.positions().length;
    out.u8(id());
    out.u8(plan.exponent());
    out.u8(plan.integers().storage() == Storage.INT ? 4 : 8);
    out.i32(exceptions);
    ExceptionPositions.write(plan.positions(), values.count(), out);
    if (exceptions > 0) {
      Choice.encode(plan.exceptions(), context.child(this, 1), out);
    }
    String integers = Choice.encode(plan.integers(), context.child(this, 0), out);
    return AlpDecoders.describe(plan.exponent(), exceptions, integers);
  }
}
