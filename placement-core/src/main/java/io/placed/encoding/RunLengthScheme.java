package io.placed.encoding;

/** See {@link RunLength}. */
final class RunLengthScheme extends Scheme {
  @Override
  int id() {
    return EncodingId.RUN_LENGTH;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(2) && values.runs() * 2L <= values.count();
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    Estimate lengths = Choice.estimate(values.runLengths(), context.child(this, 0));
    Estimate heads = Choice.estimate(values.runHeads(), heads(context));
    double own = values.count() * DecodeCost.RUN_VALUE + values.runs() * DecodeCost.RUN;
    return new Estimate(
        5 + lengths.bytes() + heads.bytes(), own + lengths.decodeNanos() + heads.decodeNanos());
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    out.u8(id());
    out.i32(values.runs());
    String lengths = Choice.encode(values.runLengths(), context.child(this, 0), out);
    String heads = Choice.encode(values.runHeads(), heads(context), out);
    return "runs(" + values.runs() + ")/" + lengths + "," + heads;
  }

  /** Runs of a few values in turn: a dictionary in the run values is worth a try. */
  private EncodeContext heads(EncodeContext context) {
    return context.child(this, 1, context.depth() == 1);
  }
}
