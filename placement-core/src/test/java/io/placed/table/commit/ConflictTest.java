package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSetContract;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Conflicts between concurrent operations: the table in docs/data-sets.md, row by row. */
class ConflictTest extends DataSetContract {

  /** A rewrite of all files of a snapshot into one. */
  private Commit beginRewrite(Snapshot read) throws IOException {
    return begin(read.schema(), read.partitionColumns().toArray(String[]::new)).basedOn(read);
  }

  private void finishRewrite(Commit commit, Snapshot read, Schema schema) throws IOException {
    Set<String> paths = new HashSet<>();
    read.files().forEach(f -> paths.add(f.path()));
    commit.replaceFiles(paths, List.of(write(commit, "rewritten", read.rows(), schema)));
  }

  @Test
  void rewriteAndAppendBothSurvive() throws Exception {
    append(SCHEMA, 1, 2);
    showForeignFiles();
    Snapshot read = open().current();
    Commit rewrite = beginRewrite(read);
    append(SCHEMA, 10);
    put("by-hand.placed", 20, SCHEMA);
    finishRewrite(rewrite, read, SCHEMA);
    assertArrayEquals(new long[] {3, 10, 20}, rows());
    assertEquals("rewrite", open().current().operation());
    List<DataFile> then = open().snapshot(read.id()).files();
    assertEquals(2, then.stream().filter(f -> !f.foreign()).count());
  }

  /** The rewriter does not know the column. */
  @Test
  void rewriteAndAppendOfAColumnBothSurvive() throws Exception {
    append(SCHEMA, 1, 2);
    Snapshot read = open().current();
    Commit rewrite = beginRewrite(read);
    Schema more = Schema.parse("id: int64, name: string, x: int32");
    Commit append = begin(more).mergeSchema(true);
    append.append(List.of(write(append, "t", 10, more)));
    finishRewrite(rewrite, read, SCHEMA);
    assertArrayEquals(new long[] {3, 10}, rows());
    assertEquals(more.fields().size(), open().current().schema().fields().size());
  }

  @Test
  void theSecondOfTwoRewritesFails() throws Exception {
    append(SCHEMA, 1, 2);
    Snapshot read = open().current();
    Commit first = beginRewrite(read);
    Commit second = beginRewrite(read);
    finishRewrite(first, read, SCHEMA);
    String message =
        assertThrows(CommitConflictException.class, () -> finishRewrite(second, read, SCHEMA))
            .getMessage();
    assertTrue(
        message.contains("of the 2 files to be replaced only 0 are still in the table"), message);
    second.abort();
    assertArrayEquals(new long[] {3}, rows());
    assertEquals(3, names().stream().filter(n -> n.matches("[^_].*\\.placed")).count());
  }

  @Test
  void rewriteFailsAfterOverwriteAndDelete() throws Exception {
    append(SCHEMA, 1, 2);
    Snapshot read = open().current();
    Commit rewrite = beginRewrite(read);
    Commit over = begin(SCHEMA);
    over.overwrite(List.of(write(over, "t", 7, SCHEMA)));
    assertThrows(CommitConflictException.class, () -> finishRewrite(rewrite, read, SCHEMA));
    assertArrayEquals(new long[] {7}, rows());
    Snapshot again = open().current();
    Commit other = beginRewrite(again);
    begin(SCHEMA).delete(Predicate.alwaysTrue());
    assertThrows(CommitConflictException.class, () -> finishRewrite(other, again, SCHEMA));
    assertArrayEquals(new long[] {}, rows());
  }

  @Test
  void appendSurvivesEverything() throws Exception {
    append(SCHEMA, 1);
    Commit append = begin(SCHEMA);
    DataFile file = write(append, "t", 5, SCHEMA);
    Snapshot read = open().current();
    finishRewrite(beginRewrite(read), read, SCHEMA);
    Commit over = begin(SCHEMA);
    over.overwrite(List.of(write(over, "t", 7, SCHEMA)));
    begin(SCHEMA).delete(Predicate.alwaysTrue());
    append.append(List.of(file));
    assertArrayEquals(new long[] {5}, rows());
  }

  /** Without a basis, an overwrite is ordered after concurrent appends; with a basis it fails. */
  @Test
  void overwriteOfWhatWasReadOnly() throws Exception {
    append(SCHEMA, 1);
    Snapshot read = open().current();
    append(SCHEMA, 2);
    Commit based = begin(SCHEMA).basedOn(read);
    DataFile file = write(based, "t", 7, SCHEMA);
    String message =
        assertThrows(CommitConflictException.class, () -> based.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.contains("added after snapshot 1;"), message);
    based.abort();
    showForeignFiles();
    Snapshot now = open().current();
    put("by-hand.placed", 20, SCHEMA);
    Commit foreign = begin(SCHEMA).basedOn(now);
    assertThrows(CommitConflictException.class, () -> foreign.overwrite(List.of()));
    assertArrayEquals(new long[] {1, 2, 20}, rows());
    Commit fresh = begin(SCHEMA).basedOn(open().current());
    fresh.overwrite(List.of(write(fresh, "t", 7, SCHEMA)));
    assertArrayEquals(new long[] {7}, rows());
    Commit blind = begin(SCHEMA);
    append(SCHEMA, 8);
    blind.overwrite(List.of());
    assertArrayEquals(new long[] {}, rows());
  }

  /** Rows that were read and are gone may be among those to be written. */
  @Test
  void overwriteOfWhatIsStillThereOnly() throws Exception {
    append(SCHEMA, 1);
    append(SCHEMA, 2);
    Snapshot read = open().current();
    String gone = read.files().get(0).path();
    Commit based = begin(SCHEMA).basedOn(read);
    DataFile file = write(based, "t", 7, SCHEMA);
    Commit part = begin(SCHEMA).basedOn(read);
    DataFile ofPart = write(part, "t", 8, SCHEMA);
    begin(SCHEMA).replaceFiles(Set.of(gone), List.of());
    String message =
        assertThrows(CommitConflictException.class, () -> based.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.contains("another commit removed " + gone), message);
    assertThrows(
        CommitConflictException.class,
        () -> part.overwriteWhere(List.of(ofPart), f -> f.path().equals(gone)));
    assertEquals(1, rows().length);
    // Other files are not among what is replaced.
    part.overwriteWhere(List.of(ofPart), f -> !f.path().equals(gone));
    assertArrayEquals(new long[] {8}, rows());
  }

  /** An append that was planned before the partitioning was changed has rows of any partition. */
  @Test
  void partitionsAreNotReplacedBesideFilesOfNone() throws Exception {
    Schema schema = Schema.parse("id: int64, p: int32");
    append(schema, 1);
    Commit append = begin(schema);
    DataFile file = write(append, "t", 2, schema);
    open().alter(PartitionSpec.parse("p"));
    Commit where = begin(schema, "p");
    Commit dynamic = begin(schema, "p");
    DataFile ofPartition = write(dynamic, "t", 3, Schema.parse("id: int64"), Map.of("p", "1"));
    append.append(List.of(file));
    for (Executable late :
        List.<Executable>of(
            () -> where.overwriteWhere(List.of(), f -> "1".equals(f.partition().get("p"))),
            () -> dynamic.overwritePartitions(List.of(ofPartition)))) {
      CommitConflictException e = assertThrows(CommitConflictException.class, late);
      assertTrue(e.getMessage().contains(file.path() + ", which was added after"), e::toString);
    }
    assertArrayEquals(new long[] {1, 2}, rows());
    // Who chooses the partitions now knows of it.
    Commit next = begin(schema, "p");
    next.overwritePartitions(
        List.of(write(next, "t", 4, Schema.parse("id: int64"), Map.of("p", "1"))));
    assertArrayEquals(new long[] {1, 2, 4}, rows());
  }

  /** Who found a path without a table replaces none that others create there meanwhile. */
  @Test
  void aNewTableReplacesNoOther() throws Exception {
    Commit create = begin(SCHEMA).overwriteSchema(true).basedOnNothing();
    DataFile file = write(create, "t", 7, SCHEMA);
    append(SCHEMA, 1);
    String message =
        assertThrows(CommitConflictException.class, () -> create.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.startsWith(dataSet.path() + ": nothing was committed: "), message);
    assertTrue(message.contains("has created one in snapshot 1"), message);
    create.abort();
    assertArrayEquals(new long[] {1}, rows());
    // One without files has columns and properties, too.
    begin(SCHEMA).overwrite(List.of());
    Commit empty = begin(Schema.parse("other: int32")).overwriteSchema(true).basedOnNothing();
    assertThrows(CommitConflictException.class, () -> empty.overwrite(List.of()));
    assertEquals(2, open().newestId());
    // Changes of its rows need only that there are none.
    Commit merge = begin(SCHEMA).basedOnNothing();
    merge.append(List.of(write(merge, "t", 5, SCHEMA)));
    assertArrayEquals(new long[] {5}, rows());
  }

  @Test
  void aNewTableReplacesNoFilesThatArriveMeanwhile() throws Exception {
    Commit create = begin(SCHEMA).overwriteSchema(true).basedOnNothing();
    DataFile file = write(create, "t", 7, SCHEMA);
    put("by-hand.placed", 20, SCHEMA);
    String message =
        assertThrows(CommitConflictException.class, () -> create.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.contains("did not read by-hand.placed"), message);
    assertArrayEquals(new long[] {20}, rows());
    Files.delete(Path.of(root, "by-hand.placed"));
    create.overwrite(List.of(file));
    assertArrayEquals(new long[] {7}, rows());
  }

  /** Files of a directory without snapshots are replaced only if they were read. */
  @Test
  void anOverwriteOfPlainFilesReplacesThoseThatItReadOnly() throws Exception {
    put("first.placed", 10, SCHEMA);
    Snapshot read = open().current();
    assertEquals(0, read.id());
    Commit late = begin(SCHEMA).basedOn(read).serializable();
    DataFile file = write(late, "t", 7, SCHEMA);
    put("second.placed", 20, SCHEMA);
    String message =
        assertThrows(CommitConflictException.class, () -> late.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.contains("did not read second.placed"), message);
    assertArrayEquals(new long[] {10, 20}, rows());
    Files.delete(Path.of(root, "second.placed"));
    late.overwrite(List.of(file));
    assertArrayEquals(new long[] {7}, rows());
  }

  @Test
  void deletesWholeFilesOnly() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    commit.append(
        List.of(
            write(commit, "a", 10, BY_DAY, Map.of("day", "2020-01-01")),
            write(commit, "b", 20, BY_DAY, Map.of("day", "2020-01-02")),
            write(commit, "c", 30, BY_DAY, Map.of("day", "2020-01-03"))));
    showForeignFiles();
    put("day=2020-01-02/by-hand.placed", 40, Schema.parse("id: int64"));
    Snapshot before = open().current();
    begin(BY_DAY, "day").delete(Predicate.parse("day = date'2020-01-02'"));
    assertArrayEquals(new long[] {10, 30}, rows());
    assertArrayEquals(new long[] {10, 20, 30, 40}, rows(before));
    // ids are 1 to the number of rows
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> begin(BY_DAY, "day").delete(Predicate.parse("id > 20")))
            .getMessage();
    assertTrue(message.contains("whole files"), message);
    assertArrayEquals(new long[] {10, 30}, rows());
    begin(BY_DAY, "day").delete(Predicate.parse("id <= 10 and day < date'2020-01-03'"));
    assertArrayEquals(new long[] {30}, rows());
    SnapshotInfo last = open().history(1).get(0);
    assertEquals("delete", last.operation());
    assertEquals(1, last.filesRemoved());
  }

  /**
   * A writer whose base snapshot was expired by a vacuum in the meantime does not commit a number
   * in the gap.
   */
  @Test
  void aCommitIntoAGapIsTakenBack() throws Exception {
    append(SCHEMA, 1);
    SnapshotLog log = open().directory().log();
    TableState stale = log.newest();
    for (int i = 0; i < 5; i++) {
      append(SCHEMA, 1);
    }
    open().vacuum(new VacuumOptions(java.time.Duration.ZERO, 1, false));
    assertEquals(List.of(6L, 7L), log.numbers().listed().run());
    Commit late = begin(SCHEMA);
    DataFile file = write(late, "t", 9, SCHEMA);
    TableDirectory table = dataSet.directory();
    SnapshotInfo base = stale.info();
    ColumnBinding columns =
        ColumnBinding.of(
            SCHEMA,
            stale.schema(),
            stale.lastFieldId(),
            base.id(),
            base.commitId(),
            stale.partitioning());
    CommitPlan plan =
        new CommitPlan(
            late.commitId(),
            columns,
            true,
            PartitionSpec.NONE,
            Partitioning.NONE,
            null,
            false,
            Map.of(),
            null,
            false,
            false,
            false,
            null);
    Append append = new Append(plan, List.of(file));
    Publisher publisher = new Publisher(table, late.commitId(), 0);
    // An earlier try of the same put might have been in the history, which has expired.
    IOException unknown =
        assertThrows(IOException.class, () -> publisher.tryPut(stale, append.apply(table, stale)));
    assertTrue(unknown.getMessage().contains("is unknown"), unknown.getMessage());
    assertEquals(List.of(6L, 7L), log.numbers().listed().run());
    late.append(List.of(file));
    assertArrayEquals(new long[] {1, 1, 1, 1, 1, 1, 9}, rows());
    Path gone = Path.of(log.pathOf(2));
    assertFalse(Files.exists(gone));
  }
}
