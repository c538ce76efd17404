package io.placed.encoding.derived;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.ChunkEncoder;
import io.placed.encoding.EncodedChunk;
import io.placed.encoding.EncodedPage;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.PageDecoder;
import io.placed.encoding.SharedPart;
import io.placed.encoding.TestColumns;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.encoding.derived.Derivation.Parent;
import io.placed.error.MalformedDataException;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Pages of derived columns preserve the values for all contents of the parents. */
class DerivedPageTest {
  private static final List<Type> TYPES =
      List.of(Type.INT32, Type.INT64, Type.decimal(18, 2), Type.DATE, Type.FLOAT, Type.DOUBLE);

  private static final List<Type> TYPES_OF_MAPS =
      List.of(Type.INT32, Type.STRING, Type.INT64, Type.DOUBLE, Type.BINARY, Type.FLOAT);

  /** A derived column and its parents. */
  private record Sample(Derivation derivation, Column child, List<Column> parents) {}

  @Test
  void whatIsWrittenComesBack() {
    Random seeds = new Random();
    int derivedPages = 0;
    Map<String, Integer> maps = new TreeMap<>();
    // Some types are rare among the maps.
    for (int round = 0;
        round < 800 || maps.size() < TYPES_OF_MAPS.size() && round < 8000;
        round++) {
      long seed = seeds.nextLong();
      Random random = new Random(seed);
      int[] sizes = {1, 2, 63, 64, 65, 1000, 1024, 1025, 3000, 5120};
      int n = sizes[random.nextInt(sizes.length)];
      Sample s = sample(random, n + 100);
      ChunkEncoder encoder = new ChunkEncoder(s.child.type(), EncodingOptions.DEFAULT);
      int from = random.nextInt(100);
      encoder.addPage(s.child, from, n, s.derivation, s.parents);
      EncodedChunk chunk = encoder.finish();
      EncodedPage page = chunk.pages().get(0);
      SharedPart shared = TestColumns.dictionary(s.child.type(), chunk);
      PageDecoder decoder = open(s, page.bytes(), n, shared);
      derivedPages += decoder.isDerived() ? 1 : 0;
      if (decoder.isDerived() && s.derivation.function().isMap()) {
        maps.merge(s.child.type().toString(), 1, Integer::sum);
      }
      assertEquals(decoder.describe(), page.encoding(), "seed " + seed);
      Column out = Column.of(s.child.type());
      for (int at = 0; at < n; at += 2048) {
        decode(s, decoder, from, at, Math.min(2048, n - at), out);
      }
      Column expected = Column.of(s.child.type());
      expected.appendRange(s.child, from, n);
      TestColumns.assertSame(expected, 0, n, out, "seed " + seed + ": " + s.derivation);
    }
    assertTrue(derivedPages > 200, derivedPages + " derived pages");
    assertEquals(TYPES_OF_MAPS.size(), maps.size(), maps.toString());
  }

  /** The rows behind those that are asked for may have no parent values. */
  @Test
  void partsOfVectorsAreDecoded() {
    Random random = new Random(2);
    Column parent = Column.of(Type.INT64);
    Column child = Column.of(Type.INT64);
    int n = 2048;
    for (int i = 0; i < n; i++) {
      long value = random.nextLong();
      ((LongColumn) child).append(value);
      if (i % 1024 >= 900 && i % 10 == 0) {
        parent.appendNull();
      } else {
        ((LongColumn) parent).append(value);
      }
    }
    Derivation d = new Derivation(Function.COPY, 1, 0, List.of(new Parent("p", 0)));
    Sample s = new Sample(d, child, List.of(parent));
    ChunkEncoder encoder = new ChunkEncoder(Type.INT64, EncodingOptions.DEFAULT);
    encoder.addPage(child, 0, n, d, s.parents);
    byte[] body = encoder.finish().pages().get(0).bytes();
    assertTrue(open(s, body, n).isDerived());
    for (int from : new int[] {0, 1024}) {
      for (int count : new int[] {1, 64, 899, 1000, 1024}) {
        Column out = Column.of(Type.INT64);
        decode(s, open(s, body, n), 0, from, count, out);
        Column expected = Column.of(Type.INT64);
        expected.appendRange(child, from, count);
        TestColumns.assertSame(expected, 0, count, out, "rows from " + from + ": " + count);
      }
    }
  }

  @Test
  void exactRelationsTakeNextToNothing() {
    Random random = new Random(1);
    Column quantity = Column.of(Type.INT32);
    Column price = Column.of(Type.DOUBLE);
    Column extended = Column.of(Type.DOUBLE);
    for (int i = 0; i < 4096; i++) {
      int q = 1 + random.nextInt(100);
      int p = 1 + random.nextInt(20_000);
      ((IntColumn) quantity).append(q);
      ((DoubleColumn) price).append(p / 100.0);
      ((DoubleColumn) extended).append((long) q * p / 100.0);
    }
    Derivation d =
        new Derivation(
            Function.PRODUCT, 1, 2, List.of(new Parent("quantity", 0), new Parent("price", 2)));
    ChunkEncoder encoder = new ChunkEncoder(Type.DOUBLE, EncodingOptions.DEFAULT);
    encoder.addPage(extended, 0, 4096, d, List.of(quantity, price));
    EncodedPage page = encoder.finish().pages().get(0);
    assertEquals("derived(quantity * price)/constant", page.encoding());
    assertTrue(page.length() < 64, page.length() + " bytes");
  }

  @Test
  void divisionRoundsDownForAllValues() {
    Random random = new Random();
    long seed = random.nextLong();
    random.setSeed(seed);
    for (int round = 0; round < 20_000; round++) {
      long a = random.nextLong() >> random.nextInt(64);
      long divisor = 1 + (random.nextLong() >>> 1 + random.nextInt(62));
      if (random.nextBoolean()) {
        a = a / divisor * divisor - random.nextInt(2);
      }
      Derivation d =
          new Derivation(
              Function.PRODUCT, divisor, 0, List.of(new Parent("a", 0), new Parent("b", 0)));
      long[] out = new long[1];
      d.apply(new long[] {a}, new long[] {1}, out, 1);
      assertEquals(Math.floorDiv(a, divisor), out[0], "seed " + seed + ": " + a + " / " + divisor);
    }
  }

  @Test
  void damageIsFoundOrHarmless() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 12; round++) {
      Sample s = sample(random, 40);
      ChunkEncoder encoder = new ChunkEncoder(s.child.type(), EncodingOptions.DEFAULT);
      encoder.addPage(s.child, 0, 40, s.derivation, s.parents);
      byte[] body = encoder.finish().pages().get(0).bytes();
      for (int length = 0; length < body.length; length++) {
        byte[] cut = java.util.Arrays.copyOf(body, length);
        assertThrows(MalformedDataException.class, () -> decodeAll(s, cut), "seed " + seed);
      }
      for (int at = 0; at < body.length; at++) {
        for (int bit = 0; bit < 8; bit++) {
          byte[] flipped = body.clone();
          flipped[at] ^= (byte) (1 << bit);
          try {
            decodeAll(s, flipped);
          } catch (MalformedDataException e) {
            // Expected.
          } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ", byte " + at + ", bit " + bit, e);
          }
        }
      }
    }
  }

  @Test
  void derivedPageNeedsItsDerivation() {
    Random random = new Random(7);
    Sample s;
    byte[] body;
    do {
      s = sample(random, 1024);
      ChunkEncoder encoder = new ChunkEncoder(s.child.type(), EncodingOptions.DEFAULT);
      encoder.addPage(s.child, 0, 1024, s.derivation, s.parents);
      body = encoder.finish().pages().get(0).bytes();
    } while (!open(s, body, 1024).isDerived());
    Type type = s.child.type();
    byte[] page = body;
    assertThrows(
        MalformedDataException.class,
        () -> PageDecoder.open(type, page, 0, page.length, 1024, null));
  }

  @Test
  void derivationsSayWhatIsAllowed() {
    List<Parent> one = List.of(new Parent("a", 0));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.SUM, 1, 0, one));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.COPY, 10, 0, one));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.FACTOR, 0, 0, one));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.COPY, 1, 16, one));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.MAP, 2, 0, one));
    for (Function f : List.of(Function.REMAINDER, Function.MULTIPLE)) {
      assertThrows(IllegalArgumentException.class, () -> new Derivation(f, 1, 0, one));
    }
    List<Parent> two = List.of(new Parent("a", 0), new Parent("b", 0));
    for (long before : new long[] {0, 1441}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new Derivation(Function.TIME_DIFFERENCE, before, 0, two));
    }
    assertThrows(IllegalArgumentException.class, () -> new Parent("a", -1));
    assertThrows(IllegalArgumentException.class, () -> Function.fromId(12));
  }

  private static PageDecoder open(Sample s, byte[] body, int n) {
    return open(s, body, n, null);
  }

  private static PageDecoder open(Sample s, byte[] body, int n, SharedPart shared) {
    return PageDecoder.open(s.child.type(), body, 0, body.length, n, shared, s.derivation, null);
  }

  private static void decodeAll(Sample s, byte[] body) {
    decode(s, open(s, body, 40), 0, 0, 40, Column.of(s.child.type()));
  }

  private static void decode(
      Sample s, PageDecoder decoder, int start, int at, int count, Column out) {
    if (!decoder.isDerived()) {
      decoder.decode(at, count, out);
      return;
    }
    List<DerivedParent> parents = new ArrayList<>();
    for (Column p : s.parents) {
      DerivedParent parent = new DerivedParent(Column.of(p.type()));
      parent.column().appendRange(p, start + at, count);
      parents.add(parent);
    }
    decoder.decodeDerived(at, count, parents, out);
  }

  /** Columns with a relation, and random nulls, exceptions and extreme values. */
  private static Sample sample(Random random, int n) {
    Function f = Function.values()[random.nextInt(Function.values().length)];
    long divisor =
        switch (f) {
          case PRODUCT, FACTOR -> new long[] {1, 10, 100, 1000, 7, 1L << 40}[random.nextInt(6)];
          case REMAINDER, MULTIPLE, COMBINATION ->
              new long[] {2, 24, 100, 3_600_000_000L}[random.nextInt(4)];
          case TIME_DIFFERENCE -> new long[] {1, 120, 720, 1440}[random.nextInt(4)];
          default -> 1;
        };
    List<Type> types = f.isMap() ? TYPES_OF_MAPS : TYPES;
    Type childType = types.get(random.nextInt(types.size()));
    int scale = scale(childType, random);
    List<Column> parents = new ArrayList<>();
    List<Parent> named = new ArrayList<>();
    for (int p = 0; p < f.parents(); p++) {
      Type type = types.get(random.nextInt(types.size()));
      parents.add(Column.of(type));
      named.add(new Parent("p" + p, scale(type, random)));
    }
    Derivation d = new Derivation(f, divisor, scale, named);
    Column child = Column.of(childType);
    int nulls = List.of(0, 0, 20, 2).get(random.nextInt(4));
    int odd = List.of(0, 30, 3).get(random.nextInt(3));
    boolean huge = random.nextInt(5) == 0;
    int spread = 1 + random.nextInt(3);
    for (int i = 0; i < n; i++) {
      long[] v = new long[2];
      for (int p = 0; p < 2; p++) {
        v[p] = huge ? random.nextLong() : random.nextInt(f.isMap() ? 12 : 100_000) - 100;
      }
      for (int p = 0; p < parents.size(); p++) {
        append(parents.get(p), v[p], named.get(p).scale(), nulls, odd, random);
      }
      long[] out = new long[1];
      long factor = random.nextInt(100);
      if (f.isMap()) {
        out[0] = v[0] * v[0] + (parents.size() > 1 ? 7 * v[1] : 0);
      } else {
        d.apply(new long[] {v[0]}, new long[] {f == Function.FACTOR ? factor : v[1]}, out, 1);
      }
      append(child, out[0] + random.nextInt(spread), scale, nulls, odd, random);
    }
    return new Sample(d, child, parents);
  }

  private static int scale(Type type, Random random) {
    return type.equals(Type.FLOAT) || type.equals(Type.DOUBLE) ? random.nextInt(4) : 0;
  }

  private static void append(Column to, long value, int scale, int nulls, int odd, Random random) {
    if (nulls > 0 && random.nextInt(nulls) == 0) {
      to.appendNull();
      return;
    }
    double power = Math.pow(10, scale);
    boolean isOdd = odd > 0 && random.nextInt(odd) == 0;
    double[] strange = {Double.NaN, -0.0, 1e300, Double.NEGATIVE_INFINITY, Math.PI, 0.1 + 0.2};
    if (to instanceof IntColumn c) {
      c.append((int) value);
    } else if (to instanceof LongColumn c) {
      c.append(isOdd ? random.nextLong() : value);
    } else if (to instanceof BytesColumn c) {
      c.append((isOdd ? "odd " : "a string, number ") + value);
    } else if (to instanceof FloatColumn c) {
      c.append(isOdd ? (float) strange[random.nextInt(6)] : (float) (value / power));
    } else {
      double v = isOdd ? strange[random.nextInt(6)] : value / power;
      ((DoubleColumn) to).append(v);
    }
  }
}
