package io.placed.table.vacuum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.changes.ChangeRange;
import io.placed.table.commit.Commit;
import io.placed.table.discovery.TextFooters;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceFile;
import io.placed.table.stream.BatchLimit;
import io.placed.table.stream.StreamPosition;
import io.placed.table.stream.StreamedRows;
import io.placed.table.stream.TableStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * A writer puts a snapshot under a number that others have used and a vacuum has removed, and dies
 * before it withdraws it.
 */
class ExpiredNumberTest extends DataSetContract {
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);

  private void vacuum(Duration later) throws IOException {
    long now = System.currentTimeMillis() + later.toMillis();
    new Vacuum(open().directory(), ALL, now).run();
  }

  /**
   * Leaves such a snapshot.
   *
   * @param meanwhile what others do between the writer's look at the log and its put
   */
  private void putLate(FaultStore.Hook meanwhile) throws IOException {
    putLate(SCHEMA, ColumnBinding.of(SCHEMA, open().current()), meanwhile);
  }

  private void putLate(Schema schema, ColumnBinding columns, FaultStore.Hook meanwhile)
      throws IOException {
    Commit commit = open().begin(columns, PartitionSpec.NONE, null);
    DataFile file = write(commit, "t", 7, schema);
    int[] puts = new int[1];
    IllegalStateException end = new IllegalStateException("the process ends");
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.PUT && puts[0] == 0) {
                puts[0] = 1;
                meanwhile.run();
              } else if (puts[0] == 1 && o.op() != FaultStore.Op.PUT) {
                return Fault.before(end);
              }
              return Fault.NONE;
            });
    Commit late =
        new Commit(
            DataSet.at(p -> store, root, new TextFooters()).directory(),
            commit.commitId(),
            columns,
            true,
            PartitionSpec.NONE,
            null,
            columns.snapshot());
    assertEquals(end, assertThrows(IllegalStateException.class, () -> late.append(List.of(file))));
  }

  private void assertTagged(long... rows) throws IOException {
    Snapshot tagged = open().snapshot("kept");
    assertArrayEquals(rows, rows(tagged));
    for (DataFile f : tagged.files()) {
      assertTrue(Files.exists(Path.of(root, f.path())), f.path());
    }
  }

  @Test
  void theTagOfThatNumberKeepsItsSnapshot() throws Exception {
    append(SCHEMA, 1);
    append(SCHEMA, 2);
    putLate(
        () -> {
          append(SCHEMA, 3);
          open().createTag("kept", 3L);
          begin(SCHEMA).overwrite(List.of());
          append(SCHEMA, 4);
          vacuum(Duration.ZERO); // Keeps the file of the writer, which is young.
        });
    assertTrue(Files.exists(Path.of(open().directory().log().pathOf(3))), "it was not put");
    assertTagged(1, 2, 3);
    assertArrayEquals(new long[] {1, 2, 3}, rows(open().snapshot(3)));
    vacuum(Duration.ofDays(9));
    assertTagged(1, 2, 3);
    open().rollback(3);
    assertArrayEquals(new long[] {1, 2, 3}, rows());
  }

  /** Neither by its number nor by a time, although it is next to the oldest that there is. */
  @Test
  void itIsNotAmongThePastSnapshots() throws Exception {
    append(SCHEMA, 1);
    long[] after = new long[1];
    putLate(
        () -> {
          append(SCHEMA, 3);
          after[0] = open().current().timestampMillis();
          while (System.currentTimeMillis() <= after[0]) {
            Thread.onSpinWait();
          }
          append(SCHEMA, 4);
          vacuum(Duration.ZERO);
        });
    assertTrue(Files.exists(Path.of(open().directory().log().pathOf(2))), "it was not put");
    assertThrows(FileNotFoundException.class, () -> open().snapshot(2));
    assertThrows(FileNotFoundException.class, () -> open().asOf(after[0]));
    assertTrue(open().history().stream().allMatch(s -> s.id() > 2), open().history()::toString);
  }

  /** Nor does it count among the changes, or for a stream, as the one before the next. */
  @Test
  void nothingFollowsIt() throws Exception {
    append(SCHEMA, 1);
    putLate(
        () -> {
          append(SCHEMA, 3);
          append(SCHEMA, 4);
          vacuum(Duration.ZERO);
        });
    assertTrue(Files.exists(Path.of(open().directory().log().pathOf(2))), "it was not put");
    assertExpired(
        "snapshot 2 has expired, and the changes of snapshot 3 need it",
        () -> open().changes(new ChangeRange(3L, 3L)).load());
    assertExpired("snapshot 2 has expired", () -> open().changes(new ChangeRange(null, 2L)));
    assertArrayEquals(new long[] {1, 3, 4}, rows(open().changes(ChangeRange.ALL)));
    for (StreamedRows added : StreamedRows.values()) {
      TableStream stream = new TableStream(open().directory(), added, open().current());
      assertExpired("snapshot 2 expired", () -> stream.initial(2));
      for (StreamPosition after :
          List.of(stream.initial(3), StreamPosition.after(2, null))) { // As old versions have it.
        if (added == StreamedRows.CHANGES) {
          assertExpired("snapshot 2 expired", () -> stream.latest(after, BatchLimit.NONE, 3));
        } else {
          StreamPosition end = stream.latest(after, BatchLimit.NONE, 3);
          assertEquals(1, stream.files(after, end, List.of("id", "name"), true).size());
        }
      }
      StreamPosition read = StreamPosition.after(2, "0123456789abcdef0123456789abcdef");
      assertExpired(
          "dropped and created again after the stream had come to snapshot 2",
          () -> stream.latest(read, BatchLimit.NONE, 3));
    }
  }

  /** No later one tells of the first; the latest one does. */
  @Test
  void itIsNotTheFirstOne() throws Exception {
    Schema other = Schema.parse("id: int64, other: string");
    ColumnBinding unplanned = ColumnBinding.of(SCHEMA, null);
    Commit waiting = open().begin(unplanned, PartitionSpec.NONE, null);
    DataFile file = write(waiting, "t", 9, SCHEMA);
    putLate(
        other,
        ColumnBinding.of(other, null),
        () -> {
          append(SCHEMA, 3);
          append(SCHEMA, 4);
          vacuum(Duration.ZERO);
        });
    assertTrue(Files.exists(Path.of(open().directory().log().pathOf(1))), "it was not put");
    assertExpired("snapshot 1 has expired", () -> open().changes(new ChangeRange(1L, 1L)));
    append(SCHEMA, 5);
    StreamPosition end = StreamPosition.after(4, null);
    List<String> columns = List.of("id", "name");
    for (StreamedRows added : StreamedRows.values()) {
      TableStream stream = new TableStream(open().directory(), added, null);
      assertExpired(
          "snapshot 1 expired",
          () -> stream.latest(stream.initial(1), BatchLimit.NONE.withFiles(1), 2));
      for (SourceFile f : stream.files(StreamPosition.after(3, null), end, columns, true)) {
        assertTrue(f.schema().indexOf("name") > 0, f.schema()::toString);
      }
    }
    CommitConflictException expired =
        assertThrows(CommitConflictException.class, () -> waiting.append(List.of(file)));
    assertTrue(expired.getMessage().contains("its first snapshot has expired"), expired::toString);
  }

  private static void assertExpired(String message, Executable reading) {
    IOException e = assertThrows(IOException.class, reading);
    assertTrue(e.getMessage().contains(message), e::toString);
  }

  /** A hint was written late, too, and names just that number. */
  @Test
  void aLateHintMakesItNoCommit() throws Exception {
    append(SCHEMA, 1);
    append(SCHEMA, 2);
    ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
    Commit commit = open().begin(columns, PartitionSpec.NONE, null);
    DataFile file = write(commit, "t", 7, SCHEMA);
    int[] puts = new int[1];
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.PUT && puts[0]++ == 0) {
                append(SCHEMA, 3);
                append(SCHEMA, 4);
                append(SCHEMA, 5);
                append(SCHEMA, 6);
                vacuum(Duration.ZERO);
                Files.write(
                    Path.of(root, "_placed", "newest.json"),
                    CheckedLine.of("{\"version\":1,\"newest\":3}"));
              }
              return Fault.NONE;
            });
    Commit late =
        new Commit(
            DataSet.at(p -> store, root, new TextFooters()).directory(),
            commit.commitId(),
            columns,
            true,
            PartitionSpec.NONE,
            null,
            columns.snapshot());
    IOException unknown = assertThrows(IOException.class, () -> late.append(List.of(file)));
    assertTrue(unknown.getMessage().contains("is unknown; its files are kept"), unknown::toString);
    assertArrayEquals(new long[] {1, 2, 3, 4, 5, 6}, rows());
    Path hint = Path.of(root, "_placed", "newest.json");
    open().directory().log().numbers().hint(open().newestId());
    byte[] newest = Files.readAllBytes(hint);
    open().directory().log().numbers().hint(3);
    assertArrayEquals(newest, Files.readAllBytes(hint));
    // One that is above all that there is, of a directory that was copied meanwhile.
    Files.write(hint, CheckedLine.of("{\"version\":1,\"newest\":1000}"));
    open().directory().log().numbers().hint(open().newestId());
    assertArrayEquals(newest, Files.readAllBytes(hint));
  }
}
