package io.placed.table.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.table.source.SourceFile;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task that reads several sorted files reports only the order that its rows have. */
class FileOrderTest {
  private static final Schema SCHEMA = Schema.parse("k: int64, t: int64");

  @TempDir Path dir;

  /** Files whose ranges of the key are apart, touch, or overlap. */
  @Test
  void rowsComeInTheReportedOrder() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Set<Integer> lengths = new HashSet<>();
    for (int round = 0; round < 120; round++) {
      String order =
          "k"
              + (random.nextBoolean() ? " desc" : "")
              + List.of("", " nulls first", " nulls last").get(random.nextInt(3))
              + (random.nextInt(4) > 0 ? ", t" : "");
      String path = dir.resolve("t" + round).toString();
      int files = 1 + random.nextInt(4);
      int step = random.nextInt(4) == 0 ? 7 : 10 + random.nextInt(2);
      List<Integer> places = new ArrayList<>();
      for (int f = 0; f < files; f++) {
        places.add(f);
      }
      Collections.shuffle(places, random);
      int nullsIn = random.nextInt(3) == 0 ? random.nextInt(files) : -1;
      for (int f : places) {
        write(path, order, step * f, f == nullsIn, random);
      }
      String context = "seed " + seed + " round " + round + " " + order;
      lengths.add(check(path, context));
    }
    assertEquals(Set.of(0, 1, 2), lengths, "seed " + seed);
  }

  /** Rows of keys from a number to the tenth after it. */
  private static void write(String path, String order, int from, boolean nulls, Random random)
      throws IOException {
    try (TableWriter out =
        Placed.write(path, SCHEMA).placement("reorder=sort(" + order + ")").open()) {
      for (int i = 0; i < 60; i++) {
        boolean isNull = nulls && random.nextInt(5) == 0;
        out.write(isNull ? null : (Long) (long) (from + i % 11), (long) random.nextInt(100));
      }
      out.commit();
    }
  }

  private static int check(String path, String context) throws IOException {
    TableSource source = TableSource.open(FileStores.local(), SourceRequest.of(List.of(path)));
    List<SourceFile> files = source.files();
    List<ReadTask> tasks = new SlicePlanner(new SplitSizes(1L << 30, 1, 1, 0), 1).plan(files);
    assertEquals(1, tasks.size(), context);
    FileOrder order = FileOrder.of(source.placement(), tasks, files, c -> true, FileStores.local());
    assertEquals(
        Set.copyOf(tasks.get(0).slices()), Set.copyOf(order.tasks().get(0).slices()), context);
    Comparator<Object[]> comparator = (a, b) -> 0;
    for (SortKey key : order.keys()) {
      int at = SCHEMA.indexOf(key.column());
      Comparator<Long> values =
          key.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
      comparator =
          comparator.thenComparing(
              row -> (Long) row[at],
              key.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values));
    }
    List<Object[]> rows = new ArrayList<>();
    for (FileSlice slice : order.tasks().get(0).slices()) {
      try (TableScan scan = Placed.read(slice.path()).open()) {
        scan.rows().forEach(rows::add);
      }
    }
    assertEquals(60 * files.size(), rows.size(), context);
    for (int i = 1; i < rows.size(); i++) {
      assertTrue(comparator.compare(rows.get(i - 1), rows.get(i)) <= 0, context + " row " + i);
    }
    return order.keys().size();
  }
}
