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
import org.junit.jupiter.params.provider.ValueSource;

class TaskRangesTest {
  private static final Schema SCHEMA =
      Schema.parse("p: string, a: int64, b: double, s: string, d: decimal(30,2)");
  private static final int READERS = 3;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sort(a desc, s)",
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
                              case "s" -> "s" + v % 5;
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
