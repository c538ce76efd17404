package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.io.Machine;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.discovery.TextFooters;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.Manifest;
import io.placed.table.manifest.Manifests;
import io.placed.table.snapshot.TableState;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Work of commits and vacuums that others overtake again and again. */
class LostRaceTest extends DataSetContract {
  private static final int MANY = 200;

  private int next = 1000;

  /** A clock that only pauses move. */
  private static final class Pauses implements Machine {
    private final long each;
    private long now = System.currentTimeMillis();
    private long due;
    private FaultStore.Hook then;

    Pauses(Duration each) {
      this.each = each.toMillis();
    }

    @Override
    public long millis() {
      return now;
    }

    @Override
    public UUID newId() {
      return Machine.THIS.newId();
    }

    @Override
    public void pause(long mostMillis) {
      now += each;
      if (due > 0 && now >= due) {
        due = 0;
        try {
          then.run();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    /** Does something after a time. */
    void at(long millis, FaultStore.Hook what) {
      due = now + millis;
      then = what;
    }
  }

  private DataSet over(FaultStore.Hook atPut, Set<String> created, Machine machine)
      throws IOException {
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              if (o.op() == FaultStore.Op.PUT) {
                atPut.run();
              } else if (o.op() == FaultStore.Op.CREATE && o.path().contains("/manifests/")) {
                created.add(o.path());
              }
              return Fault.NONE;
            });
    FileStore own =
        new ForwardingFileStore(store) {
          @Override
          public Machine machine() {
            return machine;
          }
        };
    return DataSet.at(p -> own, root, new TextFooters());
  }

  private List<DataFile> many(Commit commit) throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      files.add(write(commit, "task-" + i, i + 1, SCHEMA));
    }
    return files;
  }

  /** Each attempt would write what the one before it has written. */
  @Test
  void manyNewFilesAreListedOnce() throws Exception {
    append(SCHEMA, 500);
    int[] lost = new int[1];
    Set<String> created = new HashSet<>();
    DataSet slow =
        over(
            () -> {
              if (lost[0]++ < 5) {
                append(SCHEMA, next++);
              }
            },
            created,
            Machine.THIS);
    Commit commit = slow.begin(SCHEMA, List.of(), null);
    commit.append(many(commit));
    assertEquals(6, lost[0]);
    assertEquals(1, created.size(), created::toString);
    assertEquals(MANY + 6, rows().length);
    assertEquals(
        MANY + 6, open().current().files().stream().map(DataFile::path).distinct().count());
  }

  /** What was found in a manifest of one attempt is known in the next one. */
  @Test
  void aManifestIsReadOnce() throws Exception {
    Commit commit = begin(SCHEMA);
    List<DataFile> files = many(commit);
    commit.append(files);
    TableState state = open().directory().log().newest();
    Manifest manifest = state.files().manifests().get(0);
    Manifests manifests = open().directory().log().manifests().remembering();
    Set<String> paths = Set.of(files.get(3).path(), "another");
    List<Manifests.Entry> found = manifests.entries(manifest, SCHEMA, paths);
    assertEquals(1, found.size());
    assertSame(found, manifests.entries(manifest, SCHEMA, Set.copyOf(paths)));
    Manifest less = manifest.without(List.of(found.get(0).position()), 1, 1);
    assertEquals(List.of(), manifests.entries(less, SCHEMA, paths));
    assertEquals(MANY, manifests.entries(manifest, SCHEMA).size());
  }

  /** The files of its entries are those of the attempt before. */
  @Test
  void theAttemptsOfACommitShareWhatTheyHaveRead() throws Exception {
    Commit first = begin(SCHEMA);
    first.append(many(first));
    int[] lost = new int[1];
    DataSet slow =
        over(
            () -> {
              if (lost[0]++ < 5) {
                append(SCHEMA, next++);
              }
            },
            new HashSet<>(),
            Machine.THIS);
    Set<DataFile> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    int[] calls = new int[1];
    slow.begin(SCHEMA, List.of(), null)
        .overwriteWhere(
            List.of(),
            f -> {
              if (f.rows() == 17) {
                calls[0]++;
                seen.add(f);
              }
              return f.rows() == 18;
            });
    assertEquals(6, lost[0]);
    assertEquals(6, calls[0]);
    assertEquals(1, seen.size());
    assertEquals(MANY - 1 + 5, rows().length);
  }

  /** As somebody does who does not look whether a commit waits. */
  private void appendAtOnce() throws IOException {
    Files.deleteIfExists(waiting());
    append(SCHEMA, next++);
  }

  private Path waiting() {
    return Path.of(root, "_placed", "waiting.json");
  }

  /** Others that look for it let it go first; it is removed however the commit ends. */
  @Test
  void aCommitThatLosesManyRacesAsksOthersToWait() throws Exception {
    append(SCHEMA, 1);
    List<Boolean> asked = new ArrayList<>();
    DataSet slow =
        over(
            () -> {
              asked.add(Files.exists(waiting()));
              if (asked.size() < 13) {
                appendAtOnce();
              }
            },
            new HashSet<>(),
            new Pauses(Duration.ofMillis(100)));
    Commit commit = slow.begin(SCHEMA, List.of(), null);
    commit.append(List.of(write(commit, "t", 8, SCHEMA)));
    assertEquals(13, asked.size());
    assertEquals(10, asked.indexOf(true), asked::toString);
    assertFalse(asked.subList(10, 13).contains(false), asked::toString);
    assertFalse(Files.exists(waiting()));
    assertGivesUp(Duration.ofMinutes(1), "in all 11 attempts");
    assertFalse(Files.exists(waiting()));
  }

  @Test
  void othersLetAWaitingCommitGoFirst() throws Exception {
    append(SCHEMA, 1);
    byte[] request = CheckedLine.of("{\"version\":1,\"commit\":\"other\",\"attempts\":11}");
    Files.write(waiting(), request);
    Pauses clock = new Pauses(Duration.ofMillis(100));
    long begun = clock.millis();
    // The table is not busy when its latest snapshot is old: nobody looks.
    clock.now += 60_000;
    assertAppended(clock, 0);
    assertTrue(Files.exists(waiting()));
    // Now it is. A request that nobody renews is one of a process that has ended.
    assertAppended(clock, 10_000);
    assertFalse(Files.exists(waiting()));
    assertAppended(clock, 0);
    // One that is withdrawn is not waited for, and one that is renewed stays.
    Files.write(waiting(), request);
    clock.at(3_000, () -> Files.delete(waiting()));
    assertAppended(clock, 3_000);
    Files.write(waiting(), request);
    clock.at(
        4_000,
        () ->
            Files.write(
                waiting(), CheckedLine.of("{\"version\":1,\"commit\":\"other\",\"attempts\":12}")));
    assertAppended(clock, 10_000);
    assertTrue(Files.exists(waiting()));
    Files.writeString(waiting(), "damaged");
    assertAppended(clock, 0);
    assertFalse(Files.exists(waiting()));
    assertEquals(83_000, clock.millis() - begun);
  }

  private void assertAppended(Pauses clock, long waits) throws IOException {
    long begun = clock.now;
    DataSet table = over(() -> {}, new HashSet<>(), clock);
    Commit commit = table.begin(SCHEMA, List.of(), null);
    commit.append(List.of(write(commit, "t", next++, SCHEMA)));
    assertEquals(waits, clock.now - begun);
  }

  @Test
  void aCommitThatLosesAllRacesEnds() throws Exception {
    append(SCHEMA, 1);
    assertGivesUp(Duration.ofSeconds(2), "in all 150 attempts of this append, for 300 seconds;");
    assertGivesUp(Duration.ofSeconds(4), "in all 100 attempts of this append, for 400 seconds;");
    assertGivesUp(Duration.ofMinutes(4), "in all 4 attempts of this append, for 960 seconds;");
    assertGivesUp(Duration.ofMinutes(1), "in all 11 attempts of this append, for 660 seconds;");
  }

  private void assertGivesUp(Duration pause, String message) throws IOException {
    DataSet slow = over(this::appendAtOnce, new HashSet<>(), new Pauses(pause));
    Commit commit = slow.begin(SCHEMA, List.of(), null);
    DataFile file = write(commit, "t", 7, SCHEMA);
    CommitConflictException lost =
        assertThrows(CommitConflictException.class, () -> commit.append(List.of(file)));
    assertTrue(lost.isLostRace(), lost.getMessage());
    assertTrue(lost.getMessage().contains(message), lost.getMessage());
    assertEquals(0, Arrays.stream(rows()).filter(r -> r == 7).count());
  }

  /** Whenever a vacuum that has made its last commit reads a snapshot somebody commits another. */
  @Test
  void aVacuumDoesNotFollowALogThatGrows() throws Exception {
    append(SCHEMA, 1);
    write(begin(SCHEMA), "orphan", 7, SCHEMA);
    int most = 300;
    int[] commits = new int[1];
    boolean[] claimed = new boolean[2];
    FaultStore store =
        new FaultStore(
            new LocalFileStore(),
            o -> {
              boolean snapshot = o.path().matches(".*/_placed/[0-9]{20}\\.json");
              if (o.op() == FaultStore.Op.PUT) {
                claimed[1] |= claimed[0] && snapshot;
                claimed[0] |= !snapshot;
              } else if (o.op() == FaultStore.Op.READ_ALL
                  && snapshot
                  && claimed[1]
                  && commits[0] < most) {
                commits[0]++;
                append(SCHEMA, next++);
              }
              return Fault.NONE;
            });
    DataSet beside = DataSet.at(p -> store, root, new TextFooters());
    long later = System.currentTimeMillis() + Duration.ofDays(9).toMillis();
    new Vacuum(beside.directory(), new VacuumOptions(Duration.ZERO, 1, false), later).run();
    assertTrue(commits[0] > 0 && commits[0] < most, commits[0] + " commits");
    assertEquals(commits[0] + 1, rows().length);
    assertArrayEquals(new long[] {}, Arrays.stream(rows()).filter(r -> r == 7).toArray());
  }
}
