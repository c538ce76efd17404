package io.placed.table.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.CountingStore;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rewrites of real files. */
class RewriteTest extends RewrittenTable {
  @Test
  void wholeTable() throws Exception {
    Snapshot old = open().current();
    assertEquals(9, old.files().size());
    List<Double> progress = new ArrayList<>();
    RewriteResult done = Rewrite.prepare(stores, path, to("albis")).run(progress::add);
    assertEquals(3, done.filesAfter());
    assertEquals(9, done.filesBefore());
    assertEquals(5100, done.rows());
    assertEquals(0, done.filesReused());
    assertEquals(1.0, progress.get(progress.size() - 1));
    assertRows();
    Snapshot now = open().current();
    assertEquals("rewrite", now.operation());
    assertEquals(done.snapshot(), now.id());
    assertEquals("albis", name(now.placement()));
    assertTrue(placements().stream().allMatch(p -> p.contains("albis")), placements().toString());
    assertFalse(Files.exists(Path.of(path, "_placed/rewrites/" + now.commitId())));
    try (TableScan scan = Placed.read(path).snapshot(old.id()).open()) {
      assertEquals(5100, scan.rows().count());
    }
  }

  /** Settings among the properties would take later writes back to the former placement. */
  @Test
  void propertiesDoNotContradictTheNewPlacement() throws Exception {
    Map<String, String> properties =
        Map.of("Placement", "albis", "placement.reorder", "sort(id)", "compression", "lz4");
    open().alter(List.of(), properties);
    rewrite(RewriteOptions.of(Map.of("profile", "compact")));
    rewrite(to("orc").withWhere(Predicate.parse("day = 1")));
    assertEquals(properties, open().current().properties());
    // Single clauses change the placement that the properties say.
    rewrite(RewriteOptions.of(Map.of("placement.reorder", "sort(name)")));
    Placement both = Placement.parse("albis; reorder=sort(name)");
    assertEquals(both, open().current().placement());
    assertEquals(Map.of("compression", "lz4"), open().current().properties());
    open().alter(List.of(), Map.of("placement.reorder", "sort(id)"));
    rewrite(to("orc"));
    assertEquals("orc", name(open().current().placement()));
    assertEquals(Map.of("compression", "lz4"), open().current().properties());
    assertRows();
  }

  /** Version 0.2.0 accepted a stride with which it could write nothing. */
  @Test
  void aTableWhosePlacementCannotBeWrittenGetsAnother() throws Exception {
    Placement stored = Placement.parse("column-groups=all stride 2097152");
    path = temporary.resolve("stored").toString();
    expected.clear();
    open().begin(SCHEMA, List.of("day"), stored).append(List.of());
    try (TableWriter out =
        Placed.write(path, SCHEMA).partitionBy("day").option("placement", "default").open()) {
      out.write(1L, "n", 1);
      out.commit();
    }
    expected.add("[1, n, 1]");
    open().alter(List.of(new ColumnChange.Rename("name", "n")), Map.of());
    open().alter(List.of(new ColumnChange.Rename("n", "name")), Map.of());
    assertEquals(stored, open().current().placement());
    rewrite(to("orc"));
    assertEquals("orc", name(open().current().placement()));
    assertRows();
  }

  /** Some files store only one of them. */
  @Test
  void columnsWhoseNamesDifferInCase() throws Exception {
    path = temporary.resolve("cases").toString();
    String placement = "reorder=sort(a, A); column-groups=(A),(a)";
    Schema both = Schema.parse("a: int64, A: int64");
    try (TableWriter out = Placed.write(path, both).option("placement", placement).open()) {
      out.write(2L, 3L);
      out.commit();
    }
    try (TableWriter out = Placed.write(path, Schema.parse("a: int64")).mergeSchema().open()) {
      out.write(1L);
      out.commit();
    }
    rewrite(to(placement));
    assertEquals(List.of("[1, null]", "[2, 3]"), rows());
  }

  @Test
  void whatIsNotGivenIsAsInTheLargestFile() throws Exception {
    assertEquals("balanced zstd(3) 16384", settings());
    try (TableWriter out =
        Placed.write(path, SCHEMA)
            .partitionBy("day")
            .option("profile", "compact")
            .option("compression", "zstd(19)")
            .option("page-rows", "2048")
            .open()) {
      for (int i = 0; i < 9000; i++) {
        Object[] row = {random.nextLong(), "n" + random.nextInt(50), 1};
        out.write(row);
        expected.add(Arrays.toString(row));
      }
      out.commit();
    }
    expected.sort(null);
    assertEquals("compact zstd(19) 2048", settings());
    rewrite(to("reorder=sort(name)"));
    assertEquals("compact zstd(19) 2048", settings());
    append(200);
    assertTrue(open().optimize(OptimizeOptions.defaults().withOverlap(0)).filesBefore() > 0);
    assertEquals("compact zstd(19) 2048", settings());
    rewrite(to("reorder=sort(id)").withWhere(Predicate.parse("day = 1")));
    assertEquals("compact zstd(19) 2048", settings());
    rewrite(RewriteOptions.of(Map.of("compression", "lz4", "page-rows", "1024")));
    assertEquals("compact lz4 1024", settings());
    // Another profile has a compression of its own, and the same one keeps that of the table.
    rewrite(RewriteOptions.of(Map.of("profile", "Compact")));
    assertEquals("compact lz4 1024", settings());
    rewrite(RewriteOptions.of(Map.of("profile", "balanced")));
    assertEquals("balanced zstd(3) 1024", settings());
    rewrite(RewriteOptions.of(Map.of("page-rows", "16384")));
    assertEquals("balanced zstd(3) 16384", settings());
    assertRows();
  }

  /** Other partitions may be written in another way. */
  @Test
  void settingsAreThoseOfTheRewrittenPartitions() throws Exception {
    rewrite(
        RewriteOptions.of(Map.of("profile", "compact", "compression", "zstd(19)"))
            .withWhere(Predicate.parse("day = 1")));
    for (int day = 0; day < 3; day++) {
      rewrite(to("reorder=sort(name)").withWhere(Predicate.parse("day = " + day)));
    }
    for (DataFile f : open().current().files()) {
      try (FileReader file = FileReader.open(open().input(f), new IoCounters())) {
        boolean compact = f.partition().get("day").equals("1");
        assertEquals(compact ? "compact" : "balanced", file.metadata().get("placed.profile"));
        assertEquals(compact ? "zstd(19)" : "zstd(3)", file.metadata().get("placed.compression"));
      }
    }
    assertRows();
  }

  @Test
  void propertiesOfTheTableComeBeforeItsFiles() throws Exception {
    open().alter(List.of(), Map.of("Profile", "fast", "page-rows", "4096"));
    rewrite(to("reorder=sort(name)"));
    assertEquals("fast lz4 4096", settings());
    open().alter(List.of(), Map.of("compression", "zstd(7)"));
    rewrite(RewriteOptions.of(Map.of("profile", "compact")));
    assertEquals("compact zstd(7) 4096", settings());
    assertRows();
    open().alter(List.of(), Map.of("page-rows", "7"));
    String refused =
        assertThrows(IllegalArgumentException.class, () -> rewrite(to("albis"))).getMessage();
    assertTrue(refused.contains("page-rows") && refused.contains("found 7"), refused);
  }

  @Test
  void settingsThatAreMadeMeanwhileStay() throws Exception {
    open().alter(List.of(), Map.of("placement.reorder", "sort(id)", "placement.row-group", "1MiB"));
    Rewrite rewrite = Rewrite.prepare(stores, path, to("orc"));
    open().alter(List.of(), Map.of("placement.reorder", "sort(name)"));
    rewrite.run(part -> {});
    assertEquals(Map.of("placement.reorder", "sort(name)"), open().current().properties());
    assertRows();
  }

  @Test
  void somePartitions() throws Exception {
    RewriteResult done = rewrite(to("albis").withWhere(Predicate.parse("day = 1")));
    assertEquals(3, done.filesBefore());
    assertRows();
    for (String p : placements()) {
      assertEquals(p.startsWith("1:"), p.contains("albis"), p);
    }
    assertEquals("default", name(open().current().placement()));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> rewrite(to("albis").withWhere(Predicate.parse("id = 1"))))
            .getMessage();
    assertTrue(message.contains("id is not a partition column; allowed are [day]"), message);
    RewriteResult none = rewrite(to("albis").withWhere(Predicate.parse("day = 77")));
    assertEquals(0, none.filesBefore());
    assertEquals(done.snapshot(), none.snapshot());
    assertThrows(IllegalArgumentException.class, () -> rewrite(to("reorder=sort(nosuch)")));
    assertThrows(
        FileNotFoundException.class,
        () -> Rewrite.prepare(stores, temporary.resolve("no").toString(), to("orc")));
  }

  @Test
  void appendsMeanwhileSurvive() throws Exception {
    Rewrite rewrite = Rewrite.prepare(stores, path, to("orc"));
    append(500);
    rewrite.run(part -> {});
    assertRows();
    assertEquals(6, open().current().files().size());
    // Removed source files invalidate those files of a journal that depend on them, and no others.
    Rewrite half = Rewrite.prepare(stores, path, to("albis"));
    half.start();
    half.tasks().get(0).run(stores, n -> {});
    half.tasks().get(1).run(stores, n -> {});
    rewrite(to("parquet").withWhere(Predicate.parse("day = 0")));
    Rewrite again = Rewrite.prepare(stores, path, to("albis"));
    assertEquals(2, again.tasks().size());
    assertEquals(1, again.run(part -> {}).filesReused());
    assertRows();
  }

  /** A rewrite without a placement does not record the table's own one again. */
  @Test
  void aRenameMeanwhileIsFollowed() throws Exception {
    rewrite(to("reorder=sort(name)"));
    append(10);
    Rewrite again = Rewrite.prepare(stores, path, RewriteOptions.of(Map.of()));
    again.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask task : again.tasks()) {
      written.add(task.run(stores, rows -> {}));
    }
    open().alter(List.of(new ColumnChange.Rename("name", "title")), Map.of());
    again.commit(written);
    Snapshot now = open().current();
    assertEquals("rewrite", now.operation());
    assertEquals("sort(title)", now.placement().reorder().toString());
    assertRows();
  }

  @Test
  void largeFilesStayAlone() throws Exception {
    RewriteResult done = rewrite(to("orc").withFileBytes(1));
    assertEquals(9, done.filesAfter());
    assertRows();
  }

  @Test
  void permissionsAreKept() throws Exception {
    for (DataFile f : open().current().files()) {
      Files.setPosixFilePermissions(
          Path.of(path, f.path()), PosixFilePermissions.fromString("rw-r-----"));
    }
    for (String placement : List.of("orc", "orc; packing=files(2)")) {
      rewrite(to(placement));
      for (DataFile f : open().current().files()) {
        for (String file : f.paths()) {
          assertEquals(
              "rw-r-----",
              PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(path, file))),
              file);
        }
      }
    }
  }

  /** The placement of a table is that of the rewrite, also if there was nothing to rewrite. */
  @Test
  void aTableWithoutFilesGetsThePlacement() throws Exception {
    open().begin(SCHEMA, List.of("day"), null).overwrite(List.of());
    long emptied = open().newestId();
    assertEquals(0, open().current().files().size());
    open().alter(List.of(), Map.of("placement.row-group", "10 rows"));
    RewriteResult done = rewrite(to("orc; row-group=100 rows"));
    assertEquals(emptied + 2, done.snapshot());
    assertEquals(0, done.filesBefore() + done.filesAfter());
    Placement asked = Placement.parse("orc; row-group=100 rows");
    assertEquals(asked, open().current().placement());
    assertEquals(Map.of(), open().current().properties());
    // Without a placement, or for some partitions, there is nothing to do.
    assertEquals(
        done.snapshot(), rewrite(RewriteOptions.of(Map.of("profile", "compact"))).snapshot());
    assertEquals(
        done.snapshot(), rewrite(to("cf").withWhere(Predicate.parse("day = 1"))).snapshot());
  }

  /**
   * The engine determines the value of a column that a file does not have, also of nested fields.
   */
  @Test
  void filesWithOtherColumnsAreNotPutTogether() throws Exception {
    path = temporary.resolve("grown").toString();
    for (String columns : List.of("id: int64", "id: int64, tags: list<string>")) {
      for (int i = 0; i < 2; i++) {
        Schema schema = Schema.parse(columns);
        try (TableWriter out = Placed.write(path, schema).mergeSchema().open()) {
          out.write(schema.size() == 1 ? new Object[] {1L} : new Object[] {2L, List.of("a")});
          out.commit();
        }
      }
    }
    assertEquals(2, rewrite(to("orc")).filesAfter());
    DataSet dataSet = open();
    List<String> found = new ArrayList<>();
    for (DataFile f : dataSet.current().files()) {
      try (FileReader file = FileReader.open(dataSet.input(f), new IoCounters())) {
        found.add(f.rows() + ": " + file.schema().size());
      }
    }
    found.sort(null);
    assertEquals(List.of("2: 1", "2: 2"), found);
  }

  /** Statistics are in the snapshot, so files that cannot match are not opened. */
  @Test
  void planningReadsNoFooter() throws Exception {
    CountingStore counting = new CountingStore(new LocalFileStore());
    DataSet dataSet = DataSet.at(p -> counting, path);
    Snapshot now = dataSet.current();
    var bound = Predicate.parse("id < 0 or day = 2").bind(now.schema(), true);
    assertEquals(3, DataFilePruning.prune(now, bound).size());
    assertEquals(0, counting.opens.get(), counting.toString());
  }

  @Test
  void predictsWhatItWillTake() throws Exception {
    Rewrite rewrite = Rewrite.prepare(stores, path, to("orc"));
    RewriteEstimate predicted = rewrite.estimate();
    assertEquals(List.of(), RewriteJournal.all(open().directory()), "changes nothing");
    assertEquals(5100, predicted.sampledRows());
    assertEquals(3, predicted.filesAfter());
    assertEquals(9, predicted.filesBefore());
    assertTrue(predicted.memoryBytes() > 0 && predicted.seconds() > 0, predicted.toString());
    RewriteResult done = rewrite.run(part -> {});
    double error = Math.abs((double) predicted.bytesAfter() / done.bytesAfter() - 1);
    // Three small files have three footers, the sample has one.
    assertTrue(error < 0.25, predicted + " " + done);
  }
}
