package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskRangesTest {
  private static final Schema SCHEMA =
      Schema.parse("p: string, a: int64, b: double, s: string, d: decimal(30,2)");
  private static final int READERS = 3;
  private static final String LONG = "https://example.org/".repeat(60);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort(a desc, s)",
        "sort(s, a)",
        "z-order(a, b, s, d)",
        "hilbert(a, b; values)",
        "hilbert(a, s, d; 16 ranges)",
        "rising-cardinality(a, b, s)",
        "qd-tree(a < 30 and s = 's1'; b >= 3; a > 80 and b < 1; 10 rows)"
      })
  void tasksGetRangesOfPartitionsAndKeys(String text) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 4; round++) {
      String message = "seed " + seed + " round " + round;
      Reordering reordering = Placement.parse("reorder=" + text).reorder();
      int partitionColumns = round % 2;
      List<String> names = new ArrayList<>(List.of("p").subList(0, partitionColumns));
      names.addAll(TaskRanges.columns(reordering, SCHEMA));
      Schema narrow = SCHEMA.select(names);
      List<Batch> parts = parts(narrow, random, 500 + random.nextInt(20_000));
      int tasks = 1 + random.nextInt(9);
      TaskRanges ranges = copy(ranges(reordering, narrow, partitionColumns, parts, tasks));
      TaskRanges again = ranges(reordering, narrow, partitionColumns, parts, tasks);

      Batch row = Batch.of(narrow);
      TaskRanges.Router router = ranges.router(row);
      TaskRanges.Router other = again.router(row);
      List<List<Object[]>> rows = new ArrayList<>();
      for (int t = 0; t < tasks; t++) {
        rows.add(new ArrayList<>());
      }
      long number = 0;
      long all = 0;
      for (Batch part : parts) {
        for (int i = 0; i < part.rows(); i++, number++, all++) {
          row.clear();
          row.appendRange(part, i, 1);
          int task = router.task(number);
          assertEquals(task, other.task(number), message);
          Object[] key = new Object[partitionColumns + ranges.keyWords()];
          for (int c = 0; c < partitionColumns; c++) {
            key[c] = part.row(i)[c];
          }
          for (int w = 0; w < ranges.keyWords(); w++) {
            key[partitionColumns + w] = router.keyWord(w);
          }
          rows.get(task).add(ranges.keyWords() > 0 ? key : part.row(i));
        }
      }
      // Ranges of neighbours share at most their bounds.
      Object[] most = null;
      for (List<Object[]> task : rows) {
        for (Object[] key : task) {
          if (most != null) {
            assertTrue(compare(most, key, narrow, ranges, partitionColumns) <= 0, message);
          }
        }
        for (Object[] key : task) {
          if (most == null || compare(most, key, narrow, ranges, partitionColumns) < 0) {
            most = key;
          }
        }
      }
      // Despite skew, no task has much more than its share.
      int largest = rows.stream().mapToInt(List::size).max().orElse(0);
      assertTrue(largest <= 3 * all / tasks + 600, message + ": " + largest + " of " + all);
    }
  }

  private static int compare(
      Object[] x, Object[] y, Schema narrow, TaskRanges ranges, int partitionColumns) {
    if (ranges.keyWords() == 0) {
      List<io.placed.placement.SortKey> keys = new ArrayList<>();
      for (int c = 0; c < partitionColumns; c++) {
        keys.add(io.placed.placement.SortKey.asc(narrow.field(c).name()));
      }
      keys.addAll(ranges.sortKeys());
      return RandomRows.comparator(narrow, keys).compare(x, y);
    }
    for (int c = 0; c < x.length; c++) {
      if (x[c] == null || y[c] == null) {
        if (x[c] != y[c]) {
          return x[c] == null ? -1 : 1;
        }
        continue;
      }
      @SuppressWarnings("unchecked")
      int order = ((Comparable<Object>) x[c]).compareTo(y[c]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static TaskRanges ranges(
      Reordering reordering, Schema narrow, int partitionColumns, List<Batch> parts, int tasks) {
    List<TaskSample.Part> samples = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      TaskSample sample = new TaskSample(narrow, p, parts.size());
      sample.add(parts.get(p), parts.get(p).memoryBytes());
      samples.add(sample.part());
    }
    return TaskRanges.of(reordering, narrow, partitionColumns, samples, tasks);
  }

  /** Half of the rows have the same value, some have nulls. */
  private static List<Batch> parts(Schema narrow, Random random, int rows) {
    List<Batch> out = new ArrayList<>();
    String alike = random.nextBoolean() ? "" : LONG.substring(0, 80);
    for (int p = 0; p < READERS; p++) {
      Batch part = Batch.of(narrow);
      for (int i = 0; i < rows / (p + 1); i++) {
        boolean same = random.nextBoolean();
        int v = same ? 7 : random.nextInt(100);
        part.appendRow(
            narrow.fields().stream()
                .map(
                    f ->
                        random.nextInt(20) == 0
                            ? null
                            : switch (f.name()) {
                              case "p" -> "p" + random.nextInt(3);
                              case "a" -> (long) v;
                              case "b" -> v / 10.0;
                              case "s" -> alike + "s" + v % 5;
                              default -> java.math.BigDecimal.valueOf(v, 2);
                            })
                .toArray());
      }
      out.add(part);
    }
    out.add(Batch.of(narrow));
    return out;
  }

  private static TaskRanges copy(TaskRanges ranges) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(ranges);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (TaskRanges) in.readObject();
    }
  }

  /** As URLs do. */
  @ParameterizedTest
  @CsvSource({"0, true", "80, true", "900, true", "1100, false"})
  void stringsThatBeginAlikeAreToldApart(int length, boolean toldApart) {
    Schema schema = Schema.parse("url: string, kind: string");
    Random random = new Random(length);
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 20_000; i++) {
      rows.appendRow(LONG.substring(0, length) + random.nextLong(), "" + random.nextInt(50));
    }
    for (String text :
        List.of("sort(url)", "z-order(url, kind)", "rising-cardinality(url, kind)")) {
      Reordering reordering = Placement.parse("reorder=" + text).reorder();
      TaskRanges ranges = ranges(reordering, schema, 0, List.of(rows), 4);
      if (toldApart && text.startsWith("rising")) {
        assertEquals("kind", ranges.sortKeys().get(0).column());
      }
      Batch row = Batch.of(schema);
      TaskRanges.Router router = ranges.router(row);
      int[] counts = new int[4];
      for (int i = 0; i < rows.rows(); i++) {
        row.clear();
        row.appendRange(rows, i, 1);
        counts[router.task(i)]++;
      }
      int most = Arrays.stream(counts).max().orElseThrow();
      // One key does not share tasks with others.
      assertTrue(most < 0.6 * rows.rows(), text + ": " + Arrays.toString(counts));
    }
  }

  /** Samples of long values have fewer rows, whatever the sizes of batches, and are uniform. */
  @Test
  void samplesOfLongValuesHaveFewerRows() {
    Schema schema = Schema.parse("n: int64, s: string");
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 30_000; i++) {
      rows.appendRow((long) i, LONG.substring(0, i % 2 == 0 ? 600 : 1) + i);
    }
    Batch whole = sampled(schema, rows, rows.rows());
    Batch pieces = sampled(schema, rows, 777);
    assertEquals(whole.rows(), pieces.rows());
    for (int i = 0; i < whole.rows(); i++) {
      assertEquals(whole.row(i)[0], pieces.row(i)[0]);
    }
    long bytes = whole.rows() * 300L;
    assertEquals(2000 * Sample.MEAN_BYTES, bytes, 0.1 * bytes);
    double mean = 0;
    for (int i = 0; i < whole.rows(); i++) {
      mean += (Long) whole.row(i)[0] / (double) whole.rows();
    }
    assertEquals(15_000, mean, 2000);
  }

  private static Batch sampled(Schema schema, Batch rows, int step) {
    Sample sample = new Sample(schema, new int[] {0, 1}, 2000, 0);
    for (int from = 0; from < rows.rows(); from += step) {
      Batch some = Batch.of(schema);
      some.appendRange(rows, from, Math.min(step, rows.rows() - from));
      sample.add(some);
    }
    return sample.rows();
  }

  @Test
  void emptyTablesHaveOneRangeAndBuffersNone() {
    Schema schema = Schema.parse("a: int64");
    Reordering sort = Placement.parse("reorder=sort(a)").reorder();
    TaskRanges ranges = ranges(sort, schema, 0, List.of(Batch.of(schema)), 5);
    Batch row = Batch.of(schema);
    TaskRanges.Router router = ranges.router(row);
    row.appendRow(5L);
    assertEquals(0, router.task(0));
    assertEquals(List.of("a"), TaskRanges.columns(sort, schema));
    Reordering vortex = Placement.parse("reorder=vortex(a)").reorder();
    var e = assertThrows(IllegalArgumentException.class, () -> TaskRanges.columns(vortex, schema));
    assertTrue(e.getMessage().contains("orders the rows of one task only"), e.getMessage());
  }

  /**
   * More rows than a sample holds, in tasks of very different sizes: the sample is still uniform.
   */
  @Test
  void samplesOfTasksMakeOneOfTheTable() {
    Schema schema = Schema.parse("a: int64, x1: int64, x2: int64, x3: int64");
    int[] sizes = {120_000, 300, 0, 50_000, 9};
    List<TaskSample.Part> parts = new ArrayList<>();
    long value = 0;
    for (int t = 0; t < sizes.length; t++) {
      TaskSample sample = new TaskSample(schema, t, 200);
      Batch batch = Batch.of(schema);
      for (int i = 0; i < sizes[t]; i++) {
        batch.appendRow(value++, 0L, 0L, 0L);
      }
      sample.add(batch, 10L * sizes[t]);
      parts.add(sample.part());
    }
    Batch joined = TaskSample.joined(schema, parts);
    long[] sampled = new long[joined.rows()];
    Arrays.setAll(sampled, i -> (long) joined.row(i)[0]);
    double mean = Arrays.stream(sampled).average().orElseThrow();
    assertTrue(sampled.length > 800, sampled.length + " rows");
    assertEquals(value / 2.0, mean, value * 0.05);
    assertEquals(1_703_090, parts.stream().mapToLong(TaskSample.Part::bytes).sum());
  }
}
