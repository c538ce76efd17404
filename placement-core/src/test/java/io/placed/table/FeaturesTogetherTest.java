package io.placed.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.FileChoice;
import io.placed.table.source.Moment;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features that were correct alone and gave wrong rows, or removed files, together. */
class FeaturesTogetherTest {
  /** More than a root lists itself. */
  private static final int MANY = 70;

  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);

  @TempDir Path dir;

  private static DataSet open(Path table) throws IOException {
    return DataSet.at(FileStores.local(), table.toString());
  }

  private static void write(Path table, String schema, Object... row) throws IOException {
    commit(Placed.write(table.toString(), Schema.parse(schema)), row);
  }

  private static void commit(WriteBuilder to, Object... row) throws IOException {
    try (TableWriter out = to.open()) {
      out.write(row);
      out.commit();
    }
  }

  /** Puts a file into a directory as {@code hdfs dfs -put} does. */
  private Path put(Path table, String name, String schema, Object... row) throws IOException {
    Path written = dir.resolve("elsewhere.placed");
    write(written, schema, row);
    Files.createDirectories(table);
    return Files.move(written, table.resolve(name));
  }

  private static List<String> rows(Path table, String where) throws IOException {
    List<String> out = new ArrayList<>();
    var read = Placed.read(table.toString());
    if (where != null) {
      read = read.where(Predicate.parse(where));
    }
    try (TableScan scan = read.open()) {
      scan.rows().forEach(r -> out.add(Arrays.toString(r)));
    }
    out.sort(null);
    return out;
  }

  private static void showForeignFiles(Path table, boolean show) throws IOException {
    open(table).alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, String.valueOf(show)));
  }

  /** Files of a narrower type, listed by each of the commits that list them. */
  @Test
  void filesThatAreListedLaterHaveBoundsInTheTypesOfTheTable() throws Exception {
    String wide = "id: int64, d: decimal(12,4), t: timestamp_ntz";
    String narrow = "id: int64, d: decimal(10,2), t: date";
    Object[] first = {1L, new BigDecimal("1"), LocalDateTime.parse("2000-01-01T00:00")};
    Object[] later = {2L, new BigDecimal("5"), LocalDate.parse("1969-12-31")};
    Path added = dir.resolve("added");
    write(added, wide, first);
    open(added).addFiles(List.of(put(added, "x.placed", narrow, later).toString()));
    Path switched = dir.resolve("switched");
    write(switched, wide, first);
    showForeignFiles(switched, true);
    put(switched, "x.placed", narrow, later);
    showForeignFiles(switched, false);
    Path plain = dir.resolve("plain");
    put(plain, "a.placed", wide, first);
    put(plain, "x.placed", narrow, later);
    write(plain, wide, 3L, new BigDecimal("7"), LocalDateTime.parse("2000-01-01T00:00"));
    for (Path table : List.of(added, switched, plain)) {
      List<String> expected = List.of("[2, 5.0000, 1969-12-31T00:00]");
      assertEquals(expected, rows(table, "d = 5"), table.toString());
      assertEquals(expected, rows(table, "t < timestamp_ntz '1970-01-01T00:00'"), table.toString());
    }
  }

  private static int files(boolean recursive, boolean merge, String where, Path... paths)
      throws IOException {
    List<String> all = Arrays.stream(paths).map(Path::toString).toList();
    SourceRequest request =
        new SourceRequest(
            all, Moment.NOW, null, null, FileChoice.ALL, recursive, merge, null, null);
    return TableSource.open(FileStores.local(), request)
        .candidates(List.of(Predicate.parse(where)), true)
        .size();
  }

  /** Field ids are valid only within one table. */
  @Test
  void filtersOfSeveralTablesReadTheFilesOfEach() throws Exception {
    Path one = dir.resolve("one");
    Path two = dir.resolve("two");
    Path dropped = dir.resolve("dropped");
    for (int i = 0; i < MANY; i++) {
      write(one, "a: int64, b: int64", 500L, 1L);
      write(two, "b: int64, a: int64", 1L, 500L);
      write(dropped, "x: int64, y: int64, z: int64", 1L, 1L + i % 2, 500L);
    }
    open(dropped).alter(List.of(new ColumnChange.Drop("y")), Map.of());
    for (boolean recursive : new boolean[] {false, true}) {
      for (boolean merge : new boolean[] {false, true}) {
        String what = recursive + " " + merge;
        assertEquals(2 * MANY, files(recursive, merge, "a > 100", one, two), what);
        assertEquals(MANY, files(recursive, merge, "z > 100", dropped), what);
      }
    }
  }

  /** A copy of a table has other modification times. */
  @Test
  void aRollbackDoesNotExcludeWhatItLists() throws Exception {
    Path table = dir.resolve("table");
    write(table, "id: int64", 1L);
    showForeignFiles(table, true);
    Path x = put(table, "x.placed", "id: int64", 2L);
    open(table).addFiles(List.of(x.toString()));
    commit(Placed.write(table.toString(), Schema.parse("id: int64")).overwrite(), 3L);
    Files.setLastModifiedTime(x, FileTime.from(Instant.now().plusSeconds(60)));
    Snapshot restored = open(table).rollback(3);
    assertEquals(2, restored.info().filesAdded());
    assertEquals(List.of("[1]", "[2]"), rows(table, null));
    open(table).vacuum(ALL);
    assertTrue(Files.exists(x));
    assertEquals(List.of("[1]", "[2]"), rows(table, null));
  }

  @Test
  void aVacuumLeavesTheFilesOfATableInside() throws Exception {
    for (boolean rollback : new boolean[] {true, false}) {
      Path outer = dir.resolve("outer-" + rollback);
      write(outer, "id: int64", 1L);
      showForeignFiles(outer, true);
      write(outer, "id: int64", 9L);
      Path inner = outer.resolve("sub");
      write(inner, "id: int64", 20L);
      Path x = put(inner, "x.placed", "id: int64", 21L);
      Files.setLastModifiedTime(x, FileTime.from(Instant.now().plusSeconds(60)));
      open(inner).addFiles(List.of(x.toString()));
      if (rollback) {
        open(outer).rollback(2);
      } else {
        commit(Placed.write(outer.toString(), Schema.parse("id: int64")).overwrite(), 7L);
      }
      open(outer).vacuum(ALL);
      assertEquals(List.of("[20]", "[21]"), rows(inner, null), "rollback " + rollback);
    }
  }

  /** What a table inside lists, shows or has removed is not visible through the one around it. */
  @Test
  void filesOfATableInside() throws Exception {
    Path outer = dir.resolve("outer");
    write(outer, "id: int64", 1L);
    showForeignFiles(outer, true);
    Path inner = outer.resolve("sub");
    write(inner, "id: int64", 20L);
    showForeignFiles(inner, true);
    Path x = put(inner, "x.placed", "id: int64", 21L);
    assertEquals(List.of("[20]", "[21]"), rows(inner, null));
    assertEquals(List.of("[1]"), rows(outer, null));
    open(inner).addFiles(List.of(x.toString()));
    assertEquals(List.of("[1]"), rows(outer, null));
    commit(Placed.write(inner.toString(), Schema.parse("id: int64")).overwrite(), 22L);
    assertEquals(List.of("[1]"), rows(outer, null));
  }

  /** Nor does it matter what its log is like. */
  @Test
  void aDamagedTableInside() throws Exception {
    Path outer = dir.resolve("outer");
    write(outer, "id: int64", 1L);
    showForeignFiles(outer, true);
    Path inner = outer.resolve("sub");
    write(inner, "id: int64", 20L);
    Files.writeString(inner.resolve("_placed/00000000000000000001.json"), "{}");
    assertEquals(List.of("[1]"), rows(outer, null));
  }

  /** Engines compare what they have cached with what they are about to read. */
  @Test
  void anExpiredSourceIsNotEqual() throws Exception {
    Path table = dir.resolve("table");
    for (int i = 0; i < MANY; i++) {
      write(table, "id: int64", (long) i);
    }
    SourceRequest request = SourceRequest.of(List.of(table.toString()));
    TableSource old = TableSource.open(FileStores.local(), request);
    assertEquals(old, TableSource.open(FileStores.local(), request));
    commit(Placed.write(table.toString(), Schema.parse("id: int64")).overwrite(), 1L);
    open(table).vacuum(ALL);
    TableSource now = TableSource.open(FileStores.local(), request);
    assertFalse(now.equals(old));
    assertFalse(old.equals(now));
  }

  /** Of entries that were read before a vacuum removed their manifest, no more is known. */
  @Test
  void statisticsOfAnExpiredSnapshot() throws Exception {
    Path table = dir.resolve("table");
    for (int i = 0; i < MANY; i++) {
      write(table, "id: int64, other: string", (long) i, "x" + i);
    }
    Snapshot old = open(table).current();
    List<DataFile> files = old.files();
    String manifest = old.manifests().get(0).path();
    Files.delete(table.resolve("_placed").resolve(manifest));
    for (DataFile f : files) {
      f.statistics().get("other"); // What is in the cache may be known.
      assertNull(f.statistics().get("no such column"));
    }
  }

  @Test
  void aTagIsNoNumberInAnyScript() throws Exception {
    Path table = dir.resolve("table");
    write(table, "id: int64", 1L);
    for (String number : List.of("3", "\uff13", "\u0663")) {
      assertThrows(IllegalArgumentException.class, () -> open(table).createTag(number, 1L), number);
    }
  }

  /** A file outside of the directories lacks the column that a field is derived from. */
  @Test
  void deletedRowsOfAFileWithoutTheSourceOfATransform() throws Exception {
    Path table = dir.resolve("table");
    commit(
        Placed.write(table.toString(), Schema.parse("id: int64, p: string, ts: date"))
            .partitionedBy("p, days(ts)"),
        1L,
        "a",
        LocalDate.parse("2000-01-01"));
    showForeignFiles(table, true);
    Path written = dir.resolve("elsewhere.placed");
    try (TableWriter out =
        Placed.write(written.toString(), Schema.parse("id: int64, p: string")).open()) {
      for (long id = 2; id < 8; id++) {
        out.write(id, id % 2 == 0 ? "a" : "b");
      }
      out.commit();
    }
    Files.move(written, table.resolve("x.placed"));
    DeleteResult done = open(table).deleteRows(Predicate.parse("id = 5"));
    assertEquals(1, done.filesRewritten());
    List<String> left = List.of("[2, a, null]", "[3, b, null]", "[4, a, null]", "[6, a, null]");
    assertEquals(left, rows(table, "ts is null and id < 7"));
    assertEquals(List.of("[3, b, null]", "[7, b, null]"), rows(table, "p = 'b'"));
    assertEquals(6, open(table).current().rows());
    assertFalse(open(table).current().hasForeign());
  }

  /** Files that lack columns that the placement of the table names. */
  @Test
  void filesWithoutTheSortKeyAreWrittenAgain() throws Exception {
    for (String placement :
        List.of(
            "reorder=sort(k, id)",
            "reorder=sort-buffer(k)",
            "reorder=hilbert(k, m)",
            "reorder=rising-cardinality(k)",
            "reorder=multiple-lists(k, id)",
            "reorder=qd-tree(k < 5; id < 5)",
            "column-groups=(k, id),(m, s)",
            "column-groups=(k, m); packing=files(2)",
            "column-groups=none order (m, id)")) {
      Path table = dir.resolve("table" + placement.hashCode());
      try (TableWriter out =
          Placed.write(table.toString(), Schema.parse("id: int64, k: int32, m: int32, s: string"))
              .placement(placement)
              .open()) {
        out.write(1L, 2, 3, "a");
        out.commit();
      }
      for (long i = 0; i < 3; i++) {
        try (TableWriter out =
            Placed.write(table.toString(), Schema.parse("id: int64, s: string"))
                .mergeSchema()
                .open()) {
          for (long id = 10; id < 20; id++) {
            out.write(10 * i + id, "b");
          }
          out.commit();
        }
      }
      DataSet set = open(table);
      DeleteResult deleted = set.deleteRows(Predicate.parse("id between 15 and 18"));
      assertEquals(1, deleted.filesRewritten(), placement);
      set.optimize(OptimizeOptions.defaults());
      assertEquals(2, set.current().fileCount(), placement);
      assertEquals(27, rows(table, null).size(), placement);
      assertEquals(List.of("[19, null, null, b]"), rows(table, "id = 19"), placement);
      Rewrite.prepare(
              FileStores.local(), table.toString(), RewriteOptions.of(Map.of("compression", "lz4")))
          .run(done -> {});
      assertEquals(27, rows(table, null).size(), placement);
      assertEquals(List.of("[1, 2, 3, a]"), rows(table, "k = 2"), placement);
    }
  }
}
