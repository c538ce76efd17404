package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.error.CommitConflictException;
import io.placed.error.CorruptFileException;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.TablePartitions;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of files and writes when the partitioning of a table changes. */
class PartitioningChangeTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, day: date, region: string");

  @TempDir Path dir;
  private String path;

  @BeforeEach
  void newTable() throws IOException {
    path = dir.resolve("t").toString();
    write("months(day), region", 0, 40);
  }

  private DataSet open() throws IOException {
    return DataSet.at(FileStores.local(), path);
  }

  private Snapshot now() throws IOException {
    return open().current();
  }

  private void write(String by, int from, int to) throws IOException {
    try (TableWriter out = Placed.write(path, SCHEMA).partitionedBy(by).open()) {
      rows(out, from, to);
    }
  }

  private static void rows(TableWriter out, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      out.write(
          (long) i,
          i % 10 == 9 ? null : LocalDate.of(1969, 12, 20).plusDays(i),
          i % 7 == 6 ? null : "r" + i % 3);
    }
    out.commit();
  }

  private Set<Object> ids(Predicate where) throws IOException {
    Set<Object> ids = new TreeSet<>();
    var read = Placed.read(path).select(now().schema().field(0).name());
    try (TableScan scan = (where == null ? read : read.where(where)).open()) {
      for (Batch batch : scan) {
        for (int i = 0; i < batch.rows(); i++) {
          ids.add(batch.row(i)[0]);
        }
      }
    }
    return ids;
  }

  private Set<Set<String>> fields() throws IOException {
    return now().files().stream().map(f -> f.partition().keySet()).collect(Collectors.toSet());
  }

  private Commit planned(String by) throws IOException {
    return open().begin(ColumnBinding.of(SCHEMA, now()), PartitionSpec.parse(by), null);
  }

  private static DataFile written(Commit commit, Map<String, String> partition) throws IOException {
    String path = commit.dataFilePath(partition, "task");
    Schema stored = Schema.parse("id: int64, day: date");
    try (TableWriter out = Placed.write(path, stored).open()) {
      out.write(1000L, LocalDate.of(1970, 1, 5));
      out.commit();
    }
    DataSet file = DataSet.at(FileStores.local(), path);
    DataFile one = file.current().files().get(0);
    return new DataFile(
        commit.relative(path),
        one.length(),
        one.rows(),
        one.fileId(),
        partition,
        one.rowGroups(),
        one.statistics(),
        false);
  }

  @Test
  void eachFileKeepsItsOwnFields() throws IOException {
    open().alter(PartitionSpec.parse("bucket(4, id), days(day)"));
    write("bucket(4, id), days(day)", 40, 60);
    open().alter(PartitionSpec.parse("region"));
    write("region", 60, 80);
    assertEquals(
        Set.of(Set.of("day_month", "region"), Set.of("id_bucket", "day_day"), Set.of("region")),
        fields());
    assertEquals(80, ids(null).size());
    assertEquals(Set.of(50L), ids(Predicate.eq("id", 50L)));
    assertEquals(Set.of(17L), ids(Predicate.eq("day", LocalDate.of(1969, 12, 20).plusDays(17))));
    Set<Object> expected = new TreeSet<>();
    for (long i = 0; i < 80; i++) {
      if (i % 7 != 6 && i % 3 == 1) {
        expected.add(i);
      }
    }
    assertEquals(expected, ids(Predicate.eq("region", "r1")));
  }

  @Test
  void equalFieldsGetTheirIdsBackAndNamesAreNotUsedAgain() throws IOException {
    PartitionField month = now().partitioning().fields().get(0);
    open().alter(PartitionSpec.parse("bucket(4, id)"));
    PartitionField four = now().partitioning().fields().get(0);
    open().alter(PartitionSpec.parse("bucket(8, id)"));
    PartitionField eight = now().partitioning().fields().get(0);
    assertEquals("id_bucket", four.name());
    assertEquals("id_bucket_8", eight.name());
    open().alter(PartitionSpec.parse("months(day), bucket(4, id)"));
    assertEquals(List.of(month, four), now().partitioning().fields());
    assertEquals(Math.max(four.id(), eight.id()), now().lastFieldId());
    open()
        .alter(
            List.of(new ColumnChange.Add(List.of("n"), Type.INT32, ColumnChange.LAST)), Map.of());
    assertEquals(eight.id() + 1, now().schema().require("n").id());
  }

  @Test
  void anAppendOfBeforeLands() throws IOException {
    Commit commit = planned("months(day), region");
    open().alter(PartitionSpec.parse("bucket(4, id)"));
    open().alter(List.of(new ColumnChange.Rename("day", "date")), Map.of());
    commit.append(List.of(written(commit, partition("1970-01", "r2"))));
    assertEquals(41, ids(null).size());
    assertEquals(
        Set.of(1000L), ids(Predicate.and(Predicate.eq("region", "r2"), Predicate.gt("id", 500L))));
    assertEquals(PartitionSpec.parse("bucket(4, id)"), now().partitioning().spec(now().schema()));
  }

  private static Map<String, String> partition(String month, String region) {
    Map<String, String> values = new java.util.LinkedHashMap<>();
    values.put("day_month", month);
    values.put("region", region);
    return values;
  }

  @Test
  void whatReplacesPartitionsOfBeforeConflicts() throws IOException {
    Commit commit = planned("months(day), region");
    DataFile file = written(commit, partition("1970-01", "r2"));
    open().alter(PartitionSpec.parse("region"));
    assertThrows(CommitConflictException.class, () -> commit.overwritePartitions(List.of(file)));
    commit.abort();
    Commit renamed = planned("region");
    DataFile other = written(renamed, Map.of("region", "r1"));
    open().alter(PartitionSpec.NONE);
    open().alter(List.of(new ColumnChange.Rename("region", "area")), Map.of());
    assertThrows(CommitConflictException.class, () -> renamed.append(List.of(other)));
    assertEquals(40, ids(null).size());
  }

  @Test
  void otherPartitioningsOfWritesAreRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> write("days(day)", 40, 41));
    assertTrue(
        e.getMessage().contains("by [months(day), region], the write by [days(day)]"),
        e.getMessage());
  }

  @Test
  void aPartitionColumnThatIsNoneAnyMoreIsRenamedAndDropped() throws IOException {
    open().alter(PartitionSpec.parse("months(day)"));
    open().alter(List.of(new ColumnChange.Rename("region", "area")), Map.of());
    Set<Object> r1 = ids(Predicate.eq("area", "r1"));
    assertFalse(r1.isEmpty());
    assertEquals(Set.of(Set.of("day_month", "area")), fields());
    open().alter(List.of(new ColumnChange.Drop("area")), Map.of());
    assertEquals(Set.of(Set.of("day_month")), fields());
    open()
        .alter(
            List.of(new ColumnChange.Add(List.of("area"), Type.STRING, ColumnChange.LAST)),
            Map.of());
    assertEquals(Set.of(), ids(Predicate.eq("area", "r1")));
    assertThrows(
        IllegalArgumentException.class,
        () -> open().alter(List.of(new ColumnChange.Drop("day")), Map.of()));
    open().alter(PartitionSpec.NONE);
    open().alter(List.of(new ColumnChange.Drop("day")), Map.of());
    assertEquals(Set.of(Set.of()), fields());
    open()
        .alter(
            List.of(new ColumnChange.Add(List.of("day_month"), Type.STRING, ColumnChange.LAST)),
            Map.of());
    assertEquals(Set.of(), ids(Predicate.isNotNull("day_month")));
  }

  @Test
  void fieldsFollowTheirColumnWhateverItIsCalled() throws IOException {
    path = dir.resolve("swapped").toString();
    Schema schema = Schema.parse("a: int64, b: int64");
    try (TableWriter out = Placed.write(path, schema).partitionedBy("bucket(5, a)").open()) {
      for (long i = 0; i < 50; i++) {
        out.write(i, 100 - i);
      }
      out.commit();
    }
    open()
        .alter(
            List.of(
                new ColumnChange.Rename("a", "c"),
                new ColumnChange.Rename("b", "a"),
                new ColumnChange.Rename("c", "b")),
            Map.of());
    for (long i = 0; i < 50; i++) {
      assertEquals(Set.of(i), ids(Predicate.eq("a", 100 - i)));
      assertEquals(Set.of(i), ids(Predicate.eq("b", i)));
    }
  }

  @Test
  void bucketsStayWhereAColumnBecomesWider() throws IOException {
    path = dir.resolve("wider").toString();
    Schema schema = Schema.parse("a: int32, d: decimal(9,2)");
    try (TableWriter out = Placed.write(path, schema).partitionedBy("bucket(5, a)").open()) {
      for (int i = -25; i < 25; i++) {
        out.write(i, new java.math.BigDecimal(i).setScale(2));
      }
      out.commit();
    }
    open().alter(List.of(new ColumnChange.Widen(List.of("a"), Type.INT64)), Map.of());
    for (long i = -25; i < 25; i++) {
      assertEquals(Set.of(i), ids(Predicate.eq("a", i)));
    }
    open().alter(PartitionSpec.parse("bucket(5, d)"));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                open()
                    .alter(
                        List.of(new ColumnChange.Widen(List.of("d"), Type.decimal(12, 4))),
                        Map.of()));
    assertTrue(e.getMessage().contains("files are partitioned by bucket(5, d)"), e.getMessage());
  }

  @Test
  void columnsDoNotGetTheNameOfAField() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> open().alter(List.of(new ColumnChange.Rename("id", "Day_Month")), Map.of()));
    assertTrue(e.getMessage().contains("Day_Month"), e.getMessage());
  }

  @Test
  void aForeignFileIsReadWhateverItsDirectory() throws IOException {
    open().alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    Path wrong = dir.resolve("t/day_month=1969-12/region=r1/by-hand.placed");
    try (TableWriter out =
        Placed.write(wrong.toString(), Schema.parse("id: int64, day: date")).open()) {
      out.write(2000L, LocalDate.of(2020, 2, 2));
      out.commit();
    }
    assertEquals(Set.of(2000L), ids(Predicate.eq("day", LocalDate.of(2020, 2, 2))));
    assertTrue(ids(Predicate.eq("region", "r1")).contains(2000L));
    assertThrows(IllegalArgumentException.class, () -> open().alter(PartitionSpec.NONE));
  }

  private void rewrite(RewriteOptions options) throws IOException {
    Rewrite.prepare(FileStores.local(), path, options).run(fraction -> {});
  }

  @Test
  void rewritesMoveRowsIntoThePartitionsOfNow() throws IOException {
    write("months(day), region", 40, 60);
    open().deleteRows(Predicate.eq("id", 33L));
    open().alter(PartitionSpec.parse("region, truncate(10, id)"));
    write("region, truncate(10, id)", 60, 80);
    rewrite(RewriteOptions.of(Map.of("placement", "orc")));
    assertEquals(Set.of(Set.of("region", "id_trunc")), fields());
    assertEquals(8 * 4, values().size());
    assertEquals(79, ids(null).size());
    assertEquals(Set.of(), ids(Predicate.eq("id", 33L)));
    assertEquals(Set.of(65L), ids(Predicate.eq("id", 65L)));
    for (DataFile f : now().files()) {
      assertTrue(f.path().startsWith("region=") && f.path().contains("/id_trunc="), f.path());
    }
    Snapshot before = now();
    rewrite(RewriteOptions.of(Map.of("placement", "orc")));
    assertEquals(values().size(), now().fileCount());
    assertEquals(before.rows(), now().rows());
  }

  @Test
  void aColumnThatNoFieldNeedsAnyMoreIsStored() throws IOException {
    open().alter(PartitionSpec.parse("days(day)"));
    open().alter(List.of(new ColumnChange.Rename("region", "area")), Map.of());
    Set<Object> expected = ids(Predicate.eq("area", "r1"));
    Set<Object> nulls = ids(Predicate.isNull("area"));
    assertFalse(expected.isEmpty() || nulls.isEmpty());
    rewrite(RewriteOptions.of(Map.of("placement", "reorder=sort(area)")));
    assertEquals(Set.of(Set.of("day_day")), fields());
    assertEquals(expected, ids(Predicate.eq("area", "r1")));
    assertEquals(nulls, ids(Predicate.isNull("area")));
    // Texts of directories did not allow that.
    open().alter(List.of(new ColumnChange.Rename("area", "region")), Map.of());
    assertEquals(expected, ids(Predicate.eq("region", "r1")));
    long snapshot = now().id();
    rewrite(RewriteOptions.of(Map.of()).withOnlyMoved(true));
    assertEquals(snapshot, now().id(), "there was nothing to do");
    open().alter(PartitionSpec.NONE);
    write("", 40, 50);
    String stays = now().files().stream().filter(f -> f.rows() == 10).findFirst().get().path();
    rewrite(RewriteOptions.of(Map.of()).withOnlyMoved(true));
    assertEquals(Set.of(Set.of()), fields());
    assertEquals(2, now().fileCount());
    assertTrue(now().files().stream().anyMatch(f -> f.path().equals(stays)));
    expected.addAll(Set.of(40L, 43L, 46L, 49L));
    assertEquals(expected, ids(Predicate.eq("region", "r1")));
    assertEquals(50, ids(null).size());
  }

  /** Which value a column has that a file lacks is up to the engine: the copy must lack it, too. */
  @Test
  void filesWithoutTheColumnOfAFieldAreInNoPartitionOfIt() throws IOException {
    open()
        .alter(
            List.of(new ColumnChange.Add(List.of("n"), Type.INT64, ColumnChange.LAST)), Map.of());
    open().alter(PartitionSpec.parse("region, n, truncate(10, id)"));
    rewrite(RewriteOptions.of(Map.of()));
    assertEquals(Set.of(Set.of("region", "id_trunc")), fields());
    assertEquals(40, ids(Predicate.isNull("n")).size());
    assertEquals(Set.of(17L), ids(Predicate.eq("id", 17L)));
    long snapshot = now().id();
    rewrite(RewriteOptions.of(Map.of()).withOnlyMoved(true));
    assertEquals(snapshot, now().id(), "there was nothing to do");
  }

  @Test
  void anInterruptedRewriteIntoOtherPartitionsIsResumed() throws IOException {
    write("months(day), region", 40, 60);
    open().alter(PartitionSpec.parse("truncate(10, id)"));
    RewriteOptions options = RewriteOptions.of(Map.of("placement", "orc")).withFileBytes(1);
    Rewrite first = Rewrite.prepare(FileStores.local(), path, options);
    first.start();
    for (var task : first.tasks().subList(0, first.tasks().size() / 2)) {
      task.run(FileStores.local(), rows -> {});
    }
    Rewrite second = Rewrite.prepare(FileStores.local(), path, options);
    assertEquals(first.tasks().size() - first.tasks().size() / 2, second.tasks().size());
    assertTrue(second.rowsDone() > 0);
    second.run(fraction -> {});
    assertEquals(Set.of(Set.of("id_trunc")), fields());
    assertEquals(60, ids(null).size());
    assertEquals(Set.of(55L), ids(Predicate.eq("id", 55L)));
  }

  @Test
  void aRewriteBesideAChangeOfThePartitioningKeepsItsFields() throws IOException {
    Set<Object> r1 = ids(Predicate.eq("region", "r1"));
    open().alter(PartitionSpec.parse("truncate(10, id)"));
    Rewrite rewrite =
        Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(Map.of("placement", "orc")));
    rewrite.start();
    List<String> done = new java.util.ArrayList<>();
    for (var task : rewrite.tasks()) {
      done.add(task.run(FileStores.local(), rows -> {}));
    }
    open().alter(PartitionSpec.parse("days(day)"));
    open().alter(List.of(new ColumnChange.Rename("region", "area")), Map.of());
    rewrite.commit(done);
    assertEquals(Set.of(Set.of("id_trunc")), fields());
    assertEquals(40, ids(null).size());
    assertEquals(r1, ids(Predicate.eq("area", "r1")));
    rewrite(RewriteOptions.of(Map.of()));
    assertEquals(Set.of(Set.of("day_day")), fields());
  }

  @Test
  void optimizeLeavesFilesOfBeforeInTheirPartitions() throws IOException {
    write("months(day), region", 40, 60);
    open().alter(PartitionSpec.parse("truncate(10, id)"));
    Set<Map<String, String>> before = values();
    open().optimize(OptimizeOptions.defaults());
    assertEquals(before, values());
    assertEquals(before.size(), now().fileCount());
    assertEquals(60, ids(null).size());
  }

  private Set<Map<String, String>> values() throws IOException {
    return now().files().stream().map(DataFile::partition).collect(Collectors.toSet());
  }

  @Test
  void aRollbackBringsThePartitioningBack() throws IOException {
    long first = now().id();
    Partitioning before = now().partitioning();
    open().alter(PartitionSpec.parse("bucket(4, id)"));
    write("bucket(4, id)", 40, 60);
    open().rollback(first);
    assertEquals(before, now().partitioning());
    open().alter(PartitionSpec.parse("truncate(3, id)"));
    int last = now().partitioning().fields().get(0).id();
    assertEquals(last, now().lastFieldId());
    assertTrue(last > before.lastId() + 1, "ids are not used again");
    assertEquals(40, ids(null).size());
  }

  @Test
  void aDamagedPartitioningIsCorruption() throws IOException {
    Path root = Path.of(open().directory().log().pathOf(now().id()));
    String body = CheckedLine.read(Files.readAllBytes(root));
    for (String[] change :
        new String[][] {
          {"\"transform\":\"month\"", "\"transform\":\"week\""},
          {"\"transform\":\"month\"", "\"transform\":\"bucket[0]\""},
          {"\"name\":\"day_month\"", "\"name\":\"region\""},
          {"\"column\":2,\"transform\"", "\"column\":77,\"transform\""},
          {"\"transform\":\"month\"", "\"transform\":\"truncate[3]\""}
        }) {
      assertTrue(body.contains(change[0]), body);
      Files.write(root, CheckedLine.of(body.replace(change[0], change[1])));
      CorruptFileException e = assertThrows(CorruptFileException.class, this::now, change[1]);
      assertTrue(e.getMessage().contains(root.getFileName().toString()), e.getMessage());
    }
  }

  /** The field of before keeps its name in the history, so the new one gets another. */
  @Test
  void aReplacedTableMayHaveAnotherTransformOfTheColumn() throws IOException {
    path = dir.resolve("replaced").toString();
    Schema schema = Schema.parse("id: int64, name: string");
    for (int width : new int[] {4, 8, 4, 2}) {
      try (TableWriter out =
          Placed.write(path, schema)
              .partitionedBy("truncate(" + width + ", name)")
              .overwrite()
              .overwriteSchema()
              .open()) {
        for (long i = 0; i < 20; i++) {
          out.write(i, "name number " + i);
        }
        out.commit();
      }
      assertEquals(20, ids(null).size());
      assertEquals(Set.of(7L), ids(Predicate.eq("name", "name number 7")));
    }
  }

  /** Notes of partitions without rows are about the fields of their time. */
  @Test
  void addedPartitionsGoWithTheirFields() throws IOException {
    path = dir.resolve("by-columns").toString();
    write("region", 0, 6);
    Set<Map<String, String>> before = partitions();
    assertEquals(3, before.size());
    // As a table that was altered by an older version has it.
    String note = TableProperties.emptyPartition("day=2020-01-01");
    open().alter(List.of(), Map.of(note, ""));
    assertEquals(before, partitions());
    var of = new TablePartitions(open(), now().schema(), now().partitioning(), Map.of());
    of.create(List.of(Map.of("region", "new")), now());
    assertEquals(before.size() + 1, partitions().size());
    open().alter(List.of(), Map.of("k", "v"));
    open().alter(PartitionSpec.parse("region"));
    assertEquals(before.size() + 1, partitions().size());
    open().alter(PartitionSpec.parse("region, id"));
    assertEquals(Map.of("k", "v"), now().properties());
    open().alter(PartitionSpec.parse("region"));
    assertEquals(before, partitions());
  }

  private Set<Map<String, String>> partitions() throws IOException {
    return new TablePartitions(open(), now().schema(), now().partitioning(), Map.of()).list();
  }

  /** Whoever retries after a conflict plans anew. */
  @Test
  void aWriteWithAFieldThatTheTableDoesNotKnowAnyMoreConflicts() throws IOException {
    Commit commit = planned("months(day), region");
    open().alter(PartitionSpec.parse("region"));
    open().alter(List.of(new ColumnChange.Drop("day")), Map.of());
    DataFile file = written(commit, partition("1970-01", "r2"));
    assertThrows(CommitConflictException.class, () -> commit.append(List.of(file)));
    commit.abort();
    open().alter(PartitionSpec.parse("region, bucket(4, id)"));
    Commit later =
        open()
            .begin(
                ColumnBinding.of(Schema.parse("id: int64, region: string"), now()),
                PartitionSpec.parse("region, bucket(4, id)"),
                null);
    open().rollback(1);
    assertThrows(CommitConflictException.class, () -> later.append(List.of()));
  }

  /**
   * Who chose the partitions knew of the file, and so of the rows that are copied from it. What a
   * deletion leaves has no value of a transform if its source has none; a rewrite puts the rows
   * into partitions, as if it had come first.
   */
  @Test
  void copiesOfFilesInNoPartitionAreNoNewsForAnOverwrite() throws Exception {
    String other = dir.resolve("other").toString();
    try (TableWriter out = Placed.write(other, SCHEMA).open()) {
      rows(out, 0, 40);
    }
    DataSet table = DataSet.at(FileStores.local(), other);
    table.alter(PartitionSpec.parse("bucket(3, id)"));
    long inBucket =
        LongStream.range(20, 40)
            .filter(
                id -> "2".equals("" + PartitionTransform.parse("bucket[3]").apply(Type.INT64, id)))
            .count();
    for (boolean rewrites : List.of(false, true)) {
      Commit overwrite = table.begin(SCHEMA, PartitionSpec.parse("bucket(3, id)"), null);
      String before = table.current().files().get(0).path();
      if (rewrites) {
        RewriteOptions orc = RewriteOptions.of(Map.of("placement", "orc"));
        Rewrite.prepare(FileStores.local(), other, orc).run(done -> {});
      } else {
        table.deleteRows(Predicate.parse("id < 20"));
      }
      assertNotEquals(before, table.current().files().get(0).path());
      overwrite.overwriteWhere(List.of(), f -> f.partition().containsValue("2"));
      assertEquals(rewrites ? 20 - inBucket : 20, table.current().rows());
    }
  }
}
