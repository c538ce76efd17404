package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.LocalFileStore;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.discovery.TextFooters;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.stream.BatchLimit;
import io.placed.table.stream.ChangedRowsException;
import io.placed.table.stream.StreamPosition;
import io.placed.table.stream.StreamedRows;
import io.placed.table.stream.TableStream;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table goes back to an older snapshot, alone and beside writers. */
class RollbackTest extends DataSetContract {
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);

  private static ColumnChange add(String name) {
    return new ColumnChange.Add(List.of(name), Type.INT64, ColumnChange.LAST);
  }

  private void overwrite(long rows) throws IOException {
    Commit over = begin(SCHEMA);
    over.overwrite(List.of(write(over, "t", rows, SCHEMA)));
  }

  private void drop(String column) throws IOException {
    dataSet.alter(List.of(new ColumnChange.Drop(column)), Map.of());
  }

  @Test
  void everythingOfTheTableComesBack() throws Exception {
    append(SCHEMA, 1, 2);
    dataSet.alter(List.of(), Map.of("a", "1"));
    dataSet.alter(
        List.of(new ColumnChange.Rename("name", "title"), add("added")),
        Map.of("a", "2", "b", "3"));
    overwriteAll(7);
    Snapshot back = dataSet.rollback(2);
    assertEquals(5, back.id());
    assertEquals("rollback", back.operation());
    assertArrayEquals(new long[] {1, 2}, rows());
    assertEquals(SCHEMA, back.schema());
    Map<String, String> properties = new HashMap<>(back.properties());
    FormerColumns.of(properties).keySet().forEach(properties::remove);
    assertEquals(Map.of("a", "1"), properties);
    SnapshotInfo line = open().history(1).get(0);
    assertEquals(2, line.restored());
    assertEquals(2, line.filesAdded());
    assertEquals(1, line.filesRemoved());
    assertEquals(3, line.rowsAdded());
    assertArrayEquals(new long[] {7}, rows(open().snapshot(4)));
    // The id that the dropped column has is not used again.
    dataSet.alter(List.of(add("added")), Map.of());
    assertEquals(4, open().current().schema().require("added").id());
    // Forward again.
    assertArrayEquals(new long[] {7}, rows(dataSet.rollback(4)));
    assertEquals(Set.of("id", "title", "added"), names(open().current()));
  }

  private static Set<String> names(Snapshot snapshot) {
    Set<String> names = new java.util.HashSet<>();
    snapshot.schema().fields().forEach(f -> names.add(f.name()));
    return names;
  }

  private void overwriteAll(long rows) throws IOException {
    io.placed.schema.Schema now = open().current().schema();
    Commit over = begin(now);
    over.overwrite(List.of(write(over, "t", rows, now)));
  }

  @Test
  void byTimeAndByTag() throws Exception {
    append(SCHEMA, 1);
    Snapshot first = open().current();
    dataSet.createTag("first", null);
    overwrite(2);
    dataSet.rollback("first");
    assertArrayEquals(new long[] {1}, rows());
    overwrite(3);
    long last = open().current().timestampMillis();
    dataSet.rollbackAsOf(last);
    assertArrayEquals(new long[] {3}, rows());
    String none =
        assertThrows(
                FileNotFoundException.class,
                () -> dataSet.rollbackAsOf(first.timestampMillis() - 1))
            .getMessage();
    assertTrue(none.contains("the oldest is 1 at"), none);
  }

  @Test
  void whatIsGoneIsNamed() throws Exception {
    append(SCHEMA, 1);
    overwrite(2);
    overwrite(3);
    String unknown =
        assertThrows(FileNotFoundException.class, () -> dataSet.rollback(9)).getMessage();
    assertTrue(unknown.contains("snapshot 9 does not exist; the table has 1 to 3"), unknown);
    String file = open().snapshot(2).files().get(0).path();
    Files.delete(Path.of(root, file));
    String gone = assertThrows(FileNotFoundException.class, () -> dataSet.rollback(2)).getMessage();
    assertTrue(gone.contains("snapshot 2 cannot be restored") && gone.contains(file), gone);
    dataSet.vacuum(ALL);
    String expired =
        assertThrows(FileNotFoundException.class, () -> dataSet.rollback(1)).getMessage();
    assertTrue(expired.contains("snapshot 1 has expired; the table has 3 to 4"), expired);
    assertEquals(4, open().newestId());
    assertThrows(IllegalArgumentException.class, () -> open(root + "-none").rollback(1));
  }

  @Test
  void filesInManifestsComeBack() throws Exception {
    Commit many = begin(SCHEMA);
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      files.add(write(many, "t-" + i, 1 + i, SCHEMA));
    }
    many.append(files);
    long[] all = rows();
    begin(SCHEMA).overwriteWhere(List.of(), f -> f.rows() > 20);
    assertEquals(20, rows().length);
    dataSet.rollback(1);
    assertArrayEquals(all, rows());
    Files.delete(Path.of(root, files.get(99).path()));
    begin(SCHEMA).overwriteWhere(List.of(), f -> f.rows() > 20);
    assertThrows(FileNotFoundException.class, () -> dataSet.rollback(1));
    String manifest = open().directory().log().read(1).files().manifestPaths().get(0);
    Files.delete(Path.of(root, manifest));
    String gone = assertThrows(IOException.class, () -> open().rollback(1)).getMessage();
    assertTrue(gone.contains(manifest), gone);
  }

  /** Those of then, not those of now. */
  @Test
  void foreignFilesAreThoseOfTheSnapshot() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("early.placed", 20, SCHEMA);
    age("early.placed", -1);
    overwrite(2);
    put("late.placed", 30, SCHEMA);
    age("late.placed", 1);
    assertArrayEquals(new long[] {1, 20}, rows(open().snapshot(2)));
    assertArrayEquals(new long[] {2, 30}, rows());
    dataSet.rollback(2);
    assertArrayEquals(new long[] {1, 20}, rows());
    put("later.placed", 40, SCHEMA);
    assertArrayEquals(new long[] {1, 20, 40}, rows());
  }

  /** The next commit of a catalog may turn the property on again. */
  @Test
  void foreignFilesThatWereReplacedStayHiddenFromASnapshotThatShowsNone() throws Exception {
    append(SCHEMA, 1);
    put("first.placed", 10, SCHEMA);
    age("first.placed", -2);
    showForeignFiles();
    overwrite(2);
    put("second.placed", 20, SCHEMA);
    age("second.placed", 1);
    assertArrayEquals(new long[] {2, 20}, rows());
    dataSet.rollback(1);
    assertArrayEquals(new long[] {1}, rows());
    showForeignFiles();
    assertArrayEquals(new long[] {1}, rows());
    put("third.placed", 30, SCHEMA);
    assertArrayEquals(new long[] {1, 30}, rows());
    // In a copy all files have the same time; what the snapshot shows is known all the same.
    put("fourth.placed", 40, SCHEMA);
    dataSet.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "false")); // Lists the files.
    assertArrayEquals(new long[] {1, 30, 40}, rows());
    dataSet.rollback(1);
    showForeignFiles();
    assertArrayEquals(new long[] {1}, rows());
  }

  /** Files that others put beside the commit are of no state that it is about. */
  @Test
  void anUndoneCommitHidesNoForeignFiles() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("early.placed", 20, SCHEMA);
    age("early.placed", -1);
    Commit replaced = begin(SCHEMA);
    replaced.overwriteWhere(List.of(), f -> f.rows() == 20);
    Set<ExcludedFile> excluded = open().directory().log().newest().excluded();
    assertEquals(1, excluded.size());
    Snapshot altered = dataSet.alter(List.of(add("added")), Map.of());
    put("late.placed", 30, SCHEMA);
    age("late.placed", 1);
    Snapshot undone = dataSet.undo(altered);
    assertArrayEquals(new long[] {1, 30}, rows());
    assertEquals(SCHEMA, open().current().schema());
    assertEquals(excluded, open().directory().log().newest().excluded());
    assertEquals(0, undone.info().filesAdded() + undone.info().filesRemoved());
    // What an undone commit has replaced comes back.
    Snapshot over = begin(SCHEMA).overwrite(List.of());
    put("later.placed", 40, SCHEMA);
    dataSet.undo(over);
    assertArrayEquals(new long[] {1, 30, 40}, rows());
    assertThrows(IllegalStateException.class, () -> dataSet.undo(over));
  }

  /** A vacuum beside it may remove an added file that was replaced since, at any time. */
  @Test
  void anAddedFileThatIsRemovedMeanwhileIsNamed() throws Exception {
    append(SCHEMA, 1);
    put("by-hand.placed", 20, SCHEMA);
    Path file = Path.of(root, "by-hand.placed");
    dataSet.addFiles(List.of(file.toString()));
    overwrite(3);
    FaultStore removing =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.OPEN && o.path().equals(file.toString())) {
                Files.delete(file);
              }
              return Fault.NONE;
            });
    DataSet beside = DataSet.at(path -> removing, root, new TextFooters());
    String gone = assertThrows(FileNotFoundException.class, () -> beside.rollback(2)).getMessage();
    assertTrue(gone.contains("snapshot 2 cannot be restored") && gone.contains(file + ""), gone);
    assertArrayEquals(new long[] {3}, rows());
  }

  /** What is in the log has succeeded: foreign files are not looked for before it is said. */
  @Test
  void aCommittedChangeDoesNotFail() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("by-hand.placed", 20, SCHEMA);
    assertEquals(3, deafOnceCommitted().alter(List.of(add("added")), Map.of()).id());
    assertEquals(4, deafOnceCommitted().rollback(2).id());
    assertEquals(5, deafOnceCommitted().undo(open().current()).id());
    assertArrayEquals(new long[] {1, 20}, rows());
    assertEquals(5, open().newestId());
  }

  /** Gets no more answers after a commit, but to whether the snapshot is in the history. */
  private DataSet deafOnceCommitted() throws IOException {
    FaultStore.Faults faults =
        new FaultStore.Faults() {
          private boolean committed;

          @Override
          public Fault at(FaultStore.Operation o) {
            boolean fails = committed && o.op() != FaultStore.Op.EXISTS;
            return fails ? Fault.before(new IOException("no answer to " + o)) : Fault.NONE;
          }

          @Override
          public void done(FaultStore.Operation o) {
            committed |= o.op() == FaultStore.Op.PUT && o.path().endsWith(".json");
          }
        };
    FaultStore deaf = new FaultStore(new LocalFileStore(), faults);
    return DataSet.at(path -> deaf, root, new TextFooters());
  }

  private void age(String file, long days) throws IOException {
    long at = System.currentTimeMillis() + Duration.ofDays(days).toMillis();
    Files.setLastModifiedTime(Path.of(root, file), FileTime.fromMillis(at));
  }

  @Test
  void writersThatBeganBefore() throws Exception {
    append(SCHEMA, 1);
    append(SCHEMA, 2);
    Snapshot read = open().current();
    Commit append = begin(SCHEMA);
    DataFile added = write(append, "t", 9, SCHEMA);
    Commit rewrite = begin(SCHEMA);
    DataFile all = write(rewrite, "t", 3, SCHEMA);
    Commit change = begin(SCHEMA).basedOn(read);
    DataFile changed = write(change, "t", 5, SCHEMA);
    Set<String> second = Set.of(paths(read, 2));
    dataSet.rollback(1);
    append.append(List.of(added));
    assertArrayEquals(new long[] {1, 9}, rows());
    assertThrows(
        CommitConflictException.class,
        () -> rewrite.replaceFiles(Set.of(paths(read, 1), paths(read, 2)), List.of(all)));
    assertThrows(
        CommitConflictException.class, () -> change.changeRows("update", second, List.of(changed)));
    assertArrayEquals(new long[] {1, 9}, rows());
  }

  private static String paths(Snapshot snapshot, long rows) {
    return snapshot.files().stream().filter(f -> f.rows() == rows).findFirst().get().path();
  }

  @Test
  void aRollbackReplacesWhateverIsTheNewest() throws Exception {
    boolean more = true;
    for (int at = 1; more; at++) {
      root = temporary.resolve("race-" + at).toString();
      dataSet = open();
      append(SCHEMA, 1);
      append(SCHEMA, 2);
      FaultStore store = FaultStore.hooked(new LocalFileStore(), at, () -> append(SCHEMA, 3));
      Snapshot back = DataSet.at(p -> store, root, new TextFooters()).rollback(1);
      more = store.reached(at);
      boolean later = open().newestId() > back.id();
      assertArrayEquals(later ? new long[] {1, 3} : new long[] {1}, rows(), "operation " + at);
    }
  }

  /** Its rows are in the file, but not in the copy. */
  @Test
  void aCopyWithoutAColumnThatComesBackIsRefused() throws Exception {
    append(SCHEMA, 1);
    drop("name");
    Snapshot read = open().current();
    ColumnBinding columns = ColumnBinding.of(read.schema(), read);
    for (String kind : List.of("rewrite", "update", "append")) {
      Commit commit = open().begin(columns, List.of(), null);
      DataFile file = write(commit, "t", kind.equals("append") ? 4 : 1, read.schema());
      dataSet.rollback(1);
      if (kind.equals("append")) {
        commit.append(List.of(file));
        assertArrayEquals(new long[] {1, 4}, rows());
        assertTrue(open().current().schema().require("name").nullable());
      } else {
        CommitConflictException refused =
            assertThrows(
                CommitConflictException.class,
                () ->
                    replace(commit, kind.equals("rewrite"), Set.of(paths(read, 1)), List.of(file)));
        assertTrue(refused.getMessage().contains("column name"), refused.getMessage());
        commit.abort();
      }
    }
  }

  private static void replace(
      Commit commit, boolean rewrite, Set<String> paths, List<DataFile> files) throws IOException {
    if (rewrite) {
      commit.replaceFiles(paths, files);
    } else {
      commit.changeRows("update", paths, files);
    }
  }

  private static List<Long> streamed(TableStream stream, long from) throws IOException {
    StreamPosition start = stream.initial(from + 1);
    StreamPosition end =
        stream.latest(start, new BatchLimit(Long.MAX_VALUE, Long.MAX_VALUE), stream.newest());
    List<Long> rows = new ArrayList<>();
    stream.files(start, end, List.of("id", "name"), true).forEach(f -> rows.add(f.file().rows()));
    return rows;
  }

  /** Rows that come back are not new ones. */
  @Test
  void aStreamSeesAChange() throws Exception {
    append(SCHEMA, 1);
    begin(SCHEMA).overwrite(List.of());
    TableStream stream = new TableStream(dataSet.directory(), StreamedRows.ADDED, null);
    dataSet.rollback(1);
    assertThrows(ChangedRowsException.class, () -> streamed(stream, 2));
    assertEquals(
        List.of(),
        streamed(
            new TableStream(dataSet.directory(), StreamedRows.ADDED_SKIPPING_CHANGES, null), 2));
    append(SCHEMA, 4);
    dataSet.rollback(3);
    assertThrows(ChangedRowsException.class, () -> streamed(stream, 4));
    dataSet.alter(List.of(), Map.of("a", "b"));
    dataSet.rollback(5);
    dataSet.createTag("here", null);
    append(SCHEMA, 6);
    assertEquals(List.of(6L), streamed(stream, 5));
  }

  /** Else a stream that starts again would write its last batch again. */
  @Test
  void batchesOfStreamsStayCommitted() throws Exception {
    append(SCHEMA, 1);
    Commit batch = begin(SCHEMA).batch("stream", 3);
    batch.append(List.of(write(batch, "t", 2, SCHEMA)));
    Map<String, String> marks = new HashMap<>(open().current().properties());
    assertFalse(marks.isEmpty());
    dataSet.rollback(1);
    assertEquals(marks, open().current().properties());
    Commit again = begin(SCHEMA).batch("stream", 3);
    DataFile file = write(again, "t", 2, SCHEMA);
    assertThrows(BatchCommittedException.class, () -> again.append(List.of(file)));
  }
}
