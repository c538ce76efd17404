package io.placed.encoding;

/**
 * Picks the encoding of an array that costs the least: bytes at the price of the {@link Profile}
 * and the time to decode them. What was picked for an array of one page is kept for the same array
 * of the next ones, until a page turns out much larger or smaller than expected.
 */
final class Choice {
  private Choice() {}

  /** What {@link #encode} would write, about. Makes the choice for it. */
  static Estimate estimate(PageValues values, EncodeContext context) {
    if (values.count() == 0) {
      return new Estimate(1, 0);
    }
    if (values.runs() == 1) {
      return new Estimate(1 + values.valueBytes(), values.count() * DecodeCost.CONSTANT);
    }
    return choose(values, context, null).estimate;
  }

  /** Cost of what {@link #encode} would write, compressed where that pays; makes the choice. */
  static double cost(PageValues values, EncodeContext context) {
    return values.runs() <= 1 ? 0 : choose(values, context, null).cost;
  }

  private record Chosen(Estimate estimate, double cost) {}

  private static Chosen choose(PageValues values, EncodeContext context, Scheme except) {
    double nanosPerByte = context.options().profile().nanosPerByte();
    Scheme best = null;
    Estimate bestEstimate = null;
    double least = Double.POSITIVE_INFINITY;
    boolean page = context.depth() == 1;
    for (Scheme scheme : Schemes.of(values)) {
      if (scheme != except && scheme.applies(values, context)) {
        Estimate e = scheme.estimate(values, context);
        if (e == null) {
          continue;
        }
        double cost =
            page
                ? CompressionChoice.cost(scheme, e, values, context.options(), least)
                : e.cost(nanosPerByte);
        if (cost < least) {
          best = scheme;
          bestEstimate = e;
          least = cost;
        }
      }
    }
    if (best == null) {
      throw new IllegalStateException("no encoding for " + values.getClass().getSimpleName());
    }
    context.choose(best, bestEstimate.bytes() / values.count());
    return new Chosen(bestEstimate, least);
  }

  /**
   * Writes the array, identifier first.
   *
   * @return what was chosen, for people
   */
  static String encode(PageValues values, EncodeContext context, ByteWriter out) {
    if (values.count() == 0) {
      out.u8(EncodingId.PLAIN);
      return "empty";
    }
    if (values.runs() == 1) {
      out.u8(EncodingId.CONSTANT);
      values.writeConstant(out);
      return "constant";
    }
    if (!context.settled() || !context.chosen().applies(values, context)) {
      long start = System.nanoTime();
      choose(values, context, null);
      context.chunk().addChoosing(System.nanoTime() - start);
    }
    int mark = out.length();
    String text = context.chosen().encode(values, context, out);
    if (text == null) {
      out.truncate(mark);
      choose(values, context, context.chosen());
      text = context.chosen().encode(values, context, out);
    }
    if (text == null) {
      throw new IllegalStateException(context.chosen().name() + " gave up after its estimate");
    }
    context.outcome((long) out.length() - mark, values.count());
    return text;
  }
}
