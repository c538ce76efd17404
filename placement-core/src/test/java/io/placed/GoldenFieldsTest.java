package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.cases.RowsAsJson;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole table whose partitioning was changed again and again is read for ever: manifests of files
 * that do not have the same partition fields, fields of a column that was dropped, dates of years
 * that have a sign, and a foreign file that was replaced and has another time now. The reader in
 * Python reads it, too.
 *
 * <p>{@code -Dplaced.golden=write} writes it where it is missing, with the rows of each snapshot. A
 * table that is there is never written again: if this test fails, the reader is wrong.
 */
class GoldenFieldsTest {
  private static final Path FOLDER = Path.of("src/test/resources/io/placed/golden/fields-v2");
  private static final String INLINE_FILES = "placed.log.inline-files";

  /** Of the foreign file when it was replaced, and of all files now. */
  private static final FileTime THEN = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  private static final FileTime NOW = FileTime.from(Instant.parse("2019-06-01T00:00:00Z"));

  private static final List<LocalDate> DAYS =
      List.of(
          LocalDate.of(10_000, 1, 1),
          LocalDate.of(-44, 3, 15),
          LocalDate.of(0, 2, 29),
          LocalDate.of(2020, 1, 1));

  @TempDir Path dir;

  private static DataSet at(Path table) throws IOException {
    return DataSet.at(FileStores.local(), table.toString());
  }

  private static void append(Path table, String schema, String by, int from, int to)
      throws IOException {
    WriteBuilder how = Placed.write(table.toString(), Schema.parse(schema));
    try (TableWriter out = (by.isEmpty() ? how : how.partitionedBy(by)).open()) {
      for (int i = from; i < to; i++) {
        out.write(
            (long) i,
            i % 5 == 4 ? null : i % 3,
            i % 4 == 3 ? null : "q" + i % 2,
            i % 7 > 3 ? null : DAYS.get(i % 7));
      }
      out.commit();
    }
  }

  private static void write() throws IOException {
    Path table = FOLDER.resolve("table");
    String before = "id: int64 not null, p: int32, q: string, d: date";
    append(table, before, "", 0, 10);
    DataSet set = at(table);
    set.alter(PartitionSpec.parse("q"));
    // Its manifest has the file from before, too; the next one has files with values of q only.
    append(table, before, "q", 10, 15);
    append(table, before, "q", 15, 20);
    set.alter(PartitionSpec.NONE);
    append(table, before, "", 20, 22);
    set.alter(PartitionSpec.parse("p, d"));
    append(table, before, "p, d", 22, 30);
    set.alter(PartitionSpec.parse("bucket(2, id), d"));
    append(table, before, "bucket(2, id), d", 30, 40);
    set.alter(List.of(new ColumnChange.Drop("q")), Map.of());
    set.alter(
        List.of(new ColumnChange.Add(List.of("q"), Type.STRING, "p")),
        Map.of(TableProperties.FOREIGN_FILES, "true"));
    append(table, before, "bucket(2, id), d", 40, 45);
    Path file = Files.createDirectories(table.resolve("d=-0044-03-15")).resolve("foreign.placed");
    Schema stored = Schema.parse("id: int64 not null, p: int32");
    try (TableWriter out = Placed.write(file.toString(), stored).open()) {
      out.write(5000L, 1);
      out.commit();
    }
    Files.setLastModifiedTime(file, THEN);
    set.deleteRows(Predicate.eq("id", 5000L));
    rows(table, FOLDER);
  }

  /** Writes the rows of each snapshot, by id. */
  private static void rows(Path table, Path to) throws IOException {
    DataSet set = at(table);
    for (SnapshotInfo s : set.history()) {
      List<Object[]> rows = new ArrayList<>();
      try (TableScan scan = Placed.read(table.toString()).snapshot(s.id()).open()) {
        scan.rows().forEach(rows::add);
      }
      rows.sort(Comparator.comparing(r -> (Long) r[0]));
      RowsAsJson.write(
          to.resolve("rows-" + s.id() + ".jsonl"), set.snapshot(s.id()).schema(), rows);
    }
  }

  @Test
  void isReadForEver() throws IOException {
    if ("write".equals(System.getProperty("placed.golden")) && !Files.exists(FOLDER)) {
      System.setProperty(INLINE_FILES, "2");
      try {
        write();
      } finally {
        System.clearProperty(INLINE_FILES);
      }
    }
    Path table = copy();
    rows(table, dir);
    int snapshots = 0;
    try (Stream<Path> expected = Files.list(FOLDER)) {
      for (Path rows : expected.filter(p -> p.toString().endsWith(".jsonl")).toList()) {
        String name = rows.getFileName().toString();
        assertEquals(Files.readAllLines(rows), Files.readAllLines(dir.resolve(name)), name);
        snapshots++;
      }
    }
    assertEquals(at(table).newestId(), snapshots);
    assertTrue(Files.exists(table.resolve("_placed/manifests")), "manifests");
    assertEquals(45, at(table).current().rows());
    assertEquals(7, count(table, Predicate.eq("d", DAYS.get(0))), "rows of " + DAYS.get(0));
  }

  private static long count(Path table, Predicate where) throws IOException {
    try (TableScan scan = Placed.read(table.toString()).where(where).open()) {
      return scan.rows().count();
    }
  }

  /** With another time: a checkout sets it. */
  private Path copy() throws IOException {
    Path from = FOLDER.resolve("table");
    Path to = dir.resolve("table");
    try (Stream<Path> all = Files.walk(from)) {
      for (Path p : all.toList()) {
        Path target = to.resolve(from.relativize(p).toString());
        if (Files.isDirectory(p)) {
          Files.createDirectories(target);
        } else {
          Files.copy(p, target);
          Files.setLastModifiedTime(target, NOW);
        }
      }
    }
    return to;
  }
}
