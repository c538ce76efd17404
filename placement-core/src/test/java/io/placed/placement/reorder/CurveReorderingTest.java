package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CurveReorderingTest {
  @ParameterizedTest
  @EnumSource(Reordering.Curve.Kind.class)
  void rowsComeInTheOrderOfTheirKeysAndStably(Reordering.Curve.Kind kind) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 30; i++) {
      RandomRows data = new RandomRows(random);
      Schema schema = random.nextBoolean() ? data.everyType() : data.schema();
      int ranges = random.nextBoolean() ? 0 : 4 + random.nextInt(2000);
      List<String> columns = data.columns(schema, 9);
      Reordering.Curve curve = new Reordering.Curve(kind, columns, ranges);
      List<Batch> in = data.batches(schema, random.nextInt(3000));
      String message = "seed " + seed + " round " + i + ": " + curve + " of " + schema;

      CurveKeys keys = CurveKeys.of(curve, schema, all(schema, in));
      List<Keyed> expected = new ArrayList<>();
      for (Batch b : in) {
        List<String> texts = RandomRows.texts(List.of(b));
        for (int r = 0; r < b.rows(); r++) {
          expected.add(new Keyed(keys.bytes(b, r), texts.get(r)));
        }
      }
      expected.sort(Comparator.comparing(Keyed::key, Arrays::compareUnsigned));
      List<String> texts = expected.stream().map(Keyed::text).toList();
      for (long memory : new long[] {1 << 30, 300_000, 20_000}) {
        MemoryRunStore store = new MemoryRunStore();
        List<Batch> out = Reordered.of(curve, schema, memory, store, in);
        assertEquals(texts, RandomRows.texts(out), message + " in " + memory);
        assertEquals(0, store.live(), message);
        assertEquals(0, store.open, message);
        assertTrue(memory < 1 << 30 || store.written == 0, message);
      }
    }
  }

  private record Keyed(byte[] key, String text) {}

  @Test
  void keysAreTheSameAsBytesAsWordsAndAfterSerialization() throws Exception {
    RandomRows data = new RandomRows(new Random(77));
    Schema schema = data.everyType();
    Batch rows = all(schema, data.batches(schema, 500));
    for (int n = 1; n <= 9; n++) {
      for (int ranges : new int[] {0, 7, 1024}) {
        List<String> columns =
            schema.fields().stream().skip(n % 7).limit(n).map(f -> f.name()).toList();
        for (var kind : Reordering.Curve.Kind.values()) {
          var curve = new Reordering.Curve(kind, columns, ranges);
          CurveKeys keys = CurveKeys.of(curve, schema, rows);
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(keys);
          }
          CurveKeys copy =
              (CurveKeys)
                  new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
          assertEquals(ranges == 0 ? n : (n * (ranges == 7 ? 3 : 10) + 63) / 64, keys.words());
          for (int r = 1; r < rows.rows(); r++) {
            assertArrayEquals(keys.key(rows, r), copy.key(rows, r));
            int words = compare(keys.key(rows, r - 1), keys.key(rows, r));
            int asBytes = Arrays.compareUnsigned(keys.bytes(rows, r - 1), keys.bytes(rows, r));
            assertEquals(Integer.signum(words), Integer.signum(asBytes));
          }
        }
      }
    }
  }

  private static int compare(long[] a, long[] b) {
    for (int w = 0; w < a.length; w++) {
      if (a[w] != b[w]) {
        return Long.compareUnsigned(a[w], b[w]);
      }
    }
    return 0;
  }

  @Test
  void oneColumnIsSorted() throws IOException {
    Schema schema = Schema.parse("a: int64");
    Batch batch = Batch.of(schema);
    Random random = new Random(4);
    for (int i = 0; i < 5000; i++) {
      batch.appendRow(i % 50 == 0 ? null : random.nextLong());
    }
    for (var kind : Reordering.Curve.Kind.values()) {
      var curve = new Reordering.Curve(kind, List.of("a"), 0);
      MemoryRunStore store = new MemoryRunStore();
      List<Object[]> out =
          RandomRows.rows(Reordered.of(curve, schema, 1 << 30, store, List.of(batch)));
      for (int i = 0; i < out.size(); i++) {
        assertEquals(i < 100, out.get(i)[0] == null, "" + i);
        assertTrue(i <= 100 || (long) out.get(i - 1)[0] <= (long) out.get(i)[0]);
      }
    }
  }

  /** Values across the range of doubles, most of them in one corner. */
  @Test
  void rangesHoldEquallyManyOfSkewedValues() {
    Schema schema = Schema.parse("d: double, n: int64");
    Random random = new Random(12);
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 60_000; i++) {
      rows.appendRow(Math.exp(40 * random.nextGaussian()), (long) i);
    }
    QuantileRanges ranges = QuantileRanges.of(rows.column(0), 101);
    int[] counts = new int[101];
    for (int i = 0; i < rows.rows(); i++) {
      counts[ranges.range(rows.column(0), i)]++;
    }
    assertEquals(0, counts[0]);
    for (int r = 1; r < counts.length; r++) {
      assertTrue(counts[r] >= 598 && counts[r] <= 602, r + ": " + counts[r]);
    }
  }

  @Test
  void fewValuesAreSpreadOverAllRanges() {
    Batch rows = Batch.of(Schema.parse("s: string"));
    for (int i = 0; i < 1000; i++) {
      rows.appendRow(i % 2 == 0 ? "no" : "yes");
    }
    rows.appendRow((Object) null);
    QuantileRanges ranges = QuantileRanges.of(rows.column(0), 1024);
    Column column = rows.column(0);
    assertEquals(0, ranges.range(column, 1000));
    assertEquals(0, ranges.range(column, 0) >> 9);
    assertEquals(1, ranges.range(column, 1) >> 9);
  }

  @Test
  void rangesKeepTheOrderOfEveryType() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 10; round++) {
      RandomRows data = new RandomRows(random);
      Schema schema = data.everyType();
      Batch rows = all(schema, data.batches(schema, 600));
      Batch other = all(schema, data.batches(schema, 200));
      for (int c = 0; c < RandomRows.FLAT.length && rows.rows() > 0; c++) {
        QuantileRanges ranges = QuantileRanges.of(rows.column(c), 4 + random.nextInt(300));
        var order = RandomRows.comparator(schema, List.of(SortKey.asc(schema.field(c).name())));
        List<Object[]> values = RandomRows.rows(List.of(other));
        for (int k = 0; k < 2000; k++) {
          int i = random.nextInt(other.rows());
          int j = random.nextInt(other.rows());
          int expected = order.compare(values.get(i), values.get(j));
          int got = ranges.range(other.column(c), i) - ranges.range(other.column(c), j);
          assertTrue(
              expected == 0 ? got == 0 : got == 0 || (got < 0) == (expected < 0),
              "seed " + seed + " " + schema.field(c));
        }
      }
    }
  }

  @Test
  void theSampleIsThatOfTheRowsHoweverTheyCome() {
    Schema schema = Schema.parse("s: string, n: int64 not null");
    Batch whole = Batch.of(schema);
    String longText = "x".repeat(60);
    for (int i = 0; i < 300_000; i++) {
      whole.appendRow(i % 3 == 0 ? null : longText + i, (long) i);
    }
    Sample one = new Sample(schema, new int[] {1, 0});
    one.add(whole);
    Sample other = new Sample(schema, new int[] {1, 0});
    Random random = new Random(8);
    for (int at = 0; at < whole.rows(); ) {
      int n = Math.min(whole.rows() - at, 1 + random.nextInt(20_000));
      Batch part = Batch.of(schema);
      part.appendRange(whole, at, n);
      other.add(part);
      at += n;
    }
    assertEquals(1 << 16, one.rows().rows());
    assertEquals(RandomRows.texts(List.of(one.rows())), RandomRows.texts(List.of(other.rows())));
    assertEquals(300_000, one.seen());
    // Uniform: each tenth of the rows has about a tenth of the sample.
    int[] tenths = new int[10];
    LongColumn n = (LongColumn) one.rows().column(0);
    for (int i = 0; i < n.size(); i++) {
      tenths[(int) (n.get(i) / 30_000)]++;
    }
    for (int t : tenths) {
      assertEquals(6554, t, 400);
    }
  }

  @Test
  void runsAreDeletedWhereverItFails() throws IOException {
    Schema schema = Schema.parse("a: int64, b: int64");
    Random random = new Random(9);
    List<Batch> in = new ArrayList<>();
    for (int b = 0; b < 60; b++) {
      Batch batch = Batch.of(schema);
      for (int i = 0; i < 20; i++) {
        batch.appendRow(random.nextLong(), random.nextLong());
      }
      in.add(batch);
    }
    var curve = new Reordering.Curve(Reordering.Curve.Kind.HILBERT, List.of("a", "b"), 1024);
    boolean finished = false;
    for (int calls = 0; !finished; calls += 5) {
      MemoryRunStore store = new MemoryRunStore();
      store.failAfter = calls;
      try {
        Reordered.of(curve, schema, 2000, store, in);
        finished = true;
        assertTrue(store.written > 10);
      } catch (IOException e) {
        assertEquals("the run store fails", e.getMessage());
      }
      assertEquals(0, store.live(), "after " + calls + " calls");
      assertEquals(0, store.open, "after " + calls + " calls");
    }
  }

  private static Batch all(Schema schema, List<Batch> batches) {
    Batch all = Batch.of(schema);
    batches.forEach(b -> all.appendRange(b, 0, b.rows()));
    return all;
  }
}
