package io.placed.table.vacuum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.CopiedRows;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotJson;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VacuumTest extends DataSetContract {
  private static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);
  private static final VacuumOptions DRY = new VacuumOptions(Duration.ZERO, 1, true);
  private static final long DAYS = Duration.ofDays(1).toMillis();

  private VacuumResult vacuumAt(long now, VacuumOptions options) throws IOException {
    return new Vacuum(dataSet.directory(), options, now).run();
  }

  private void overwrite(long... rows) throws IOException {
    Commit over = begin(SCHEMA);
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      files.add(write(over, "t-" + i, rows[i], SCHEMA));
    }
    over.overwrite(files);
  }

  private List<String> data() throws IOException {
    return names().stream().filter(n -> !n.startsWith("_placed/")).toList();
  }

  @Test
  void removesWhatNoKeptSnapshotLists() throws Exception {
    append(SCHEMA, 1, 2);
    overwrite(3);
    overwrite(4);
    List<String> before = names();
    VacuumResult dry = dataSet.vacuum(DRY);
    assertEquals(before, names());
    VacuumResult done = dataSet.vacuum(ALL);
    assertEquals(dry, done);
    assertEquals(2, done.snapshotsExpired());
    assertEquals(1, done.snapshotsKept());
    assertEquals(3, done.filesRemoved().size());
    assertEquals(1, data().size());
    assertArrayEquals(new long[] {4}, rows());
    assertThrows(FileNotFoundException.class, () -> open().snapshot(2));
    append(SCHEMA, 5);
    assertEquals(5, open().current().id()); // The vacuum has announced what expires.
    VacuumResult again = dataSet.vacuum(ALL);
    assertEquals(0, again.filesRemoved().size());
    assertEquals(6, open().current().id());
    VacuumResult idle = dataSet.vacuum(ALL);
    assertEquals(0, idle.snapshotsExpired());
    assertEquals(6, open().current().id(), "a vacuum leaves work for the next one");
  }

  /** A link may lead to another table, or to a directory of this one by another name. */
  @Test
  void doesNotGoThroughLinks() throws Exception {
    append(SCHEMA, 1, 2);
    Path elsewhere = Files.createDirectory(Path.of(root).resolveSibling("elsewhere"));
    String file = data().get(0);
    Files.copy(Path.of(root, file), elsewhere.resolve(file));
    Files.createSymbolicLink(Path.of(root, "day=1"), elsewhere);
    vacuumAt(System.currentTimeMillis() + 30 * DAYS, ALL);
    assertTrue(Files.exists(elsewhere.resolve(file)), file);
    assertArrayEquals(new long[] {1, 2}, rows());
  }

  /**
   * A rewrite that begins has made the directory of its journal, and then writes the first file.
   */
  @Test
  void leavesTheJournalOfARewriteThatBegins() throws Exception {
    append(SCHEMA, 1, 2);
    Path journal =
        Files.createDirectories(Path.of(root, "_placed", "rewrites", "0123456789abcdef".repeat(2)));
    dataSet.vacuum(ALL);
    assertTrue(Files.exists(journal));
    vacuumAt(System.currentTimeMillis() + 30 * DAYS, ALL);
    assertFalse(Files.exists(journal));
  }

  @Test
  void keepsByNumberAndByAge() throws Exception {
    for (int i = 1; i <= 10; i++) {
      overwrite(i);
    }
    assertEquals(0, dataSet.vacuum(VacuumOptions.defaults()).snapshotsExpired());
    long now = System.currentTimeMillis();
    assertEquals(
        0, vacuumAt(now + 6 * DAYS, VacuumOptions.defaults()).snapshotsExpired(), "6 days");
    VacuumResult seven = vacuumAt(now, new VacuumOptions(Duration.ZERO, 7, false));
    assertEquals(3, seven.snapshotsExpired());
    for (long id = 4; id <= 10; id++) {
      assertArrayEquals(new long[] {id}, rows(open().snapshot(id)));
      open().snapshot(id).files().forEach(f -> assertExists(f));
    }
    VacuumResult later = vacuumAt(now + 8 * DAYS, VacuumOptions.defaults());
    assertEquals(6, later.snapshotsExpired());
    assertArrayEquals(new long[] {10}, rows());
  }

  private boolean isManifest(String name) {
    return name.startsWith("_placed/manifests/");
  }

  /** Number of manifests that the snapshots list. */
  private long manifests(List<Long> ids) throws IOException {
    Set<String> paths = new HashSet<>();
    for (long id : ids) {
      paths.addAll(dataSet.directory().log().read(id).files().manifestPaths());
    }
    return paths.size();
  }

  private void assertExists(DataFile file) {
    assertTrue(Files.exists(Path.of(root, file.path())), file.path());
  }

  /**
   * The snapshot that was the latest at some time within the limit is kept, even if it was created
   * long before.
   */
  @Test
  void ageIsSinceASnapshotWasReplaced() throws Exception {
    overwrite(1);
    overwrite(2);
    TableState first = dataSet.directory().log().read(1);
    SnapshotInfo i = first.info();
    long ago = i.timestampMillis() - 100 * DAYS;
    TableState old =
        new TableState(
            new SnapshotInfo(
                1,
                0,
                "",
                i.commitId(),
                ago,
                i.operation(),
                1,
                0,
                1,
                i.bytesAdded(),
                0,
                CopiedRows.NONE,
                0),
            first.schema(),
            first.partitioning(),
            first.placement(),
            first.properties(),
            first.files(),
            Set.of(),
            first.lastFieldId(),
            0,
            Retention.ALL);
    Files.write(Path.of(dataSet.directory().log().pathOf(1)), SnapshotJson.toBytes(old));
    assertEquals(0, dataSet.vacuum(VacuumOptions.defaults()).snapshotsExpired());
  }

  /** Manifests are kept exactly as long as a snapshot lists them. */
  @Test
  void theOldestKeptSnapshotIsWhole() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    long[] many = new long[100];
    append(SCHEMA, many);
    Map<Long, List<DataFile>> expected = new TreeMap<>();
    for (int round = 0; round < 50; round++) {
      Commit commit = begin(SCHEMA);
      DataFile added = write(commit, "t", 1 + random.nextInt(30), SCHEMA);
      long gone = 1 + random.nextInt(30);
      Snapshot made = commit.overwriteWhere(List.of(added), f -> f.rows() == gone);
      expected.put(made.id(), made.files());
    }
    for (int keep = 40; keep >= 1; keep -= 1 + random.nextInt(5)) {
      dataSet.vacuum(new VacuumOptions(Duration.ZERO, keep, false));
      List<Long> ids = new ArrayList<>(dataSet.directory().log().numbers().listed().run());
      ids.retainAll(expected.keySet()); // Without those of vacuums.
      assertEquals(keep, ids.size(), "seed " + seed);
      for (long id : ids) {
        List<DataFile> files = open().snapshot(id).files();
        assertEquals(expected.get(id), files, "seed " + seed);
        files.forEach(this::assertExists);
      }
      long listed =
          ids.stream()
              .flatMap(id -> expected.get(id).stream())
              .map(DataFile::path)
              .distinct()
              .count();
      assertEquals(listed, data().size(), "seed " + seed);
      assertEquals(manifests(ids), names().stream().filter(this::isManifest).count(), seed + "");
    }
  }

  @Test
  void unfinishedWritesStayUntilTheyAreOld() throws Exception {
    append(SCHEMA, 1);
    Commit running = begin(SCHEMA);
    DataFile file = write(running, "t-0", 4, SCHEMA);
    put("." + running.commitId() + "-t-1.placed.0.tmp", 4, SCHEMA);
    put("_placed/.00000000000000000002.json.0.tmp", 4, SCHEMA);
    VacuumResult young = dataSet.vacuum(ALL);
    assertEquals(List.of(), young.filesRemoved());
    assertEquals(2, young.filesUnfinished());
    running.append(List.of(file));
    assertArrayEquals(new long[] {1, 4}, rows());
    Commit dead = begin(SCHEMA);
    write(dead, "t-0", 5, SCHEMA);
    write(dead, "t-1", 5, SCHEMA);
    long now = System.currentTimeMillis();
    VacuumResult day = vacuumAt(now + DAYS - 60_000, ALL);
    assertEquals(List.of(), day.filesRemoved());
    // One recent file of a commit keeps all of them.
    Path last = Path.of(dead.dataFilePath(Map.of(), "t-1"));
    Files.setLastModifiedTime(last, FileTime.fromMillis(now + DAYS));
    assertEquals(2, vacuumAt(now + DAYS + 60_000, ALL).filesUnfinished());
    VacuumResult old = vacuumAt(now + 3 * DAYS, ALL);
    assertEquals(2, old.filesRemoved().size());
    assertFalse(names().stream().anyMatch(n -> n.endsWith(".tmp")), names().toString());
    assertArrayEquals(new long[] {1, 4}, rows());
  }

  @Test
  void visibleForeignFilesStay() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("by-hand.placed", 10, SCHEMA);
    put("replaced.placed", 20, SCHEMA);
    put("000000_0", 30, SCHEMA);
    put("notes.txt", 40, SCHEMA);
    put("_hidden/0123456789abcdef0123456789abcdef-t.placed", 40, SCHEMA);
    Commit over = begin(SCHEMA);
    over.overwriteWhere(List.of(), f -> f.rows() == 20);
    long[] before = rows();
    long now = System.currentTimeMillis();
    VacuumResult two = vacuumAt(now + 30 * DAYS, new VacuumOptions(Duration.ZERO, 2, false));
    assertEquals(List.of(), two.filesRemoved());
    VacuumResult one = vacuumAt(now + 30 * DAYS, ALL);
    assertEquals(List.of("replaced.placed"), one.filesRemoved());
    assertArrayEquals(before, rows());
    assertEquals(
        5, data().size(), "one committed, two foreign, a text and a hidden file: " + data());
    put("replaced.placed", 50, SCHEMA);
    assertArrayEquals(new long[] {1, 10, 30, 50}, rows());
    vacuumAt(now + 60 * DAYS, ALL);
    assertArrayEquals(new long[] {1, 10, 30, 50}, rows());
  }

  @Test
  void tablesInsideAreLeftAlone() throws Exception {
    append(SCHEMA, 1);
    DataSet inner = open(PathNames.join(root, "inner"));
    Commit commit = inner.begin(SCHEMA, List.of(), null);
    commit.append(List.of(write(commit, "t", 5, SCHEMA)));
    vacuumAt(System.currentTimeMillis() + 30 * DAYS, ALL);
    assertArrayEquals(new long[] {5}, rows(inner.current()));
    assertTrue(Files.exists(Path.of(inner.pathOf(inner.current().files().get(0)))));
  }

  @Test
  void aTableWithoutSnapshotsHasNothingToVacuum() {
    assertThrows(FileNotFoundException.class, () -> dataSet.vacuum(ALL));
    assertThrows(IllegalArgumentException.class, () -> new VacuumOptions(Duration.ZERO, 0, true));
    assertThrows(
        IllegalArgumentException.class, () -> new VacuumOptions(Duration.ofDays(-1), 1, true));
  }

  /** Readers open the latest snapshot concurrently. */
  @Test
  void readersAreNotDisturbed() throws Exception {
    append(SCHEMA, new long[100]);
    var threads = java.util.concurrent.Executors.newSingleThreadExecutor();
    var done = new java.util.concurrent.atomic.AtomicBoolean();
    try {
      var reader =
          threads.submit(
              () -> {
                long last = 0;
                while (!done.get()) {
                  Snapshot seen = open().current();
                  assertTrue(seen.id() >= last, seen.id() + " after " + last);
                  assertEquals(100, seen.files().size());
                  last = seen.id();
                }
                return last;
              });
      for (int i = 1; i <= 80; i++) {
        Commit commit = begin(SCHEMA);
        DataFile file = write(commit, "t", i, SCHEMA);
        String gone = open().current().files().get(0).path();
        commit.overwriteWhere(List.of(file), f -> f.path().equals(gone));
        if (i % 5 == 0) {
          dataSet.vacuum(ALL);
        }
      }
      done.set(true);
      reader.get();
    } finally {
      threads.shutdownNow();
    }
    List<FileInfo> left = store.list(root, false).stream().filter(f -> !f.directory()).toList();
    assertEquals(100, left.size());
  }
}
