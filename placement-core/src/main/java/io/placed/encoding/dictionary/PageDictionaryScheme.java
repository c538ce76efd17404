package io.placed.encoding.dictionary;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.DictionaryBuilder;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;

/** The distinct values of one page in order, and for each value its code. */
final class PageDictionaryScheme extends Scheme {
  private static final int MIN_COUNT = 64;

  PageDictionaryScheme() {
    super(
        PageDictionaryEncoding.ID,
        PageDictionaryEncoding.NAME,
        Storage.INT,
        Storage.LONG,
        Storage.FLOAT,
        Storage.DOUBLE,
        Storage.INT128,
        Storage.BYTES);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.mayDictionary() && context.hasRoomFor(2) && values.count() >= MIN_COUNT;
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    return DictionaryEstimate.of(values, 1, context.nanosPerByte());
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    int n = values.count();
    DictionaryBuilder builder = values.newDictionaryOfThese();
    char[] codes = new char[n];
    int limit = Math.min(n / 2, DictionaryBuilder.MAX_VALUES);
    if (!builder.add(values, codes, limit, Long.MAX_VALUE)) {
      return null;
    }
    char[] ranks = new char[builder.size()];
    PageValues sorted = builder.sorted(ranks);
    out.u8(id());
    out.u32(builder.size());
    context.child(this, 0).encode(sorted, out);
    IntegerValues ranked = DictionaryBuilder.ranked(codes, ranks, n, new long[n]);
    return "pagedict(" + builder.size() + ")/" + context.child(this, 1).encode(ranked, out);
  }
}
