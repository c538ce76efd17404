package io.placed.table.vacuum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.discovery.TextFooters;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A writer or a vacuum that pauses for days between any two of its operations: a snapshot never
 * lists a missing file, and a reported commit is never lost.
 */
class VacuumRaceTest extends DataSetContract {
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);
  private static final long DAYS = Duration.ofDays(1).toMillis();
  private int tables;

  private void newTable() throws IOException {
    root = temporary.resolve("race-" + tables++).toString();
    dataSet = open();
    append(SCHEMA, 1);
    append(SCHEMA, 2);
  }

  private DataSet over(FileStore store) throws IOException {
    return DataSet.at(p -> store, root, new TextFooters());
  }

  /** Operations of others during the pause. */
  private List<FaultStore.Hook> interludes() {
    FaultStore.Hook vacuum = this::vacuum;
    FaultStore.Hook append = () -> append(SCHEMA, 3);
    return List.of(
        vacuum,
        () -> {
          vacuum.run();
          vacuum.run();
        },
        () -> {
          append.run();
          vacuum.run();
        },
        () -> {
          vacuum.run();
          append.run();
          vacuum.run();
          vacuum.run();
        });
  }

  private void vacuum() throws IOException {
    new Vacuum(open().directory(), ALL, System.currentTimeMillis() + 9 * DAYS).run();
  }

  private void verify(boolean committed, String what) throws IOException {
    verify(committed, false, what);
  }

  /**
   * @param committed null if the outcome is unknown
   * @param overwrites whether a commit removes the rows that were there before
   */
  private void verify(Boolean committed, boolean overwrites, String what) throws IOException {
    Snapshot now = open().current();
    for (DataFile f : now.files()) {
      assertTrue(Files.exists(Path.of(root, f.path())), what + ": " + f.path());
    }
    long found = Arrays.stream(rows(now)).filter(r -> r == 7).count();
    if (committed == null) {
      assertTrue(found <= 1, what);
    } else {
      assertEquals(committed ? 1 : 0, found, what);
    }
    long before = Arrays.stream(rows(now)).filter(r -> r < 3).count();
    assertEquals(overwrites && found == 1 ? 0 : 2, before, what);
  }

  /** What a client does that gets no answer to a put. */
  private enum Repeats {
    NOTHING,
    /** It reports the file of its first try as that of somebody else, some time later. */
    FINDS_ITS_OWN,
    /** It puts again some time later, when the first file may have expired. */
    PUTS_AGAIN;

    private FileStore over(FaultStore store) {
      return switch (this) {
        case NOTHING -> store;
        case FINDS_ITS_OWN ->
            new ForwardingFileStore(store) {
              @Override
              public boolean putIfAbsent(String path, byte[] content) throws IOException {
                super.putIfAbsent(path, content);
                super.exists(path);
                return false;
              }
            };
        case PUTS_AGAIN ->
            new ForwardingFileStore(store) {
              @Override
              public boolean putIfAbsent(String path, byte[] content) throws IOException {
                super.putIfAbsent(path, content);
                return super.putIfAbsent(path, content);
              }
            };
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Repeats.class)
  void aWriterSleeps(Repeats repeats) throws Exception {
    int moments = 0;
    int commits = 0;
    int unknown = 0;
    for (FaultStore.Hook interlude : interludes()) {
      for (boolean resumed : new boolean[] {false, true}) {
        for (boolean overwrites : new boolean[] {false, true}) {
          boolean more = true;
          for (int at = 1; more; at++) {
            newTable();
            FaultStore store = FaultStore.hooked(new LocalFileStore(), at, interlude);
            ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
            Commit commit = open().begin(columns, PartitionSpec.NONE, null);
            DataFile file = write(commit, "t", 7, SCHEMA);
            DataSet slow = over(repeats.over(store));
            Commit late =
                resumed
                    ? Commit.resume(
                        slow.directory(), commit.commitId(), columns, PartitionSpec.NONE, null)
                    : withFiles(slow, columns, commit.commitId());
            String what =
                "operation "
                    + at
                    + (resumed ? ", resumed" : "")
                    + (overwrites ? ", overwrites" : "");
            Boolean committed = null;
            try {
              if (overwrites) {
                late.basedOn(open().snapshot(2)).overwrite(List.of(file));
              } else {
                late.append(List.of(file));
              }
              commits++;
              committed = true;
            } catch (CommitConflictException e) {
              committed = false;
              late.abort();
            } catch (IOException e) {
              unknown++;
              assertTrue(
                  e.getMessage().contains("is unknown; its files are kept"), what + ": " + e);
              assertThrows(IOException.class, late::abort);
            }
            more = store.reached(at);
            moments++;
            verify(committed, overwrites, what);
          }
        }
      }
    }
    assertTrue(moments > 60, moments + " moments");
    assertTrue(commits > 16, commits + " commits in " + moments + " moments");
    assertTrue(unknown > 0, "no unknown outcome");
  }

  /** A commit whose files were written before, by the same process. */
  private static Commit withFiles(DataSet dataSet, ColumnBinding columns, String id) {
    return new Commit(
        dataSet.directory(), id, columns, true, PartitionSpec.NONE, null, columns.snapshot());
  }

  /** A vacuum removes it before its writer, who finds that its number had expired. */
  @Test
  void aSnapshotThatIsAboutToBeWithdrawn() throws Exception {
    newTable();
    ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
    Commit commit = open().begin(columns, PartitionSpec.NONE, null);
    DataFile file = write(commit, "t", 7, SCHEMA);
    int[] puts = new int[1];
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.PUT && puts[0] == 0) {
                puts[0] = 1;
                append(SCHEMA, 3);
                append(SCHEMA, 4);
                vacuum();
              } else if (o.op() == FaultStore.Op.EXISTS && puts[0] == 1) {
                puts[0] = 2;
                vacuum();
              }
              return Fault.NONE;
            });
    Commit late = withFiles(over(store), columns, commit.commitId());
    // The snapshot after its number is there and follows another one; its file was an orphan.
    assertThrows(CommitConflictException.class, () -> late.append(List.of(file)));
    assertEquals(2, puts[0]);
    verify(false, "withdrawn");
  }

  /** A second vacuum runs at each later operation of that writer. */
  @Test
  void aVacuumWhileASnapshotIsWithdrawn() throws Exception {
    int committed = 0;
    boolean more = true;
    for (int at = 1; more; at++) {
      newTable();
      ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
      Commit commit = open().begin(columns, PartitionSpec.NONE, null);
      DataFile file = write(commit, "t", 7, SCHEMA);
      int moment = at;
      int[] operations = new int[1];
      FaultStore store =
          new FaultStore(
              new LocalFileStore(),
              o -> {
                if (operations[0] > 0) {
                  if (operations[0]++ == moment) {
                    vacuum();
                  }
                } else if (o.op() == FaultStore.Op.PUT) {
                  operations[0] = 1;
                  append(SCHEMA, 3);
                  append(SCHEMA, 4);
                  // It removes snapshots, and keeps the file, which is young.
                  new Vacuum(open().directory(), ALL, System.currentTimeMillis()).run();
                }
                return Fault.NONE;
              });
      Commit late = withFiles(over(store), columns, commit.commitId());
      String what = "operation " + at;
      try {
        late.append(List.of(file));
        committed++;
        verify(true, what);
      } catch (CommitConflictException e) {
        verify(false, what);
      } catch (IOException e) {
        // Whether the snapshot was one of the history is unknown.
        assertTrue(e.getMessage().contains("is unknown; its files are kept"), what + ": " + e);
        for (DataFile f : open().current().files()) {
          assertTrue(Files.exists(Path.of(root, f.path())), what + ": " + f.path());
        }
      }
      more = operations[0] > moment;
    }
    assertTrue(committed > 0, "no commit");
  }

  /** It is in a gap below the latest, and nobody reads it. */
  @Test
  void aSnapshotThatWasNotWithdrawnIsNoCommit() throws Exception {
    newTable();
    ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
    Commit commit = open().begin(columns, PartitionSpec.NONE, null);
    DataFile file = write(commit, "t", 7, SCHEMA);
    int[] puts = new int[1];
    IllegalStateException end = new IllegalStateException("of the file system's client");
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.PUT && puts[0] == 0) {
                puts[0] = 1;
                append(SCHEMA, 3);
                append(SCHEMA, 4);
                vacuum();
              } else if (o.op() == FaultStore.Op.EXISTS && puts[0] == 1) {
                puts[0] = 2;
                return Fault.before(end);
              }
              return Fault.NONE;
            });
    Commit late = withFiles(over(store), columns, commit.commitId());
    assertEquals(end, assertThrows(IllegalStateException.class, () -> late.append(List.of(file))));
    boolean committed = true;
    try {
      late.append(List.of(file));
    } catch (CommitConflictException e) {
      committed = false; // The vacuum took its files for orphans.
    }
    assertEquals(2, puts[0]);
    verify(committed, "not withdrawn");
  }

  /**
   * A commit whose snapshot was put, but then one request fails, or all do: it has found out
   * otherwise whether it is in the history, or says that it does not know.
   */
  @Test
  void aCommitWithoutAnswersIsNotAcknowledged() throws Exception {
    int committed = 0;
    int unknown = 0;
    for (boolean gap : new boolean[] {false, true}) {
      for (boolean forGood : new boolean[] {false, true}) {
        boolean more = true;
        for (int at = 1; more; at++) {
          newTable();
          ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
          Commit commit = open().begin(columns, PartitionSpec.NONE, null);
          DataFile file = write(commit, "t", 7, SCHEMA);
          int failing = at;
          int[] operations = new int[1];
          boolean[] ends = new boolean[1];
          IOException lost = new IOException("the connection is lost");
          FaultStore store =
              new FaultStore(
                  new LocalFileStore(),
                  o -> {
                    if (operations[0] == 0 && o.op() == FaultStore.Op.PUT) {
                      operations[0] = 1;
                      if (gap) {
                        append(SCHEMA, 3);
                        append(SCHEMA, 4);
                        vacuum();
                      }
                      return Fault.NONE;
                    }
                    boolean later = operations[0] > 0 && !ends[0];
                    int number = later ? operations[0]++ : 0;
                    boolean fails = number == failing || forGood && number > failing;
                    return fails ? Fault.before(lost) : Fault.NONE;
                  });
          Commit late = withFiles(over(store), columns, commit.commitId());
          String what = (gap ? "in a gap, " : "") + (forGood ? "all from " : "") + at;
          try {
            late.append(List.of(file));
            verify(true, what);
            committed++;
          } catch (CommitConflictException e) {
            verify(false, what);
          } catch (IOException e) {
            boolean told = e != lost;
            assertTrue(!told || e.getMessage().contains("is unknown"), what + ": " + e);
            // Only of a snapshot in a gap it is known that it is no commit, whatever fails then.
            assertTrue(told || gap, what + ": " + e);
            unknown += told ? 1 : 0;
            more = operations[0] > failing;
            ends[0] = true;
            boolean found = true;
            try {
              late.append(List.of(file));
            } catch (CommitConflictException conflict) {
              found = false;
            }
            assertEquals(!gap, found, what);
            verify(found, what + ", again");
          }
          more &= operations[0] > failing;
          if (!gap && !forGood) {
            assertEquals(0, unknown, what + ": there are other ways to find out");
          }
        }
      }
    }
    assertTrue(committed > 2 && unknown > 2, committed + " commits, " + unknown + " unknown");
  }

  @Test
  void aVacuumSleeps() throws Exception {
    int committed = 0;
    boolean more = true;
    for (int at = 1; more; at++) {
      newTable();
      ColumnBinding columns = ColumnBinding.of(SCHEMA, open().current());
      Commit commit = open().begin(columns, PartitionSpec.NONE, null);
      DataFile file = write(commit, "t", 7, SCHEMA);
      List<Boolean> done = new ArrayList<>();
      FaultStore store =
          FaultStore.hooked(
              new LocalFileStore(),
              at,
              () -> {
                try {
                  commit.append(List.of(file));
                  done.add(true);
                } catch (CommitConflictException e) {
                  done.add(false);
                }
              });
      new Vacuum(over(store).directory(), ALL, System.currentTimeMillis() + 9 * DAYS).run();
      more = store.reached(at);
      boolean success = done.contains(true);
      committed += success ? 1 : 0;
      verify(success, "operation " + at);
    }
    assertTrue(committed > 5, committed + " commits");
  }

  /** It ends, whenever another commit is made: that is no other vacuum. */
  @Test
  void commitsBesideAVacuum() throws Exception {
    boolean more = true;
    int at = 1;
    for (; more; at++) {
      newTable();
      FaultStore store = FaultStore.hooked(new LocalFileStore(), at, () -> append(SCHEMA, 7));
      new Vacuum(over(store).directory(), ALL, System.currentTimeMillis() + 9 * DAYS).run();
      more = store.reached(at);
      verify(more, "operation " + at);
    }
    assertTrue(at > 10, at + " operations");
  }

  /**
   * A tag or a rollback beside a vacuum that would remove the snapshot: either it is refused, or
   * everything of the snapshot stays. Both sleep at each of their operations.
   */
  @Test
  void aSnapshotThatIsNamedWhileItExpires() throws Exception {
    int kept = 0;
    int refused = 0;
    for (boolean rollback : new boolean[] {false, true}) {
      for (boolean vacuumSleeps : new boolean[] {false, true}) {
        boolean more = true;
        for (int at = 1; more; at++) {
          root = temporary.resolve("named-" + tables++).toString();
          dataSet = open();
          append(SCHEMA, 1);
          begin(SCHEMA).overwrite(List.of());
          append(SCHEMA, 7);
          boolean[] named = new boolean[1];
          FaultStore store =
              FaultStore.hooked(
                  new LocalFileStore(),
                  at,
                  vacuumSleeps ? () -> named[0] = name(open(), rollback) : this::vacuum);
          if (vacuumSleeps) {
            new Vacuum(over(store).directory(), ALL, System.currentTimeMillis() + 9 * DAYS).run();
          } else {
            named[0] = name(over(store), rollback);
          }
          more = store.reached(at);
          String what = (rollback ? "rollback" : "tag") + (vacuumSleeps ? ", vacuum " : " ") + at;
          // Another vacuum finishes what this one could not see, and removes no more.
          for (int i = 0; i < 2 && (more || named[0]); i++) {
            if (named[0]) {
              kept++;
              Snapshot old = rollback ? open().current() : open().snapshot("first");
              assertArrayEquals(new long[] {1}, rows(old), what);
              for (DataFile f : old.files()) {
                assertTrue(Files.exists(Path.of(root, f.path())), what + ": " + f.path());
              }
            } else {
              refused++;
              assertArrayEquals(new long[] {7}, rows(), what);
            }
            vacuum();
          }
        }
      }
    }
    assertTrue(kept > 10 && refused > 10, kept + " kept, " + refused + " refused");
  }

  private static boolean name(DataSet dataSet, boolean rollback) throws IOException {
    try {
      if (rollback) {
        dataSet.rollback(1);
      } else {
        dataSet.createTag("first", 1L);
      }
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** A listing of a directory that changes may omit files that exist all the time. */
  @Test
  void aListingThatMissesASnapshotRemovesNothing() throws Exception {
    for (int missed = 1; missed <= 8; missed++) {
      for (int keep = 1; keep <= 8; keep++) {
        root = temporary.resolve("gap-" + missed + "-" + keep).toString();
        dataSet = open();
        append(SCHEMA, new long[100]);
        for (int i = 2; i <= 8; i++) {
          append(SCHEMA, i);
        }
        String name = open().directory().log().pathOf(missed);
        FaultStore store = FaultStore.missing(new LocalFileStore(), path -> path.equals(name));
        assertEquals(8, over(store).newestId(), "without " + missed);
        assertEquals(8, over(store).asOf(Long.MAX_VALUE).id(), "without " + missed);
        new Vacuum(
                over(store).directory(),
                new VacuumOptions(Duration.ZERO, keep, false),
                System.currentTimeMillis() + 30 * DAYS)
            .run();
        for (int id = 9 - keep; id <= 8; id++) {
          Snapshot kept = open().snapshot(id);
          assertEquals(99 + id, kept.files().size());
          for (DataFile f : kept.files()) {
            assertTrue(Files.exists(Path.of(root, f.path())), missed + ", " + keep);
          }
        }
        append(SCHEMA, 9);
      }
    }
  }

  /** Otherwise its rows would reappear. */
  @Test
  void aReplacedFileThatAListingMissesStaysReplaced() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("by-hand.placed", 20, SCHEMA);
    put("another.placed", 30, SCHEMA);
    Commit over = begin(SCHEMA);
    over.overwriteWhere(List.of(), f -> f.rows() == 20);
    assertArrayEquals(new long[] {1, 30}, rows());
    FaultStore store =
        FaultStore.missing(new LocalFileStore(), path -> path.endsWith("by-hand.placed"));
    over(store).begin(SCHEMA, List.of(), null).overwriteWhere(List.of(), f -> f.rows() == 30);
    assertArrayEquals(new long[] {1}, rows());
    over(store).begin(SCHEMA, List.of(), null).overwrite(List.of());
    assertArrayEquals(new long[] {}, rows());
  }
}
