package io.placed.encoding.runlength;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** See {@link RunLengthEncoding}. */
final class RunLengthScheme extends Scheme {
  RunLengthScheme() {
    super(
        RunLengthEncoding.ID,
        RunLengthEncoding.NAME,
        Storage.INT,
        Storage.LONG,
        Storage.FLOAT,
        Storage.DOUBLE,
        Storage.INT128,
        Storage.BYTES);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(2) && values.runs() * 2L <= values.count();
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    Estimate lengths = context.child(this, 0).estimate(values.runLengths());
    Estimate heads = heads(context).estimate(values.runHeads());
    double own = values.count() * DecodeCost.RUN_VALUE + values.runs() * DecodeCost.RUN;
    return new Estimate(
        5 + lengths.bytes() + heads.bytes(), own + lengths.decodeNanos() + heads.decodeNanos());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    out.u8(id());
    out.u32(values.runs());
    String lengths = context.child(this, 0).encode(values.runLengths(), out);
    String heads = heads(context).encode(values.runHeads(), out);
    return "runs(" + values.runs() + ")/" + lengths + "," + heads;
  }

  /**
   * Runs often alternate between a few values, so that a dictionary of the run values is tried too.
   */
  private EncodeContext heads(EncodeContext context) {
    return context.child(this, 1, context.depth() == 1);
  }
}
