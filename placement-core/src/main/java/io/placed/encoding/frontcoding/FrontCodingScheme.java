package io.placed.encoding.frontcoding;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.fsst.FsstEncoding;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.encoding.values.StringValues;
import io.placed.schema.Storage;
import java.util.Arrays;

/**
 * Byte strings that start like the one before, for example because they are sorted. See {@link
 * FrontCodingEncoding} for the grammar.
 */
final class FrontCodingScheme extends Scheme {
  static final long FREE_BYTES = 1 << 20;
  static final long MAX_RATIO = 256;

  /** Minimum share of bytes in prefixes. */
  private static final double MIN_SHARED = 0.1;

  private static final Scheme PLAIN = new PlainEncoding().scheme();
  private static final Scheme FSST = new FsstEncoding().scheme();

  FrontCodingScheme() {
    super(FrontCodingEncoding.ID, FrontCodingEncoding.NAME, Storage.BYTES);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(2);
  }

  /**
   * @param prefixes number of bytes that each value shares with the one before it
   * @param suffixes the remaining bytes
   */
  private record Plan(IntegerValues prefixes, StringValues suffixes) {}

  private static Plan plan(StringValues values) {
    return values.plan(
        Plan.class,
        () -> {
          long[] prefixes = prefixes(values);
          return new Plan(
              new IntegerValues(Storage.INT, prefixes, values.count()), suffixes(values, prefixes));
        });
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    StringValues sample = (StringValues) values.sample();
    long bytes = 0;
    for (int i = 0; i < sample.count(); i++) {
      bytes += sample.length(i);
    }
    if (bytes == 0 || sum(prefixes(sample)) < bytes * MIN_SHARED) {
      return null;
    }
    Plan plan = plan((StringValues) values);
    Estimate first = context.child(this, 0).estimate(plan.prefixes());
    EncodeContext rest = context.child(this, 1);
    Estimate second = suffixScheme(plan.suffixes(), rest).estimate(plan.suffixes(), rest);
    return new Estimate(
        1 + first.bytes() + second.bytes(),
        first.decodeNanos() + second.decodeNanos() + values.count() * DecodeCost.FRONT_CODED);
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    Plan plan = plan((StringValues) values);
    long shared = sum(plan.prefixes().values());
    out.u8(id());
    int start = out.size();
    String first = context.child(this, 0).encode(plan.prefixes(), out);
    EncodeContext rest = context.child(this, 1);
    String second = suffixScheme(plan.suffixes(), rest).encode(plan.suffixes(), rest, out);
    if (second == null || shared > FREE_BYTES + MAX_RATIO * (out.size() - start)) {
      return null;
    }
    return describe(first, second);
  }

  static String describe(String prefixes, String suffixes) {
    return "front(" + prefixes + ", " + suffixes + ")";
  }

  private static Scheme suffixScheme(StringValues suffixes, EncodeContext context) {
    if (!FSST.applies(suffixes, context)) {
      return PLAIN;
    }
    double nanosPerByte = context.nanosPerByte();
    double plain = PLAIN.estimate(suffixes, context).cost(nanosPerByte);
    return FSST.estimate(suffixes, context).cost(nanosPerByte) < plain ? FSST : PLAIN;
  }

  private static long sum(long[] numbers) {
    return Arrays.stream(numbers).sum();
  }

  private static long[] prefixes(StringValues values) {
    int n = values.count();
    byte[] bytes = values.arena();
    long[] prefixes = new long[n];
    for (int i = 1; i < n; i++) {
      if ((i & BitPacking.VECTOR - 1) != 0) {
        int a = values.start(i - 1);
        int b = values.start(i);
        int length = Math.min(values.length(i - 1), values.length(i));
        int differs = Arrays.mismatch(bytes, a, a + length, bytes, b, b + length);
        prefixes[i] = differs < 0 ? length : differs;
      }
    }
    return prefixes;
  }

  private static StringValues suffixes(StringValues values, long[] prefixes) {
    int n = values.count();
    int[] starts = new int[n];
    int[] lengths = new int[n];
    for (int i = 0; i < n; i++) {
      starts[i] = values.start(i) + (int) prefixes[i];
      lengths[i] = values.length(i) - (int) prefixes[i];
    }
    return new StringValues(values.arena(), starts, lengths, n, null, 0);
  }
}
