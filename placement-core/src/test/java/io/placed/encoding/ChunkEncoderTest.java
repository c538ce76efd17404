package io.placed.encoding;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.encoding.TestColumns.Nulls;
import io.placed.encoding.TestColumns.Shape;
import io.placed.encoding.choice.TrialCompressor;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.StructColumn;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same values are decoded, for all data and all choices of encodings. */
class ChunkEncoderTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void everyTypeShapeAndSizeRoundTrips() {
    List<Integer> sizes = IntStream.of(TestColumns.SIZES).boxed().toList();
    for (Type type : TestColumns.TYPES) {
      for (Shape shape : Shape.values()) {
        for (Nulls nulls : Nulls.values()) {
          for (int n : Chosen.any(sizes, 5, random)) {
            Column column = TestColumns.random(type, shape, nulls, n, random);
            EncodedChunk chunk = TestColumns.encode(column, Math.max(1, n));
            String message = message(type, shape, nulls, n, chunk);
            TestColumns.assertSame(column, 0, n, TestColumns.decode(type, chunk), message);
          }
        }
      }
    }
  }

  /** Integers and those of decimals; the tests of all shapes thus have entropy-coded values. */
  @Test
  void skewedValuesAreEntropyCoded() {
    for (Type type : List.of(Type.INT32, Type.INT64, Type.TIMESTAMP, Type.DOUBLE)) {
      for (Profile profile : List.of(Profile.BALANCED, Profile.COMPACT)) {
        Column column = TestColumns.random(type, Shape.SKEWED, Nulls.RARE, 16384, random);
        ChunkEncoder encoder =
            new ChunkEncoder(type, EncodingOptions.of(profile, TrialCompressor.NONE));
        encoder.addPage(column, 0, column.size());
        EncodedChunk chunk = encoder.finish();
        String text = type + " " + profile + " " + chunk.describe() + " seed " + seed;
        assertTrue(chunk.describe().contains("entropy("), text);
        TestColumns.assertSame(column, 0, column.size(), TestColumns.decode(type, chunk), text);
      }
    }
  }

  @Test
  void chunksOfManyPagesRoundTrip() {
    for (Type type : TestColumns.TYPES) {
      for (Shape shape : Shape.values()) {
        for (Nulls nulls : Chosen.any(List.of(Nulls.values()), 2, random)) {
          int n = 20_000 + random.nextInt(2000);
          Column column = TestColumns.random(type, shape, nulls, n, random);
          EncodedChunk chunk = TestColumns.encode(column, 2048);
          String message = message(type, shape, nulls, n, chunk);
          TestColumns.assertSame(column, 0, n, TestColumns.decode(type, chunk), message);
        }
      }
    }
  }

  /** Appends to existing values, at any position, starting at each vector. */
  @Test
  void everyRangeEqualsItsPartOfTheWhole() {
    for (Type type : TestColumns.TYPES) {
      for (Shape shape : Shape.values()) {
        Nulls nulls = Nulls.values()[random.nextInt(Nulls.values().length)];
        int n = 5000;
        Column column = TestColumns.random(type, shape, nulls, n, random);
        EncodedChunk chunk = TestColumns.encode(column, n);
        String message = message(type, shape, nulls, n, chunk);
        PageDecoder page =
            TestColumns.open(type, chunk.pages().get(0), TestColumns.dictionary(type, chunk));
        for (int trial = 0; trial < 20; trial++) {
          int from = random.nextInt(5) * 1024;
          int count = random.nextInt(n - from + 1);
          Column out = Column.of(type);
          page.decode(from, count, out);
          TestColumns.assertSame(column, from, count, out, message + " from " + from);
        }
        Column twice = Column.of(type);
        page.decode(1024, 77, twice);
        page.decode(0, n, twice);
        Column expected = Column.of(type);
        expected.appendRange(column, 1024, 77);
        expected.appendRange(column, 0, n);
        TestColumns.assertSame(expected, 0, n + 77, twice, message + " twice");
      }
    }
  }

  /** The encoder's description of a page equals the decoder's. */
  @Test
  void descriptionsAgree() {
    for (Type type : TestColumns.TYPES) {
      for (Shape shape : Shape.values()) {
        Column column = TestColumns.random(type, shape, Nulls.RARE, 3000, random);
        EncodedChunk chunk = TestColumns.encode(column, 3000);
        EncodedPage page = chunk.pages().get(0);
        PageDecoder decoder = TestColumns.open(type, page, TestColumns.dictionary(type, chunk));
        assertEquals(page.encoding(), decoder.describe(), "seed " + seed);
      }
    }
  }

  @Test
  void fewStringsShareOneDictionaryInOrder() {
    Column column = TestColumns.random(Type.STRING, Shape.FEW_DISTINCT, Nulls.NONE, 9000, random);
    EncodedChunk chunk = TestColumns.encode(column, 3000);
    assertNotNull(chunk.dictionary());
    assertEquals(40, TestColumns.dictionary(Type.STRING, chunk).values().size());
    assertEquals("dict(40)/for(6) x3", chunk.describe().replaceAll("; .*", ""));
  }

  @Test
  void aDictionaryThatStopsPayingIsGivenUp() {
    BytesColumn column = (BytesColumn) Column.of(Type.STRING);
    for (int i = 0; i < 50_000; i++) {
      column.append(i < 4000 ? "same " + i % 10 : "unique value " + i);
      if (i % 7 == 0) {
        column.setNull(i);
      }
    }
    EncodedChunk chunk = TestColumns.encode(column, 2048);
    assertNull(chunk.dictionary());
    TestColumns.assertSame(column, 0, 50_000, TestColumns.decode(Type.STRING, chunk), "");
  }

  /** Most pages are not estimated without the dictionary; a chunk that changes must still be. */
  @Test
  void aDictionaryIsGivenUpWhenAnotherEncodingFits() {
    IntColumn column = (IntColumn) Column.of(Type.INT32);
    int n = 600_000;
    for (int i = 0; i < n; i++) {
      // The differences of ascending values need three bits; nothing divides all values.
      int k = i < 50_000 ? random.nextInt(300) : i % 300;
      column.append(k * 1_000_003 + k % 7 % 4);
    }
    EncodedChunk chunk = TestColumns.encode(column, 4096);
    assertNull(chunk.dictionary());
    TestColumns.assertSame(column, 0, n, TestColumns.decode(Type.INT32, chunk), "");
  }

  @Test
  void doublesOfOneDictionaryKeepTheirBits() {
    DoubleColumn column = (DoubleColumn) Column.of(Type.DOUBLE);
    double[] values = {
      0.0, -0.0, Double.NaN, Double.longBitsToDouble(0xFFF8000000000007L), 1.5, -1.5
    };
    for (int i = 0; i < 10_000; i++) {
      column.append(values[random.nextInt(values.length)]);
    }
    EncodedChunk chunk = TestColumns.encode(column, 4096);
    assertEquals(6, TestColumns.dictionary(Type.DOUBLE, chunk).values().size());
    TestColumns.assertSame(column, 0, 10_000, TestColumns.decode(Type.DOUBLE, chunk), "");
  }

  /**
   * Among few values, the dictionary may be chosen because it is quicker, with more bytes than the
   * values by themselves.
   */
  @Test
  void estimatesOfDictionariesFollowTheChoice() {
    for (Profile profile : Profile.values()) {
      for (int distinct : new int[] {3, 7, 50}) {
        for (boolean skewed : new boolean[] {true, false}) {
          BytesColumn column = (BytesColumn) Column.of(Type.STRING);
          for (int i = 0; i < 98_304; i++) {
            int limit = skewed ? 1 + random.nextInt(distinct) : distinct;
            column.append(new byte[] {'v', (byte) random.nextInt(limit)});
          }
          ChunkEncoder encoder =
              new ChunkEncoder(Type.STRING, EncodingOptions.of(profile, TrialCompressor.NONE));
          for (int i = 0; i < column.size(); i += 4096) {
            encoder.addPage(column, i, 4096);
          }
          long estimate = encoder.estimatedBytes();
          long actual = length(encoder.finish());
          assertEquals(
              actual,
              estimate,
              0.06 * actual,
              String.format(
                  Locale.ROOT,
                  "seed %d: %s, %d values, skewed: %s",
                  seed,
                  profile,
                  distinct,
                  skewed));
        }
      }
    }
  }

  private static long length(EncodedChunk chunk) {
    long pages = chunk.pages().stream().mapToLong(EncodedPage::length).sum();
    return pages + (chunk.dictionary() == null ? 0 : chunk.dictionary().length);
  }

  @Test
  void estimatesAreNearWhatIsWritten() {
    for (Type type : TestColumns.TYPES) {
      for (Shape shape : Shape.values()) {
        Column column = TestColumns.random(type, shape, Nulls.RARE, 40_000, random);
        ChunkEncoder encoder = new ChunkEncoder(type, EncodingOptions.DEFAULT);
        for (int i = 0; i < 40_000; i += 4000) {
          encoder.addPage(column, i, 4000);
        }
        long estimate = encoder.estimatedBytes();
        EncodedChunk chunk = encoder.finish();
        long actual = length(chunk);
        String message = message(type, shape, Nulls.RARE, 40_000, chunk);
        message += ": estimated " + estimate + ", written " + actual;
        assertTrue(estimate >= actual / 2 - 512 && estimate <= actual * 2 + 512, message);
      }
    }
  }

  /**
   * Pages of stretches of several shapes mislead samples: of the encodings that promise to be
   * small, several may be impossible.
   */
  @Test
  void mixedPagesRoundTrip() {
    Shape[] shapes = Shape.values();
    for (Type type : TestColumns.TYPES) {
      for (int run = 0; run < Chosen.rounds(13, 25); run++) {
        int rows = 64 + random.nextInt(3000);
        Column column = Column.of(type);
        while (column.size() < 3 * rows) {
          Shape shape = shapes[random.nextInt(shapes.length)];
          int n = 1 + random.nextInt(1 << random.nextInt(12));
          Column part = TestColumns.random(type, shape, Nulls.NONE, n, random);
          column.appendRange(part, 0, n);
        }
        String message = type + " run " + run + " seed " + seed;
        EncodedChunk chunk = assertDoesNotThrow(() -> TestColumns.encode(column, rows), message);
        TestColumns.assertSame(column, 0, column.size(), TestColumns.decode(type, chunk), message);
      }
    }
  }

  /**
   * The encoding of the first page, for a frequent value, is impossible for the next one, and so
   * may be a dictionary: about half of its strings are distinct, more or fewer in a sample.
   */
  @Test
  void severalEncodingsMayBeImpossible() {
    for (int run = 0; run < Chosen.rounds(250, 500); run++) {
      int n = 500 + random.nextInt(700);
      double share = 0.2 + 0.5 * random.nextDouble();
      int few = 1 + random.nextInt(n / 2);
      BytesColumn column = (BytesColumn) Column.of(Type.STRING);
      String[] values =
          random
              .ints(n, 0, Integer.MAX_VALUE)
              .mapToObj(ChunkEncoderTest::words)
              .toArray(String[]::new);
      for (int i = 0; i < 3 * n; i++) {
        boolean repeated = random.nextDouble() < share;
        int known = i < n ? 0 : random.nextInt(few);
        column.append(values[repeated ? known : i % n]);
      }
      String message = "run " + run + " seed " + seed;
      EncodedChunk chunk = assertDoesNotThrow(() -> TestColumns.encode(column, n), message);
      TestColumns.assertSame(column, 0, 3 * n, TestColumns.decode(Type.STRING, chunk), message);
    }
  }

  private static String words(int seed) {
    Random random = new Random(seed);
    return random.ints(24, 33, 127).mapToObj(Character::toString).collect(Collectors.joining());
  }

  @Test
  void listsGiveTheirLengths() {
    ListColumn column = (ListColumn) Column.of(Type.list(Type.INT32));
    for (int i = 0; i < 3000; i++) {
      if (i % 11 == 0) {
        column.appendNull();
        continue;
      }
      for (int k = 0; k < i % 5; k++) {
        ((IntColumn) column.elements()).append(k);
      }
      column.endList();
    }
    EncodedChunk chunk = TestColumns.encode(column, 3000);
    PageDecoder page = TestColumns.open(column.type(), chunk.pages().get(0), null);
    int[] lengths = new int[2000];
    page.decodeLengths(1024, 1976, lengths, 3);
    ListColumn out = (ListColumn) Column.of(column.type());
    out.setSize(1976);
    page.decodeValidity(1024, 1976, out);
    for (int i = 0; i < 1976; i++) {
      assertEquals(column.length(1024 + i), lengths[3 + i]);
      assertEquals(column.isNull(1024 + i), out.isNull(i));
    }
    assertThrows(IllegalArgumentException.class, () -> page.decode(0, 10, out));
  }

  @Test
  void structsHaveValidityOnly() {
    StructColumn column =
        (StructColumn) Column.of(Type.struct(Field.of("a", Type.INT64), Field.of("b", Type.INT32)));
    for (int i = 0; i < 2000; i++) {
      ((LongColumn) column.child(0)).append(i);
      ((IntColumn) column.child(1)).append(i);
      column.endRow();
      if (i % 3 == 0) {
        column.setNull(i);
      }
    }
    EncodedChunk chunk = TestColumns.encode(column, 2000);
    assertTrue(chunk.pages().get(0).length() < 300);
    PageDecoder page = TestColumns.open(column.type(), chunk.pages().get(0), null);
    StructColumn out = (StructColumn) Column.of(column.type());
    out.child(0).appendRange(column.child(0), 1024, 900);
    out.child(1).appendRange(column.child(1), 1024, 900);
    page.decode(1024, 900, out);
    for (int i = 0; i < 900; i++) {
      assertEquals(column.isNull(1024 + i), out.isNull(i));
      assertEquals(1024 + i, ((IntColumn) out.child(1)).get(i));
    }
  }

  @Test
  void misuseIsRefused() {
    Column column = TestColumns.random(Type.INT32, Shape.RANDOM, Nulls.NONE, 10, random);
    ChunkEncoder encoder = new ChunkEncoder(Type.INT32, EncodingOptions.DEFAULT);
    assertThrows(IllegalArgumentException.class, () -> encoder.addPage(column, 5, 6));
    ChunkEncoder longs = new ChunkEncoder(Type.INT64, EncodingOptions.DEFAULT);
    assertThrows(IllegalArgumentException.class, () -> longs.addPage(column, 0, 1));
    encoder.addPage(column, 0, 10);
    PageDecoder page = TestColumns.open(Type.INT32, encoder.finish().pages().get(0), null);
    assertThrows(IllegalStateException.class, encoder::finish);
    assertThrows(IllegalArgumentException.class, () -> page.decode(1, 1, column));
    assertThrows(IllegalArgumentException.class, () -> page.decode(0, 11, column));
  }

  private String message(Type type, Shape shape, Nulls nulls, int n, EncodedChunk chunk) {
    return type + " " + shape + " " + nulls + " " + n + " " + chunk.describe() + " seed " + seed;
  }

  /** Compresses nothing, or everything, and notes the longest array. */
  private static final class NotingCompressor implements TrialCompressor {
    private final double ratio;
    private int longest;

    NotingCompressor(double ratio) {
      this.ratio = ratio;
    }

    @Override
    public int compressedBytes(byte[] bytes, int length) {
      longest = Math.max(longest, length);
      return (int) (length * ratio);
    }

    @Override
    public double nanosPerByte() {
      return 0.01;
    }
  }

  /** A page of few large values is not encoded and compressed as a whole to choose an encoding. */
  @Test
  void trialsOfLargeValuesAreSmall() {
    BytesColumn column = (BytesColumn) Column.of(Type.BINARY);
    byte[] value = new byte[1 << 20];
    for (int i = 0; i < 20; i++) {
      random.nextBytes(value);
      column.append(value);
    }
    for (double ratio : new double[] {1, 0.1}) {
      NotingCompressor compressor = new NotingCompressor(ratio);
      EncodingOptions options = EncodingOptions.of(Profile.COMPACT, compressor);
      ChunkEncoder encoder = new ChunkEncoder(Type.BINARY, options);
      encoder.addPage(column, 0, column.size());
      EncodedChunk chunk = encoder.finish();
      assertTrue(compressor.longest <= 9 << 20, compressor.longest + " bytes");
      assertTrue(compressor.longest >= 1 << 20, compressor.longest + " bytes");
      assertEquals(ratio < 1, chunk.pages().get(0).compress());
      TestColumns.assertSame(column, 0, 20, TestColumns.decode(Type.BINARY, chunk), "seed " + seed);
    }
    assertTrue(PageScratch.ofThread().out.array().length <= 8 << 20);
  }
}
