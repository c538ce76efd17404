package io.placed.encoding;

import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Measures what {@link DecodeCost} states: nanoseconds per value of each encoding, over one page,
 * the median of several runs. docs/design/encoding-choice.md says how to run it.
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
    ints("plain", new PlainScheme(), wide);
    ints("for", new FrameOfReferenceScheme(), small);
    ints("for, 5 % exceptions", new FrameOfReferenceScheme(), exceptions);
    ints("delta", new DeltaScheme(), sorted);
    ints("runs of 12", new RunLengthScheme(), runs);
    ints("pagedict", new PageDictionaryScheme(), few);
    ints("frequent, 10 % others", new FrequentScheme(), frequent);
    strings("plain strings of 20", new PlainScheme(), wide);
    strings("pagedict strings", new PageDictionaryScheme(), few);
  }

  private static void ints(String name, Scheme scheme, long[] data) {
    IntegerValues values = new IntegerValues(Storage.INT, data, N);
    ByteWriter out = encoded(scheme, values);
    int[] to = new int[N];
    IntDecoder decoder = Decoders.ints(new ByteReader(out.array(), 0, out.length()), N, 1, null);
    print(
        name,
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
    BytesDecoder decoder =
        Decoders.bytes(new ByteReader(out.array(), 0, out.length()), N, 1, null, null);
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
    EncodeContext context = EncodeContext.root(EncodingOptions.DEFAULT, new ChunkState());
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
