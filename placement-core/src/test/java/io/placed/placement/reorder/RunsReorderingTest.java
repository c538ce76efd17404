package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Reordering;
import io.placed.placement.Reordering.Runs.Kind;
import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunsReorderingTest {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void rowsAreKeptAndTheOrderIsAlwaysTheSame(Kind kind) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      RandomRows data = new RandomRows(random);
      Schema schema = random.nextBoolean() ? data.everyType() : data.schema();
      List<Batch> in = data.batches(schema, random.nextInt(3000));
      List<String> columns = random.nextBoolean() ? List.of() : data.columns(schema, 9);
      long buffer = random.nextBoolean() ? 1 << 30 : 20_000;
      Reordering runs = new Reordering.Runs(kind, columns, buffer);
      String message = "seed " + seed + " round " + i + ": " + runs + " of " + schema;
      MemoryRunStore store = new MemoryRunStore();
      List<String> out = RandomRows.texts(Reordered.of(runs, schema, 1, store, in));
      assertEquals(sorted(RandomRows.texts(in)), sorted(out), message);
      assertEquals(0, store.written, message);
      List<String> again = RandomRows.texts(Reordered.of(runs, schema, 1 << 20, store, in));
      assertEquals(out, again, message);
    }
  }

  /** Compared with the definition, applied to objects. */
  @Test
  void vortexIsThatOfItsDefinition() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      Schema schema = Schema.parse("a: int32, b: int32, c: int32, d: int32");
      List<Batch> in = table(schema, random, random.nextInt(800));
      List<Object[]> rows = RandomRows.rows(in);
      List<List<Integer>> ranks = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        int column = c;
        ranks.add(byFrequency(rows.stream().map(r -> (Integer) r[column]).toList()));
      }
      Comparator<Object[]> vortex =
          (x, y) -> {
            int[][] p = pairs(x, ranks);
            int[][] q = pairs(y, ranks);
            for (int k = 0; k < p.length; k++) {
              int compared = Arrays.compare(p[k], q[k]);
              if (compared != 0) {
                return k % 2 == 0 ? compared : -compared;
              }
            }
            return 0;
          };
      List<Object[]> expected = new ArrayList<>(rows);
      expected.sort(vortex);
      Reordering runs = new Reordering.Runs(Kind.VORTEX, List.of(), 1 << 30);
      List<Batch> out = Reordered.of(runs, schema, 1, new MemoryRunStore(), in);
      assertEquals(
          expected.stream().map(RandomRows::text).toList(),
          RandomRows.rows(out).stream().map(RandomRows::text).toList(),
          "seed " + seed + " round " + round);
    }
  }

  /** Distinct values, ordered by falling frequency, then nulls first, then by value. */
  private static List<Integer> byFrequency(List<Integer> values) {
    Comparator<Integer> order =
        Comparator.comparing(v -> -values.stream().filter(w -> Objects.equals(v, w)).count());
    return values.stream()
        .distinct()
        .sorted(order.thenComparing(Comparator.nullsFirst(Comparator.naturalOrder())))
        .toList();
  }

  private static int[][] pairs(Object[] row, List<List<Integer>> ranks) {
    return IntStream.range(0, row.length)
        .mapToObj(c -> new int[] {ranks.get(c).indexOf(row[c]), c})
        .sorted(Arrays::compare)
        .toArray(int[][]::new);
  }

  /** The purpose: fewer runs than after the initial sort. */
  @Test
  void multipleListsLeaveFewerRunsThanASort() throws IOException {
    Schema schema = Schema.parse("a: int32, b: int32, c: int32, d: int32");
    for (int seed = 0; seed < 5; seed++) {
      List<Batch> in = table(schema, new Random(seed), 5000);
      MemoryRunStore store = new MemoryRunStore();
      long none = runs(in);
      Reordering rising = new Reordering.RisingCardinality(List.of());
      long sorted = runs(Reordered.of(rising, schema, 1 << 30, store, in));
      Reordering lists = new Reordering.Runs(Kind.MULTIPLE_LISTS, List.of(), 1 << 30);
      long multiple = runs(Reordered.of(lists, schema, 1, store, in));
      assertTrue(sorted < none, sorted + " " + none);
      assertTrue(multiple < sorted, multiple + " " + sorted);
    }
  }

  private static long runs(List<Batch> batches) {
    List<Object[]> rows = RandomRows.rows(batches);
    long runs = 0;
    for (int i = 0; i < rows.size(); i++) {
      for (int c = 0; c < rows.get(i).length; c++) {
        runs += i == 0 || !Objects.equals(rows.get(i)[c], rows.get(i - 1)[c]) ? 1 : 0;
      }
    }
    return runs;
  }

  @Test
  void risingCardinalityIsASort() throws IOException {
    Schema schema = Schema.parse("many: int32, two: boolean, some: string");
    Random random = new Random(3);
    Batch batch = Batch.of(schema);
    for (int i = 0; i < 4000; i++) {
      batch.appendRow(random.nextInt(), random.nextBoolean(), "s" + random.nextInt(9));
    }
    List<SortKey> keys = List.of(SortKey.asc("two"), SortKey.asc("some"), SortKey.asc("many"));
    for (List<String> columns : List.of(List.<String>of(), List.of("some", "many", "two"))) {
      for (long memory : new long[] {1 << 30, 30_000}) {
        MemoryRunStore store = new MemoryRunStore();
        Reordering rising = new Reordering.RisingCardinality(columns);
        List<Object[]> expected = RandomRows.rows(List.of(batch));
        expected.sort(RandomRows.comparator(schema, keys));
        List<Batch> out = Reordered.of(rising, schema, memory, store, List.of(batch));
        assertEquals(
            expected.stream().map(RandomRows::text).toList(),
            RandomRows.rows(out).stream().map(RandomRows::text).toList());
        assertEquals(0, store.live());
        assertEquals(memory < 1 << 20, store.written > 0);
      }
    }
  }

  /** For rows of a few bits each, the method's own memory limits the buffer. */
  @Test
  void smallRowsDoNotMakeEndlessBuffers() throws IOException {
    Schema schema = Schema.parse("a: boolean, b: boolean");
    Batch batch = Batch.of(schema);
    int rows = 200_000;
    for (int i = 0; i < rows; i++) {
      batch.appendRow(i % 3 == 0, i % 7 == 0);
    }
    int buffer = 16 << 10;
    for (Reordering reordering :
        List.of(
            new Reordering.Runs(Kind.VORTEX, List.of(), buffer),
            new Reordering.Runs(Kind.MULTIPLE_LISTS, List.of(), buffer),
            new Reordering.SortBuffer(List.of(SortKey.asc("a")), buffer))) {
      List<Object[]> first = new ArrayList<>();
      try (Reorderer method =
          Reorderers.create(reordering, schema, 1 << 20, new MemoryRunStore())) {
        method.add(batch, b -> first.addAll(RandomRows.rows(List.of(b))));
      }
      // All but the last buffer: at most four times its size, at 24 bytes per row or more.
      assertTrue(first.size() > rows - 4 * buffer / 24, reordering + ": " + first.size());
    }
    assertEquals(1, BufferOrder.rowsWithin(1, 24));
    assertEquals(Integer.MAX_VALUE, BufferOrder.rowsWithin(1L << 50, 24));
  }

  /** Skewed data with ties and nulls. */
  private static List<Batch> table(Schema schema, Random random, int rows) {
    List<Batch> out = new ArrayList<>();
    for (int from = 0; from < rows; from += 300) {
      Batch batch = Batch.of(schema);
      for (int i = from; i < Math.min(rows, from + 300); i++) {
        Object[] row = new Object[schema.size()];
        for (int c = 0; c < row.length; c++) {
          int v = (int) Math.abs(random.nextGaussian() * (2 << c));
          row[c] = v == 3 ? null : v;
        }
        batch.appendRow(row);
      }
      out.add(batch);
    }
    return out;
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().toList();
  }
}
