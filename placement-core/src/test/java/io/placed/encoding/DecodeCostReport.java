package io.placed.encoding;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.delta.DeltaEncoding;
import io.placed.encoding.dictionary.PageDictionaryEncoding;
import io.placed.encoding.entropy.EntropyEncoding;
import io.placed.encoding.frame.FrameOfReferenceEncoding;
import io.placed.encoding.frequent.FrequentEncoding;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.runlength.RunLengthEncoding;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.encoding.values.StringValues;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Measures the constants of {@link DecodeCost}: nanoseconds per value of each encoding, for one
 * page, as median of several runs. docs/design/encoding-choice.md describes usage.
 */
final class DecodeCostReport {
  private static final int N = 16 * 1024;
  private static final int RUNS = 9;

  private interface Decode {
    void run();
  }

  private DecodeCostReport() {}

  public static void main(String[] args) {
    Random random = new Random(42);
    long[] small = random.longs(N, 0, 1 << 11).toArray();
    long[] wide = random.longs(N, 0, 1 << 30).toArray();
    long[] exceptions = small.clone();
    long[] sorted = new long[N];
    long[] runs = new long[N];
    long[] frequent = new long[N];
    for (int i = 0; i < N; i++) {
      exceptions[i] += i % 20 == 0 ? 1 << 28 : 0;
      sorted[i] = (i == 0 ? 0 : sorted[i - 1]) + random.nextInt(8);
      runs[i] = small[i / 12];
      frequent[i] = i % 10 == 0 ? wide[i] : 7;
    }
    long[] few = Arrays.stream(wide).map(v -> wide[(int) (v % 1000)]).toArray();
    ints("plain", new PlainEncoding().scheme(), wide);
    ints("for", new FrameOfReferenceEncoding().scheme(), small);
    ints("for, 5 % exceptions", new FrameOfReferenceEncoding().scheme(), exceptions);
    ints("delta", new DeltaEncoding().scheme(), sorted);
    ints("runs of 12", new RunLengthEncoding().scheme(), runs);
    ints("pagedict", new PageDictionaryEncoding().scheme(), few);
    ints("frequent, 10 % others", new FrequentEncoding().scheme(), frequent);
    entropy(random, wide);
    strings("plain strings of 20", new PlainEncoding().scheme(), wide);
    strings("pagedict strings", new PageDictionaryEncoding().scheme(), few);
  }

  private static void ints(String name, Scheme scheme, long[] data) {
    IntegerValues values = new IntegerValues(Storage.INT, data, N);
    ByteWriter out = encoded(scheme, values);
    int[] to = new int[N];
    IntDecoder decoder = TestArrays.open(out).ints(N);
    print(
        name,
        decoder.describe(),
        () -> {
          for (int from = 0; from < N; from += 4096) {
            decoder.decode(from, 4096, to, from);
          }
        });
  }

  /** Codes, cells of one width, and bins of different widths, all skewed. */
  private static void entropy(Random random, long[] wide) {
    long[] codes = new long[N];
    long[] sparse = new long[N];
    long[] cells = new long[N];
    long[] mixed = new long[N];
    for (int i = 0; i < N; i++) {
      int skewed = (int) (250 * Math.pow(random.nextDouble(), 3));
      int group = Integer.numberOfTrailingZeros(random.nextInt() | 1 << 10);
      codes[i] = skewed;
      sparse[i] = wide[skewed];
      cells[i] = (skewed << 20) + (wide[i] & 0xFFF);
      mixed[i] = (group << 27) + (wide[i] & (1 << 10 + group) - 1);
    }
    Scheme scheme = new EntropyEncoding().scheme();
    ints("entropy, codes", scheme, codes);
    ints("entropy, values", scheme, sparse);
    ints("entropy, equal widths", scheme, cells);
    ints("entropy, mixed widths", scheme, mixed);
    longs("entropy, values", scheme, sparse);
    longs("entropy, equal widths", scheme, cells);
    longs("entropy, mixed widths", scheme, mixed);
  }

  private static void longs(String name, Scheme scheme, long[] data) {
    ByteWriter out = encoded(scheme, new IntegerValues(Storage.LONG, data, N));
    long[] to = new long[N];
    LongDecoder decoder = TestArrays.open(out).longs(N);
    print(
        name + ", longs",
        decoder.describe(),
        () -> {
          for (int from = 0; from < N; from += 4096) {
            decoder.decode(from, 4096, to, from);
          }
        });
  }

  private static void strings(String name, Scheme scheme, long[] data) {
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    for (long v : data) {
      column.append(String.format(Locale.ROOT, "%020d", v).getBytes(StandardCharsets.US_ASCII));
    }
    ByteWriter out = encoded(scheme, StringValues.load(column, 0, N, new int[N], new int[N]));
    BytesColumn to = (BytesColumn) Column.of(Type.STRING);
    BytesDecoder decoder = TestArrays.open(out).bytes(N);
    print(
        name,
        decoder.describe(),
        () -> {
          to.clear();
          for (int from = 0; from < N; from += 4096) {
            decoder.decode(from, 4096, to);
          }
        });
  }

  private static ByteWriter encoded(Scheme scheme, PageValues values) {
    ByteWriter out = new ByteWriter(1 << 16);
    EncodeContext context = TestArrays.root(new ChunkState());
    if (scheme.encode(values, context, out) == null) {
      throw new IllegalStateException(scheme.name() + " gave up");
    }
    return out;
  }

  private static void print(String name, String describe, Decode decode) {
    double[] nanos = new double[RUNS];
    for (int run = -RUNS; run < RUNS; run++) {
      long start = System.nanoTime();
      for (int i = 0; i < 1000; i++) {
        decode.run();
      }
      if (run >= 0) {
        nanos[run] = (System.nanoTime() - start) / 1000.0 / N;
      }
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-24s %6.3f ns/value (%.3f to %.3f)  %s%n",
        name,
        nanos[RUNS / 2],
        nanos[0],
        nanos[RUNS - 1],
        describe);
  }
}
