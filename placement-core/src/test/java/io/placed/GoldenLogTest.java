package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole table with a history, written when version 2 of the log was new, is read for ever: roots,
 * manifests and hint, columns that were renamed, added, widened and dropped, partitions whose
 * fields were changed, deletion vectors, copied rows, a tag, and foreign files, one of which was
 * replaced and one added to the log.
 *
 * <p>{@code -Dplaced.golden=write} writes it where it is missing, with {@code expected.txt}: for
 * each snapshot that is kept its operation, schema and rows. A table that is there is never written
 * again: if this test fails, the reader is wrong.
 */
class GoldenLogTest {
  private static final Path FOLDER = Path.of("src/test/resources/io/placed/golden/log-v2");

  /** Of foreign files: they are known by path, length and time, and a checkout sets the time. */
  private static final FileTime FOREIGN = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  private static final Schema SCHEMA =
      Schema.parse("id: int64 not null, name: string, n: int32, day: date");

  private static final String FIELDS = "day, bucket(3, id)";

  /** From here on rows are deleted, and the partitioning is changed. */
  private static final long CHANGES = 29;

  @TempDir Path dir;

  private static void append(Path table, Schema schema, int from, int to) throws IOException {
    String fields = schema.indexOf("title") < 0 ? "day" : FIELDS;
    WriteBuilder how = Placed.write(table.toString(), schema).partitionedBy(fields);
    try (TableWriter out = how.mergeSchema().open()) {
      for (int i = from; i < to; i++) {
        Object day = i % 10 == 9 ? null : java.time.LocalDate.of(2020, 1, 1).plusDays(i % 80);
        Object other = schema.indexOf("x") < 0 ? (Object) (i % 10) : (Object) (i / 8.0);
        out.write((long) i, i % 7 == 3 ? null : "name " + i, other, day);
      }
      out.commit();
    }
  }

  private static void foreign(Path table, String name, int from) throws IOException {
    Path file = table.resolve("day=2020-01-01").resolve(name);
    Schema schema = Schema.parse("id: int64 not null, name: string, n: int32");
    try (TableWriter out = Placed.write(file.toString(), schema).open()) {
      out.write((long) from, "foreign", -1);
      out.commit();
    }
    Files.setLastModifiedTime(file, FOREIGN);
  }

  private static void write() throws IOException {
    Path table = FOLDER.resolve("table");
    append(table, SCHEMA, 0, 80);
    append(table, SCHEMA, 80, 90);
    DataSet set = DataSet.at(FileStores.local(), table.toString());
    set.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    foreign(table, "rewritten.placed", 1000);
    foreign(table, "replaced.placed", 2000);
    Commit delete = set.begin(set.current().schema(), List.of("day"), null);
    delete.overwriteWhere(List.of(), f -> f.path().endsWith("replaced.placed"));
    Rewrite.prepare(
            FileStores.local(), table.toString(), RewriteOptions.of(Map.of("placement", "parquet")))
        .run(done -> {});
    foreign(table, "later.placed", 3000);
    Files.move(table.resolve("day=2020-01-01/later.placed"), FOLDER.resolve("later.placed.moved"));
    set.createTag("before-rename", null);
    set.alter(
        List.of(
            new ColumnChange.Rename("name", "title"),
            new ColumnChange.Add(List.of("x"), Type.parse("double"), ColumnChange.LAST),
            new ColumnChange.Widen(List.of("n"), Type.parse("int64"))),
        Map.of("owner", "golden"));
    Schema now = Schema.parse("id: int64 not null, title: string, n: int64, day: date, x: double");
    for (int k = 0; k < 18; k++) {
      appendNow(table, now, 100 + k * 3);
    }
    set.alter(List.of(new ColumnChange.Drop("n")), Map.of());
    Commit day = set.begin(set.current().schema(), List.of("day"), null);
    day.delete(Predicate.eq("day", java.time.LocalDate.of(2020, 1, 2)));
    Files.move(FOLDER.resolve("later.placed.moved"), table.resolve("day=2020-01-01/later.placed"));
    foreign(table, "added.placed", 4000);
    set.addFiles(List.of(table.resolve("day=2020-01-01/added.placed").toString()));
    set.deleteRows(Predicate.in("id", List.of(3L, 5L, 1000L)));
    set.deleteRows(Predicate.le("id", 4L));
    set.addFiles(List.of(table.resolve("day=2020-01-01/later.placed").toString()));
    set.alter(PartitionSpec.parse(FIELDS));
    append(
        table, Schema.parse("id: int64 not null, title: string, x: double, day: date"), 6000, 6003);
    set.deleteRows(Predicate.eq("id", 6001L));
    set.vacuum(new VacuumOptions(Duration.ZERO, 14, false));
    Files.write(FOLDER.resolve("expected.txt"), told(table));
  }

  private static void appendNow(Path table, Schema schema, int from) throws IOException {
    try (TableWriter out = Placed.write(table.toString(), schema).partitionBy("day").open()) {
      for (int i = from; i < from + 3; i++) {
        Object day = i % 3 == 2 ? null : java.time.LocalDate.of(2020, 1, 1 + i % 3);
        out.write((long) i, i % 7 == 3 ? null : "title " + i, (long) i % 10, day, i / 8.0);
      }
      out.commit();
    }
  }

  /** The content of a table, snapshot by snapshot. */
  private static List<String> told(Path table) throws IOException {
    DataSet set = DataSet.at(FileStores.local(), table.toString());
    List<String> told = new ArrayList<>();
    for (SnapshotInfo s : set.history()) {
      told.add(s.id() + " " + s.operation() + " " + set.snapshot(s.id()).schema());
      told.add("  " + set.snapshot(s.id()).properties());
      try (TableScan scan = Placed.read(table.toString()).snapshot(s.id()).open()) {
        scan.rows().map(Arrays::toString).sorted().forEach(r -> told.add("  " + r));
      }
    }
    try (TableScan scan = Placed.read(table.toString()).changes(CHANGES, CHANGES + 5).open()) {
      scan.rows()
          .map(r -> Arrays.toString(Arrays.copyOf(r, r.length - 1))) // without the time
          .sorted()
          .forEach(told::add);
    }
    return told;
  }

  @Test
  void isReadForEver() throws IOException {
    if ("write".equals(System.getProperty("placed.golden")) && !Files.exists(FOLDER)) {
      Files.createDirectories(FOLDER);
      write();
    }
    Path table = dir.resolve("table");
    copy(FOLDER.resolve("table"), table);
    List<String> expected = Files.readAllLines(FOLDER.resolve("expected.txt"));
    assertEquals(expected, told(table));
    assertTrue(expected.size() > 300, expected.size() + " lines");
    // It can be written to, too.
    append(
        table, Schema.parse("id: int64 not null, title: string, x: double, day: date"), 5000, 5001);
    assertTrue(told(table).stream().anyMatch(l -> l.contains("5000, name 5000")), "appended");
  }

  @Test
  void hasEveryKindOfFile() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve("table/_placed"))) {
      List<String> names = files.map(f -> f.getFileName().toString()).toList();
      assertTrue(names.contains("newest.json"), names.toString());
      assertTrue(names.stream().anyMatch(n -> n.endsWith(".json")), names.toString());
      assertTrue(names.containsAll(List.of("deletes", "manifests", "tagged")), names.toString());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path d, BasicFileAttributes a)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(d).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path f, BasicFileAttributes a) throws IOException {
            Path copy = Files.copy(f, to.resolve(from.relativize(f).toString()));
            Files.setLastModifiedTime(copy, FOREIGN);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
