package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReordererTest {
  /** With memory from one batch to all rows. */
  @ParameterizedTest
  @ValueSource(longs = {1, 20_000, 200_000, 1 << 30})
  void sortIsThatOfAList(long memory) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 25; i++) {
      RandomRows data = new RandomRows(random);
      Schema schema = data.schema();
      List<SortKey> keys = data.keys(schema);
      List<Batch> in = data.batches(schema, random.nextInt(memory == 1 ? 300 : 6000));
      MemoryRunStore store = new MemoryRunStore();
      List<Batch> out = Reordered.of(new Reordering.Sort(keys), schema, memory, store, in);

      String message = "seed " + seed + " round " + i + ": sort" + keys + " of " + schema;
      List<Object[]> expected = RandomRows.rows(in);
      expected.sort(RandomRows.comparator(schema, keys));
      assertEquals(
          expected.stream().map(RandomRows::text).toList(),
          RandomRows.rows(out).stream().map(RandomRows::text).toList(),
          message);
      assertEquals(sorted(RandomRows.texts(in)), sorted(RandomRows.texts(out)), message);
      assertEquals(0, store.live(), message);
      assertEquals(0, store.open, message);
      assertTrue(store.mostOpen <= ExternalSort.MAX_FAN_IN, message);
      assertTrue(memory < 1 << 30 || store.written == 0, message);
      assertTrue(memory > 1 || RandomRows.rows(in).size() < 2 || store.written > 1, message);
      assertTrue(out.stream().allMatch(b -> b.rows() > 0 && b.rows() <= 4096), message);
    }
  }

  @Test
  void noneKeepsTheOrderOfArrival() throws IOException {
    RandomRows data = new RandomRows(new Random(1));
    Schema schema = data.schema();
    List<Batch> in = data.batches(schema, 1000);
    List<Batch> out = Reordered.of(Reordering.NONE, schema, 1, new MemoryRunStore(), in);
    assertEquals(RandomRows.texts(in), RandomRows.texts(out));
  }

  @Test
  void sortBufferSortsEachBufferByItself() throws IOException {
    Schema schema = Schema.parse("k: int64 not null, n: int64 not null");
    Random random = new Random(5);
    List<Batch> in = new ArrayList<>();
    for (int b = 0; b < 20; b++) {
      Batch batch = Batch.of(schema);
      for (int i = 0; i < 777; i++) {
        batch.appendRow((long) random.nextInt(100), b * 777L + i);
      }
      in.add(batch);
    }
    Reordering reordering = new Reordering.SortBuffer(List.of(SortKey.desc("k")), 32 << 10);
    MemoryRunStore store = new MemoryRunStore();
    List<Object[]> out = RandomRows.rows(Reordered.of(reordering, schema, 1, store, in));
    assertEquals(0, store.written);

    // Buffers of about 32 KiB with 16 B and some bits per row, cut at the same rows.
    List<Object[]> rows = RandomRows.rows(in);
    assertEquals(rows.size(), out.size());
    int start = 0;
    List<Integer> sizes = new ArrayList<>();
    for (int i = 1; i <= out.size(); i++) {
      if (i == out.size() || (long) out.get(i)[0] > (long) out.get(i - 1)[0]) {
        List<Object[]> expected = new ArrayList<>(rows.subList(start, i));
        expected.sort(RandomRows.comparator(schema, List.of(SortKey.desc("k"))));
        assertEquals(texts(expected), texts(out.subList(start, i)));
        sizes.add(i - start);
        start = i;
      }
    }
    sizes.subList(0, sizes.size() - 1).forEach(n -> assertTrue(n > 1900 && n <= 2048, "" + n));
  }

  @Test
  void longRangesAndLongTiesAreSorted() throws IOException {
    // Large enough for radix sort on every key, including sorted input and constant values.
    Schema schema = Schema.parse("a: int32, b: string, c: double, n: int64");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int variety : new int[] {1, 2, 5, 1000, 1 << 20}) {
      List<Batch> in = new ArrayList<>();
      for (int b = 0; b < 30; b++) {
        Batch batch = Batch.of(schema);
        for (int i = 0; i < 1000; i++) {
          batch.appendRow(
              random.nextInt(9) == 0 ? null : (variety == 5 ? b : random.nextInt(variety)),
              random.nextInt(9) == 0 ? null : "s".repeat(variety % 7) + random.nextInt(variety),
              random.nextInt(9) == 0 ? null : random.nextInt(variety) / 7.0,
              b * 1000L + i);
        }
        in.add(batch);
      }
      List<SortKey> keys =
          List.of(
              new SortKey("a", random.nextBoolean(), random.nextBoolean()),
              new SortKey("b", random.nextBoolean(), random.nextBoolean()),
              new SortKey("c", random.nextBoolean(), random.nextBoolean()));
      List<Object[]> expected = RandomRows.rows(in);
      expected.sort(RandomRows.comparator(schema, keys));
      for (long memory : new long[] {1 << 18, 1 << 30}) {
        List<Batch> out =
            Reordered.of(new Reordering.Sort(keys), schema, memory, new MemoryRunStore(), in);
        assertEquals(texts(expected), texts(RandomRows.rows(out)), "seed " + seed + " " + keys);
      }
    }
  }

  @Test
  void stringsThatBeginAlikeAreSorted() throws IOException {
    Schema schema = Schema.parse("s: binary, n: int64 not null");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 12; round++) {
      int longest = 1 << random.nextInt(9);
      boolean zeros = random.nextBoolean();
      Batch batch = Batch.of(schema);
      for (int i = 0; i < 6000; i++) {
        byte[] value = new byte[random.nextInt(longest + 1)];
        for (int k = 0; k < value.length; k++) {
          value[k] = (byte) (random.nextInt(40) == 0 ? random.nextInt() : zeros ? 0 : 'a');
        }
        batch.appendRow(value, (long) i);
      }
      List<SortKey> keys = List.of(new SortKey("s", random.nextBoolean(), true));
      List<Object[]> expected = RandomRows.rows(List.of(batch));
      expected.sort(RandomRows.comparator(schema, keys));
      List<Batch> out =
          Reordered.of(
              new Reordering.Sort(keys), schema, 1 << 30, new MemoryRunStore(), List.of(batch));
      assertEquals(texts(expected), texts(RandomRows.rows(out)), "seed " + seed + " " + round);
    }
  }

  @Test
  void largeValuesKeepBatchesAndMergesSmall() throws IOException {
    Schema schema = Schema.parse("s: string, n: int64 not null");
    Random random = new Random(3);
    List<Batch> in = new ArrayList<>();
    byte[] value = new byte[200_000];
    for (int i = 0; i < 300; i++) {
      Batch batch = Batch.of(schema);
      Arrays.fill(value, (byte) ('a' + random.nextInt(3)));
      ((BytesColumn) batch.column(0)).append(value);
      ((LongColumn) batch.column(1)).append(i);
      batch.setRows(1);
      in.add(batch);
    }
    MemoryRunStore store = new MemoryRunStore();
    Reordering sort = new Reordering.Sort(List.of(SortKey.asc("s")));
    List<Batch> out = Reordered.of(sort, schema, 2 << 20, store, in);
    assertTrue(store.largestBatch < 250_000, "" + store.largestBatch);
    assertTrue(store.mostOpen <= 5, "open runs: " + store.mostOpen);
    List<Object[]> expected = RandomRows.rows(in);
    expected.sort(RandomRows.comparator(schema, List.of(SortKey.asc("s"))));
    List<Object[]> got = RandomRows.rows(out);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i)[1], got.get(i)[1]);
    }
    assertEquals(0, store.live());
  }

  @Test
  void wordsOfADictionaryMayBeShared() throws IOException {
    Schema schema = Schema.parse("s: string");
    Batch batch = Batch.of(schema);
    BytesColumn column = (BytesColumn) batch.column(0);
    column.shareArena("pearapple".getBytes(StandardCharsets.UTF_8), 9);
    column.setSize(1000);
    for (int i = 0; i < 1000; i++) {
      column.starts()[i] = i % 2 == 0 ? 0 : 4;
      column.lengths()[i] = i % 2 == 0 ? 4 : 5;
    }
    batch.setRows(1000);
    Reordering sort = new Reordering.Sort(List.of(SortKey.asc("s")));
    List<Object[]> out = new ArrayList<>();
    try (Reorderer r = Reorderers.create(sort, schema, 1 << 20, new MemoryRunStore())) {
      r.add(batch, b -> {});
      r.finish(b -> out.addAll(RandomRows.rows(List.of(b))));
    }
    assertEquals("apple", out.get(499)[0]);
    assertEquals("pear", out.get(500)[0]);
  }

  @Test
  void runsAreDeletedWhereverItFails() throws IOException {
    Schema schema = Schema.parse("k: int64 not null");
    Random random = new Random(9);
    List<Batch> in = new ArrayList<>();
    for (int b = 0; b < 150; b++) {
      Batch batch = Batch.of(schema);
      for (int i = 0; i < 20; i++) {
        batch.appendRow(random.nextLong());
      }
      in.add(batch);
    }
    Reordering sort = new Reordering.Sort(List.of(SortKey.asc("k")));
    boolean finished = false;
    for (int calls = 0; !finished; calls += 7) {
      MemoryRunStore store = new MemoryRunStore();
      store.failAfter = calls;
      try {
        Reordered.of(sort, schema, 700, store, in);
        finished = true;
      } catch (IOException e) {
        assertEquals("the run store fails", e.getMessage());
      }
      assertEquals(0, store.live(), "after " + calls + " calls");
      assertEquals(0, store.open, "after " + calls + " calls");
    }
    MemoryRunStore store = new MemoryRunStore();
    try (Reorderer sorter = Reorderers.create(sort, schema, 700, store)) {
      for (Batch b : in) {
        sorter.add(b, x -> {});
      }
      assertTrue(store.live() > 64);
      assertThrows(
          IOException.class,
          () ->
              sorter.finish(
                  x -> {
                    throw new IOException("disk full");
                  }));
    }
    assertEquals(0, store.live());
    assertEquals(0, store.open);
  }

  @Test
  void columnsWithoutAnOrderAreRefused() {
    Schema schema = Schema.parse("a: int32, s: struct<x: int32>, m: map<int32, int32>");
    for (String column : List.of("s", "m", "missing")) {
      Reordering sort = new Reordering.Sort(List.of(SortKey.asc("a"), SortKey.asc(column)));
      var e =
          assertThrows(
              IllegalArgumentException.class,
              () -> Reorderers.create(sort, schema, 1, new MemoryRunStore()));
      assertTrue(e.getMessage().startsWith("placement.reorder: "), e.getMessage());
      assertTrue(e.getMessage().contains("column " + column), e.getMessage());
    }
  }

  private static List<String> texts(List<Object[]> rows) {
    return rows.stream().map(RandomRows::text).toList();
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().toList();
  }
}
