package io.placed.table.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.placement.SortKey;
import io.placed.schema.DecimalType;
import io.placed.schema.Schema;
import io.placed.table.source.SourceFile;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
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

  /**
   * Files of several tables that are read together, whose keys have other types: their bounds are
   * numbers of days and of microseconds, or of units and of hundredths.
   */
  @Test
  void keysOfOtherTypes() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Set<Integer> lengths = new HashSet<>();
    for (int round = 0; round < 60; round++) {
      String[] types =
          List.of(
                  new String[] {"int32", "decimal(12, 2)", "decimal(18, 5)"},
                  new String[] {"date", "timestamp_ntz"},
                  new String[] {"int32", "int64"},
                  new String[] {"float", "double"})
              .get(random.nextInt(4));
      String order = "k" + (random.nextBoolean() ? " desc" : "");
      List<String> paths = new ArrayList<>();
      for (int f = 0; f < 1 + random.nextInt(3); f++) {
        paths.add(dir.resolve("o" + round + "-" + f).toString());
        Schema schema = Schema.parse("k: " + types[random.nextInt(types.length)] + ", t: int64");
        writeOf(schema, paths.get(f), order, random.nextInt(40), random);
      }
      SourceRequest some = SourceRequest.of(paths);
      SourceRequest request =
          new SourceRequest(
              paths, some.moment(), null, null, some.choice(), false, true, null, null);
      TableSource source = TableSource.open(FileStores.local(), request);
      List<SourceFile> files = source.files();
      List<ReadTask> tasks = new SlicePlanner(new SplitSizes(1L << 30, 1, 1, 0), 1).plan(files);
      FileOrder found =
          FileOrder.of(source.placement(), tasks, files, c -> true, FileStores.local());
      lengths.add(found.keys().size());
      if (found.keys().isEmpty()) {
        continue;
      }
      List<Double> keys = new ArrayList<>();
      for (FileSlice slice : found.tasks().get(0).slices()) {
        try (TableScan scan = Placed.read(slice.path()).open()) {
          scan.rows().forEach(row -> keys.add(number(row[0])));
        }
      }
      for (int i = 1; i < keys.size(); i++) {
        double gap = keys.get(i) - keys.get(i - 1);
        assertTrue(
            order.endsWith("desc") ? gap <= 0 : gap >= 0,
            "seed " + seed + " round " + round + " row " + i + ": " + keys);
      }
    }
    assertEquals(Set.of(0, 1), lengths, "seed " + seed);
  }

  private static void writeOf(Schema schema, String path, String order, int from, Random random)
      throws IOException {
    try (TableWriter out =
        Placed.write(path, schema).placement("reorder=sort(" + order + ")").open()) {
      for (int i = 0; i < 10; i++) {
        int key = from + i;
        Object value =
            switch (schema.field(0).type().kind()) {
              case INT32 -> key;
              case INT64 -> (long) key;
              case FLOAT -> (float) key;
              case DOUBLE -> (double) key;
              case DECIMAL ->
                  new BigDecimal(key).setScale(((DecimalType) schema.field(0).type()).scale());
              case DATE -> LocalDate.ofEpochDay(key);
              case TIMESTAMP_NTZ -> LocalDate.ofEpochDay(key).atTime(random.nextInt(24), 0);
              default -> throw new AssertionError(schema.field(0).type());
            };
        out.write(value, (long) i);
      }
      out.commit();
    }
  }

  private static double number(Object value) {
    if (value instanceof LocalDate d) {
      return d.toEpochDay();
    }
    return value instanceof LocalDateTime t
        ? t.toEpochSecond(ZoneOffset.UTC) / 86_400.0
        : ((Number) value).doubleValue();
  }

  /** Directories give a value to a column that files have, too, and are sorted by. */
  @Test
  void keysThatDirectoriesGive() throws IOException {
    Schema schema = Schema.parse("p: int64, k: int64");
    Path written = dir.resolve("written");
    try (TableWriter out =
        Placed.write(written.toString(), schema).placement("reorder=sort(p, k)").open()) {
      for (long i = 0; i < 100; i++) {
        out.write(i % 5, i);
      }
      out.commit();
    }
    Path directory = dir.resolve("directories/p=7");
    Files.createDirectories(directory);
    try (var files = Files.list(written)) {
      Path file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
      Files.copy(file, directory.resolve("000000_0"));
    }
    TableSource source =
        TableSource.open(
            FileStores.local(), SourceRequest.of(List.of(directory.getParent().toString())));
    List<SourceFile> files = source.files();
    assertEquals("7", files.get(0).partition().get("p"));
    List<ReadTask> tasks = new SlicePlanner(new SplitSizes(1L << 30, 1, 1, 0), 1).plan(files);
    FileOrder order = FileOrder.of(source.placement(), tasks, files, c -> true, FileStores.local());
    assertEquals(List.of(), order.keys());
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
