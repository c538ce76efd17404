package io.placed.encoding;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.dictionary.SharedDictionaryEncoding;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.CodeEntropy;
import io.placed.encoding.values.DictionaryBuilder;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.vector.Bits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pages of one chunk that are buffered as dictionary codes until the dictionary is complete and can
 * be sorted.
 */
final class DictionaryPages {
  /** Below this number of values, the dictionary is kept even if nearly every value is new. */
  private static final int EARLY_VALUES = 4096;

  /**
   * Below this number of values, the dictionary is kept if at most three quarters of the values are
   * new.
   */
  private static final int GROWING_VALUES = 64 * 1024;

  /**
   * From this number of values on, the dictionary must be smaller than the values that it replaces.
   */
  private static final int SETTLED_VALUES = 128 * 1024;

  /** Costs with and without the dictionary are close if their ratio is above this. */
  private static final double CLOSE = 0.8;

  /** Receives the bytes of a page; the caller keeps ownership of the array. */
  interface PageSink {
    void accept(ByteWriter body, int valueCount, String encoding);
  }

  /**
   * @param head count and validity, encoded
   * @param present bit i is set if value i is not null; null if all are not null
   */
  private record Waiting(byte[] head, String validity, char[] codes, long[] present) {
    long memoryBytes() {
      return head.length + 2L * codes.length + (present == null ? 0 : 8L * present.length) + 64;
    }
  }

  private final DictionaryBuilder dictionary;
  private final EncodingOptions options;

  /** The choices for pages without the dictionary, also used to estimate their size. */
  private final EncodeContext direct;

  private final DirectSize directSize;
  private final List<Waiting> pages = new ArrayList<>();
  private long memory;
  private long heads;
  private long values;

  /** Estimated number of codes to store; a long run counts as two. */
  private long codes;

  /** How often each code occurs. */
  private int[] counts = new int[256];

  DictionaryPages(DictionaryBuilder dictionary, EncodingOptions options, EncodeContext direct) {
    this.dictionary = dictionary;
    this.options = options;
    this.direct = direct;
    this.directSize = new DirectSize(Encodings.withoutDictionary(options, 1));
  }

  /**
   * Adds a page.
   *
   * @return false if the dictionary is no longer worthwhile; the page was not added
   */
  boolean add(PageValues page, byte[] head, String validity, long[] present) {
    int n = page.count();
    char[] pageCodes = new char[n];
    boolean allMissing = present != null && Bits.count(present, 0, n) == 0;
    // A page without values keeps code 0, because its filler values are not in the dictionary.
    if (!allMissing || dictionary.size() == 0) {
      if (!dictionary.add(
          page, pageCodes, options.maxDictionaryValues(), options.maxDictionaryBytes())) {
        return false;
      }
    }
    values += n;
    count(pageCodes);
    if (growsTooFast()) {
      return false;
    }
    codes += n == 0 ? 0 : Math.min(n, 2L * page.runs());
    directSize.add(page, isClose());
    if (values > SETTLED_VALUES && !pays()) {
      return false;
    }
    heads += head.length;
    Waiting waiting = new Waiting(head, validity, pageCodes, present);
    pages.add(waiting);
    memory += waiting.memoryBytes();
    return true;
  }

  private boolean growsTooFast() {
    int size = dictionary.size();
    return (values > EARLY_VALUES && size > values * 0.95)
        || (values > GROWING_VALUES && size > values * 0.75);
  }

  private void count(char[] pageCodes) {
    if (dictionary.size() > counts.length) {
      counts = Arrays.copyOf(counts, 2 * dictionary.size());
    }
    for (char code : pageCodes) {
      counts[code]++;
    }
  }

  private double nanosPerByte() {
    return options.profile().nanosPerByte();
  }

  private Estimate estimate() {
    Estimate packed = codes(codes);
    return new Estimate(
        dictionary.encodedBytes() + packed.bytes() + 20.0 * pages.size(),
        packed.decodeNanos() + values * DecodeCost.LOOKUP);
  }

  /**
   * Whether the dictionary saves bytes. If it does not, because the values by themselves would be
   * entropy-coded, it may still save more time than these bytes cost.
   */
  boolean pays() {
    Estimate with = estimate();
    Estimate without = directSize.total();
    double saved = Math.max(0, without.decodeNanos() - with.decodeNanos());
    return with.bytes() * nanosPerByte() < without.bytes() * nanosPerByte() + saved;
  }

  /** Whether a few bytes more or less would decide about the dictionary. */
  private boolean isClose() {
    return estimate().cost(nanosPerByte()) > CLOSE * directSize.total().cost(nanosPerByte());
  }

  /** The codes: packed, or entropy-coded if that is cheaper. */
  private Estimate codes(long codeCount) {
    int bits = PageValues.bits(Math.max(0, dictionary.size() - 1L));
    Estimate packed =
        new Estimate(codeCount * (double) bits / 8, codeCount * DecodeCost.FRAME_OF_REFERENCE);
    if (dictionary.size() > CodeEntropy.MAX_CODES || values == 0) {
      return packed;
    }
    double perCode = CodeEntropy.bitsPerCode(counts, (int) Math.min(values, Integer.MAX_VALUE));
    double tables = dictionary.size() * CodeEntropy.BYTES_PER_CODE * (pages.size() + 1);
    Estimate entropy =
        new Estimate(codeCount * perCode / 8 + tables, codeCount * DecodeCost.ENTROPY);
    return entropy.cost(nanosPerByte()) < packed.cost(nanosPerByte()) ? entropy : packed;
  }

  /** Of what {@link #pays} chooses, which may have more bytes than the other. */
  long estimatedBytes() {
    return heads + (long) (pays() ? estimate() : directSize.total()).bytes();
  }

  long memoryBytes() {
    return memory + dictionary.memoryBytes();
  }

  /** Encodes the pages without a dictionary. */
  void encodeDirectly(PageSink sink) {
    pages.forEach(page -> encodeDirectly(page, sink));
  }

  private void encodeDirectly(Waiting page, PageSink sink) {
    ByteWriter out = PageScratch.ofThread().out;
    int n = page.codes.length;
    out.truncate(0);
    out.bytes(page.head, 0, page.head.length);
    PageValues v = dictionary.lookup(page.codes, n, page.present);
    sink.accept(out, n, direct.encode(v, out) + page.validity);
  }

  /**
   * Encodes the pages as codes.
   *
   * @return size and array of the dictionary, in the format of {@link SharedPart}
   */
  byte[] encode(PageSink sink) {
    int size = dictionary.size();
    char[] ranks = new char[size];
    PageScratch scratch = PageScratch.ofThread();
    ByteWriter out = scratch.out;
    out.truncate(0);
    out.u32(size);
    Encodings.withoutDictionary(options, 1).encode(dictionary.sorted(ranks), out);
    EncodeContext codeContext = Encodings.withoutDictionary(options, 2);
    byte[] bytes = out.toBytes();
    for (Waiting page : pages) {
      int n = page.codes.length;
      if (n == 0) {
        // An array of no values is plain whatever the other pages of the chunk are.
        encodeDirectly(page, sink);
        continue;
      }
      out.truncate(0);
      out.bytes(page.head, 0, page.head.length);
      out.u8(SharedDictionaryEncoding.ID);
      IntegerValues ranked = DictionaryBuilder.ranked(page.codes, ranks, n, scratch.longs(n));
      String text = codeContext.encode(ranked, out);
      sink.accept(out, n, SharedDictionaryEncoding.NAME + "(" + size + ")/" + text + page.validity);
    }
    return bytes;
  }
}
