package io.placed.encoding;

/** Distinct values of one page in order, and for each value its number among them. */
final class PageDictionaryScheme extends Scheme {
  private static final int MIN_COUNT = 64;

  @Override
  int id() {
    return EncodingId.PAGE_DICTIONARY;
  }

  @Override
  boolean applies(PageValues values, EncodeContext context) {
    return context.mayDictionary() && context.hasRoomFor(2) && values.count() >= MIN_COUNT;
  }

  @Override
  Estimate estimate(PageValues values, EncodeContext context) {
    return DictionaryEstimate.of(values, 1);
  }

  @Override
  String encode(PageValues values, EncodeContext context, ByteWriter out) {
    int n = values.count();
    DictionaryBuilder builder = values.newDictionary();
    char[] codes = new char[n];
    int limit = Math.min(n / 2, EncodingOptions.MAX_VALUES);
    if (!builder.add(values, codes, limit, Long.MAX_VALUE)) {
      return null;
    }
    char[] ranks = new char[builder.size()];
    PageValues sorted = builder.sorted(ranks);
    out.u8(id());
    out.i32(builder.size());
    Choice.encode(sorted, context.child(this, 0), out);
    IntegerValues ranked = DictionaryBuilder.ranked(codes, ranks, n, new long[n]);
    return "pagedict(" + builder.size() + ")/" + Choice.encode(ranked, context.child(this, 1), out);
  }
}
