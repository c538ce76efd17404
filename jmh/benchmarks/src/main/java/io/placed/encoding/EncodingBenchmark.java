package io.placed.encoding;

import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One page of values of one kind, written and read; nanoseconds per value. What the values are
 * decides the encoding: the log has the chosen one, and its bits per value.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodingBenchmark {
  static final int PAGE = 16 * 1024;
  private static final int VECTOR = 1024;

  /** Of every so many vectors, a selection wants one. */
  private static final int SELECTED = 8;

  /** Of every so many values, {@link #selectFew} and {@link #selectSome} want one. */
  private static final int FEW = 64;

  private static final int SOME = 4;

  private static final int SEED = 1;

  /** Names of {@link SampleValues}; a new encoding comes in by values for which it is chosen. */
  @Param({
    "int32 constant",
    "int32 narrow",
    "int32 random",
    "int32 sorted",
    "int32 runs",
    "int32 few",
    "int32 groups",
    "int64 narrow",
    "int64 keys",
    "int64 hours",
    "int64 random",
    "date near",
    "float prices",
    "double prices",
    "double measures",
    "double random",
    "double few",
    "decimal(12,2) prices",
    "decimal(38,2) prices",
    "boolean rare",
    "boolean random",
    "string few",
    "string comments",
    "string sorted",
    "string random"
  })
  public String values;

  /** One of so many values is null; 0: none. */
  @Param({"0", "20"})
  public int nulls;

  private Type type;
  private Column column;
  private EncodedChunk chunk;
  private SharedPart dictionary;
  private PageDecoder decoder;
  private Column out;
  private final int[] few = every(FEW);
  private final int[] some = every(SOME);
  private final long[] bits = new long[VECTOR / 64];
  private ValueMatch match;

  private static int[] every(int step) {
    return IntStream.range(0, VECTOR / step).map(i -> i * step + i % step).toArray();
  }

  @Setup
  public void encodeOnce() {
    SampleValues sample = SampleValues.named(values);
    type = sample.type();
    column = Column.of(type);
    Random random = new Random(SEED);
    for (int i = 0; i < PAGE; i++) {
      sample.append(column, i, random);
      if (nulls > 0 && random.nextInt(nulls) == 0) {
        column.setNull(i);
      }
    }
    chunk = encode();
    byte[] shared = chunk.dictionary();
    dictionary = shared == null ? null : SharedPart.read(type, shared, 0, shared.length);
    decoder = open();
    out = Column.of(type);
    out.ensureCapacity(PAGE);
    match = SampleMatch.between(column);
    long bits = 8L * (page().length() + (shared == null ? 0 : shared.length));
    System.out.printf(
        "%n%s: %s, %.2f bits a value%n", values, chunk.describe(), bits / (double) PAGE);
  }

  private EncodedPage page() {
    return chunk.pages().get(0);
  }

  private PageDecoder open() {
    byte[] bytes = page().bytes();
    return PageDecoder.open(type, bytes, 0, page().length(), PAGE, dictionary);
  }

  @Benchmark
  @OperationsPerInvocation(PAGE)
  public EncodedChunk encode() {
    ChunkEncoder encoder = new ChunkEncoder(type, EncodingOptions.DEFAULT);
    encoder.addPage(column, 0, PAGE);
    return encoder.finish();
  }

  /** The page is open: vector after vector. */
  @Benchmark
  @OperationsPerInvocation(PAGE)
  public Column decode() {
    for (int from = 0; from < PAGE; from += VECTOR) {
      out.clear();
      decoder.decode(from, VECTOR, out);
    }
    return out;
  }

  /** With opening the page, as a scan does once for each. */
  @Benchmark
  @OperationsPerInvocation(PAGE)
  public Column openAndDecode() {
    PageDecoder fresh = open();
    out.clear();
    fresh.decode(0, PAGE, out);
    return out;
  }

  /** Only one of eight vectors, as after a selection; per value that is decoded. */
  @Benchmark
  @OperationsPerInvocation(PAGE / SELECTED)
  public Column decodeSelected() {
    for (int from = 0; from < PAGE; from += VECTOR * SELECTED) {
      out.clear();
      decoder.decode(from, VECTOR, out);
    }
    return out;
  }

  /** One of 64 values of every vector; per value of the page. */
  @Benchmark
  @OperationsPerInvocation(PAGE)
  public Column selectFew() {
    return select(few);
  }

  /** One of four values of every vector; per value of the page. */
  @Benchmark
  @OperationsPerInvocation(PAGE)
  public Column selectSome() {
    return select(some);
  }

  private Column select(int[] positions) {
    for (int from = 0; from < PAGE; from += VECTOR) {
      out.clear();
      decoder.select(from, positions, positions.length, out);
    }
    return out;
  }

  /** Which values lie between two of the values of the page. */
  @Benchmark
  @OperationsPerInvocation(PAGE)
  public long filter() {
    long sum = 0;
    for (int from = 0; from < PAGE; from += VECTOR) {
      decoder.filter(from, VECTOR, match, false, bits, 0);
      sum += bits[0];
    }
    return sum;
  }
}
