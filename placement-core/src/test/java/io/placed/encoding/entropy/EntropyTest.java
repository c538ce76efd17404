package io.placed.encoding.entropy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.EncodingTestCase;
import io.placed.encoding.TestArrays;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.values.IntegerValues;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.match.LongMatch;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntropyTest extends EncodingTestCase {
  private static final EntropyScheme SCHEME = new EntropyScheme();

  @Override
  protected String name() {
    return "entropy";
  }

  @Override
  protected List<Type> types() {
    return List.of(Type.INT32, Type.DATE, Type.INT64, Type.TIMESTAMP);
  }

  /** Groups of different widths far apart; skewed values without offsets; groups of one width. */
  @Override
  protected void append(Column column, int i, Random random) {
    int group = Integer.numberOfTrailingZeros(random.nextInt() | 1 << 10);
    if (column.type() == Type.INT32) {
      ((IntColumn) column).append((group << 27) - (1 << 30) + random.nextInt(1 << 8 + (group & 7)));
    } else if (column.type() == Type.DATE) {
      int k = random.nextInt(10) == 0 ? random.nextInt(500) : random.nextInt(6);
      ((IntColumn) column).append(k * 0x9E3779B1 >>> 20);
    } else if (column.type() == Type.INT64) {
      long base = group == 0 ? Long.MIN_VALUE : (long) (group - 5) << 59;
      ((LongColumn) column).append(base + (random.nextLong() >>> 64 - 5 * group - 8));
    } else {
      ((LongColumn) column).append(((long) group << 40) + random.nextInt(1 << 9));
    }
  }

  private static ByteWriter encoded(IntegerValues values) {
    ByteWriter out = new ByteWriter(1 << 16);
    String text = SCHEME.encode(values, TestArrays.root(new ChunkState()), out);
    return text == null ? null : out;
  }

  private void roundTrip(Storage storage, long[] values, String message) {
    int n = values.length;
    ByteWriter out = encoded(new IntegerValues(storage, values, n));
    if (out == null) {
      return;
    }
    if (storage == Storage.INT) {
      int[] found = new int[n];
      IntDecoder decoder = TestArrays.open(out).ints(n);
      decoder.decode(0, n, found, 0);
      for (int i = 0; i < n; i++) {
        assertEquals(values[i], found[i], message + decoder.describe() + " at " + i);
      }
    } else {
      long[] found = new long[n];
      LongDecoder decoder = TestArrays.open(out).longs(n);
      decoder.decode(0, n, found, 0);
      for (int i = 0; i < n; i++) {
        assertEquals(values[i], found[i], message + decoder.describe() + " at " + i);
      }
    }
  }

  /** Values of all magnitudes and signs, the extremes included, in arrays of every length. */
  @Test
  void anyIntegersComeBack() {
    Random random = new Random(seed);
    for (int trial = 0; trial < 600; trial++) {
      boolean ints = random.nextBoolean();
      int n = 2 + random.nextInt(trial % 10 == 0 ? 20_000 : 1500);
      int magnitudes = 1 + random.nextInt(64);
      int repeats = 1 + random.nextInt(60);
      long[] values = new long[n];
      for (int i = 0; i < n; i++) {
        boolean copy = i > 0 && random.nextInt(repeats) > 1;
        long v =
            copy
                ? values[random.nextInt(Math.min(i, 200))]
                : random.nextLong() >> 64 - 1 - random.nextInt(magnitudes);
        v = random.nextInt(50) == 0 ? extreme(random, ints) : v;
        values[i] = ints ? (int) v : v;
      }
      roundTrip(ints ? Storage.INT : Storage.LONG, values, "trial " + trial + " seed " + seed);
    }
  }

  private static long extreme(Random random, boolean ints) {
    return switch (random.nextInt(3)) {
      case 0 -> ints ? Integer.MIN_VALUE : Long.MIN_VALUE;
      case 1 -> ints ? Integer.MAX_VALUE : Long.MAX_VALUE;
      default -> 0;
    };
  }

  /** A bin of 64 offset bits beside another one, in which every offset takes two reads. */
  @Test
  void offsetsOf64BitsComeBack() {
    Random random = new Random(seed);
    long[] values = new long[5000];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextLong();
    }
    roundTrip(Storage.LONG, values, "seed " + seed);
  }

  /** Bins of one width that are more than 2^63 apart. */
  @Test
  void binsOfTheWholeRangeComeBack() {
    Random random = new Random(seed);
    long[] values = new long[5000];
    long[] upper = {0x800L << 52, 0x7FFL << 52, 0x7FFL << 52, 0};
    for (int i = 0; i < values.length; i++) {
      values[i] = upper[random.nextInt(4)] | random.nextLong() >>> 12;
    }
    roundTrip(Storage.LONG, values, "seed " + seed);
  }

  /** The bins of geometrically distributed values take little more than the entropy. */
  @Test
  void takesLittleMoreThanTheEntropy() {
    Random random = new Random(seed);
    int n = 16 * 1024;
    long[] values = new long[n];
    double bits = 0;
    for (int i = 0; i < n; i++) {
      int group = Math.min(12, Integer.numberOfTrailingZeros(random.nextInt()));
      values[i] = (long) group << 20 | random.nextInt(1 << 6);
      bits += Math.min(12, group + 1) + 6;
    }
    ByteWriter out = encoded(new IntegerValues(Storage.LONG, values, n));
    assertTrue(out.size() < bits / 8 * 1.05, out.size() + " for " + bits / 8 + " seed " + seed);
  }

  /** Damages only the description of the bins, which the tables are built from. */
  @Test
  void damagedBinsAreFoundOrGiveAsManyValues() {
    Random random = new Random(seed);
    int n = 3000;
    for (int kind = 0; kind < 3; kind++) {
      long[] values = new long[n];
      for (int i = 0; i < n; i++) {
        int group = Integer.numberOfTrailingZeros(random.nextInt() | 1 << 20);
        int bits = kind == 0 ? 0 : kind == 1 ? 8 : group;
        values[i] = ((long) group << 24) + random.nextInt(1 << bits);
      }
      ByteWriter out = encoded(new IntegerValues(Storage.INT, values, n));
      byte[] sound = out.toBytes();
      for (int trial = 0; trial < 4000; trial++) {
        byte[] damaged = sound.clone();
        for (int k = random.nextInt(3); k >= 0; k--) {
          int at = 1 + random.nextInt(60);
          damaged[at] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt());
        }
        check(damaged, n, "kind " + kind + " trial " + trial + " seed " + seed);
      }
    }
  }

  private static void check(byte[] damaged, int n, String message) {
    ByteWriter out = new ByteWriter();
    out.bytes(damaged, 0, damaged.length);
    int[] found = new int[n];
    long[] bits = new long[16];
    try {
      IntDecoder decoder = TestArrays.open(out).ints(n);
      decoder.filter(1024, 1024, LongMatch.between(0, 1 << 25), bits, 0);
      decoder.select(2048, new int[] {3, 700}, 2, found, 0);
      decoder.decode(0, n, found, 0);
    } catch (MalformedDataException e) {
      // Expected.
    } catch (RuntimeException e) {
      throw new AssertionError(message, e);
    }
  }

  /** Otherwise a part of the table would be what was there before. */
  @Test
  void weightsMustAddUp() {
    Bins bins = new Bins(new long[] {3, 9}, new byte[2], 0, new int[] {20, 11}, 5);
    ByteWriter out = new ByteWriter();
    bins.write(4, out);
    ByteReader in = new ByteReader(out.array(), 0, out.size());
    assertThrows(MalformedDataException.class, () -> Bins.read(in, 4));
  }

  @Test
  void statesMustTakeAllBits() {
    long[] values = new long[2048];
    for (int i = 0; i < values.length; i++) {
      values[i] = Integer.numberOfTrailingZeros(i | 1 << 10);
    }
    ByteWriter out = encoded(new IntegerValues(Storage.INT, values, values.length));
    ByteReader in = new ByteReader(out.array(), 1, out.size() - 1);
    Bins.read(in, 4);
    int at = in.position();
    // One more byte, which no value needs, before the states of the first of two vectors.
    ByteWriter longer = new ByteWriter();
    longer.bytes(out.array(), 0, at + 4).u8(0).bytes(out.array(), at + 4, out.size() - at - 4);
    int bits = LittleEndian.getU16(longer.array(), at) + 8;
    LittleEndian.SHORT.set(longer.array(), at, (short) bits);
    assertThrows(
        MalformedDataException.class,
        () -> TestArrays.open(longer).ints(2048).decode(0, 1024, new int[1024], 0));
  }

  @Test
  void weightsAreSharesThatAddUp() {
    Random random = new Random(seed);
    for (int trial = 0; trial < 2000; trial++) {
      int log = 5 + random.nextInt(10);
      int bins = 2 + random.nextInt(Math.min(4095, (1 << log) - 1));
      int[] counts = new int[bins];
      int n = 0;
      for (int j = 0; j < bins; j++) {
        counts[j] = 1 + (random.nextInt(4) == 0 ? random.nextInt(1 << random.nextInt(20)) : 0);
        n += counts[j];
      }
      int[] weights = Weights.normalized(counts, n, 1 << log);
      int sum = 0;
      for (int w : weights) {
        assertTrue(w > 0, "seed " + seed);
        sum += w;
      }
      assertEquals(1 << log, sum, "seed " + seed);
    }
  }
}
