package io.placed.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.error.CorruptFileException;
import io.placed.io.CreateOptions;
import io.placed.io.Damage;
import io.placed.io.FileInfo;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.SnapshotNumbers;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every file of a table is damaged in every way, one at a time. Whoever reads a snapshot gets its
 * rows or a typed exception, and a vacuum removes nothing that a snapshot needs.
 */
class DamagedTableTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, name: string");
  private static final String INLINE_FILES = "placed.log.inline-files";
  private static final String ROOT = "/whole";
  private static final int TRIES = 2;
  private static final long DAYS = Duration.ofDays(1).toMillis();

  private static final MemoryStore STORE = new MemoryStore();
  private static final Map<Long, List<String>> EXPECTED = new TreeMap<>();
  private static List<FileInfo> files;
  private static int copies;

  private final long seed = Long.getLong("placed.seed", new Random().nextInt());

  private static DataSet at(String root) throws IOException {
    return DataSet.at(p -> STORE, root);
  }

  private static void append(Map<String, String> layout, long first) throws IOException {
    Commit commit = at(ROOT).begin(SCHEMA, List.of(), null);
    List<DataFile> written = new ArrayList<>();
    for (int task = 0; task < 2; task++) {
      Batch batch = Batch.of(SCHEMA);
      for (long id = first; id < first + 50; id++) {
        batch.appendRow(id + 100 * task, "name " + id % 7);
      }
      String path = commit.dataFilePath(Map.of(), "t" + task);
      try (FileWriter out = FileWriter.create(STORE, path, SCHEMA, WriteOptions.of(layout))) {
        out.write(batch);
        written.add(DataFile.of(out.finish(), commit.relative(path), Map.of()));
      }
    }
    commit.append(written);
  }

  /** Manifests, deletion vectors, siblings, copies, tags, a journal, and a file of nobody. */
  @BeforeAll
  static void create() throws Exception {
    System.setProperty(INLINE_FILES, "3");
    append(Map.of(), 0);
    at(ROOT).alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "0.5"));
    append(Map.of("placement.packing", "file-per-subset"), 1000);
    at(ROOT).createTag("first", 1L);
    new Vacuum(
            at(ROOT).directory(),
            new VacuumOptions(Duration.ZERO, 1, false),
            STORE.machine().millis() + DAYS / 2)
        .run();
    append(Map.of("placement.packing", "copies(one-row-group; all stride 1)"), 2000);
    append(Map.of("placement", "orc"), 3000);
    at(ROOT).deleteRows(Predicate.parse("id >= 1010 and id < 1020"));
    at(ROOT).deleteRows(Predicate.parse("id >= 2000 and id < 2040"));
    append(Map.of(), 4000);
    at(ROOT).begin(SCHEMA, List.of(), null);
    Rewrite rewrite =
        Rewrite.prepare(p -> STORE, ROOT, RewriteOptions.of(Map.of("placement", "albis")));
    rewrite.start();
    rewrite.tasks().get(0).run(p -> STORE, rows -> {});
    for (SnapshotInfo s : at(ROOT).history()) {
      EXPECTED.put(s.id(), rows(at(ROOT), at(ROOT).snapshot(s.id())));
    }
    files = STORE.list(ROOT, true);
    assertTrue(files.stream().anyMatch(f -> f.path().contains("/deletes/")), files.toString());
    assertTrue(files.stream().anyMatch(f -> f.path().contains("/manifests/")), files.toString());
    assertTrue(files.stream().anyMatch(f -> f.path().contains("/tagged/")), files.toString());
    assertTrue(files.stream().anyMatch(f -> f.path().contains("/rewrites/")), files.toString());
  }

  @AfterAll
  static void restore() {
    System.clearProperty(INLINE_FILES);
  }

  private static List<String> rows(DataSet table, Snapshot snapshot) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataSetScan scan = new DataSetScan(table, snapshot, snapshot.schema(), null)) {
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++) {
          rows.add(Arrays.toString(scan.batch().row(i)));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    rows.sort(null);
    return rows;
  }

  /** The table under another path, of which nothing is cached. */
  private static String copy() throws IOException {
    String root = "/copy-" + copies++;
    for (FileInfo f : files) {
      String path = PathNames.join(root, PathNames.relativize(ROOT, f.path()));
      try (PositionOutput out = STORE.create(path, CreateOptions.NEW)) {
        out.write(STORE.readAll(f.path()));
      }
    }
    return root;
  }

  private static boolean isRoot(String path) {
    return PathNames.name(path).matches("[0-9]{20}\\.json");
  }

  @Test
  void everyFileInEveryWay() throws Exception {
    Random random = new Random(seed);
    int found = 0;
    int harmless = 0;
    for (FileInfo file : files) {
      for (Damage damage : Damage.values()) {
        for (int i = 0; i < TRIES; i++) {
          String root = copy();
          String path = PathNames.join(root, PathNames.relativize(ROOT, file.path()));
          List<String> damaged = damage.to(STORE, path, random);
          String what = damage + " of " + damaged + ", seed " + seed;
          int errors = 0;
          for (long id : EXPECTED.keySet()) {
            errors += reads(root, id, what) ? 0 : 1;
          }
          if (isRoot(path) || currentIsRight(root, what)) {
            errors += 0;
          } else {
            errors++;
          }
          found += errors > 0 ? 1 : 0;
          harmless += errors > 0 ? 0 : 1;
          STORE.delete(root, true);
        }
      }
    }
    // Harmless is what is neither read nor needed: the hint, the journal, its files.
    assertTrue(found > 2 * harmless, found + " damages were found, " + harmless + " were not");
  }

  /** Whether a snapshot can be read; then it has its rows. */
  private static boolean reads(String root, long id, String what) {
    try {
      assertEquals(EXPECTED.get(id), rows(at(root), at(root).snapshot(id)), what);
      return true;
    } catch (CorruptFileException | FileNotFoundException e) {
      return false;
    } catch (IOException | RuntimeException e) {
      return fail(what + " was reported as " + e, e);
    }
  }

  private static boolean currentIsRight(String root, String what) {
    try {
      Snapshot current = at(root).current();
      assertEquals(EXPECTED.get(current.id()), rows(at(root), current), what);
      assertEquals(((TreeMap<Long, List<String>>) EXPECTED).lastKey(), current.id(), what);
      return true;
    } catch (CorruptFileException | FileNotFoundException e) {
      return false;
    } catch (IOException | RuntimeException e) {
      return fail(what + " was reported as " + e, e);
    }
  }

  /** What a device has lost is no reason to remove what it has kept. */
  @Test
  void aVacuumOfADamagedTableRemovesNothingThatIsNeeded() throws Exception {
    int refused = 0;
    Random random = new Random(seed);
    for (FileInfo file : files) {
      for (Damage damage : Damage.values()) {
        String root = copy();
        String path = PathNames.join(root, PathNames.relativize(ROOT, file.path()));
        List<String> damaged = damage.to(STORE, path, random);
        String what = damage + " of " + damaged + ", seed " + seed;
        TreeMap<Long, Boolean> before = new TreeMap<>();
        for (long id : EXPECTED.keySet()) {
          before.put(id, reads(root, id, what));
        }
        try {
          // Keeps everything that is retained: it only removes what no snapshot lists.
          new Vacuum(
                  at(root).directory(),
                  new VacuumOptions(Duration.ofDays(1000), 1000, false),
                  STORE.machine().millis() + 30 * DAYS)
              .run();
        } catch (CorruptFileException | FileNotFoundException e) {
          refused++;
          assertTrue(damaged.stream().anyMatch(d -> e.getMessage().contains(d)), what + ": " + e);
        }
        for (long id : EXPECTED.keySet()) {
          assertTrue(!before.get(id) || reads(root, id, what), what + ", then snapshot " + id);
        }
        STORE.delete(root, true);
      }
    }
    assertTrue(refused > 0, "no vacuum has noticed anything");
  }

  /** Not another vacuum is to blame, whose end one could wait for. */
  @Test
  void aVacuumNamesALostCopyThatATagKeeps() throws Exception {
    String root = copy();
    FileInfo tagged =
        files.stream().filter(f -> f.path().contains("/tagged/")).findFirst().orElseThrow();
    String path = PathNames.join(root, PathNames.relativize(ROOT, tagged.path()));
    assertTrue(STORE.delete(path, false), path);
    VacuumOptions options = new VacuumOptions(Duration.ofDays(1000), 1000, false);
    CorruptFileException e =
        assertThrows(
            CorruptFileException.class,
            () -> new Vacuum(at(root).directory(), options, STORE.machine().millis()).run());
    assertEquals(path, e.path());
    assertTrue(e.getMessage().contains("a tag keeps it"), e.getMessage());
  }

  /** Whatever the hint says: a reader that starts before the gap does not end there. */
  @Test
  void aReaderNoticesALostSnapshot() throws Exception {
    long last = ((TreeMap<Long, List<String>>) EXPECTED).lastKey();
    int noticed = 0;
    for (long lost = last - 2; lost < last; lost++) {
      String root = copy();
      SnapshotLog log = at(root).directory().log();
      assertTrue(STORE.delete(log.pathOf(lost), false), log.pathOf(lost));
      for (long hint = lost - 1; hint <= last; hint++) {
        log.numbers().hint(hint);
        if (hint < lost) {
          CorruptFileException e =
              assertThrows(CorruptFileException.class, () -> at(root).current());
          assertEquals(log.pathOf(lost), e.path());
          noticed++;
        } else {
          assertEquals(last, at(root).current().id(), "without " + lost + ", hint " + hint);
        }
      }
    }
    assertEquals(2, noticed);
  }

  @Test
  void nobodyCommitsInTheGapOfALostSnapshot() throws Exception {
    long last = ((TreeMap<Long, List<String>>) EXPECTED).lastKey();
    int refused = 0;
    for (long lost : EXPECTED.keySet()) {
      if (lost == last) {
        continue; // Nothing tells that it existed.
      }
      String root = copy();
      String path = at(root).directory().log().pathOf(lost);
      if (!STORE.delete(path, false)) {
        continue; // A tag keeps it elsewhere.
      }
      try {
        Snapshot next = at(root).begin(SCHEMA, List.of(), null).append(List.of());
        assertEquals(last + 1, next.id(), "without " + lost);
      } catch (CorruptFileException e) {
        assertEquals(path, e.path());
        refused++;
      }
    }
    assertTrue(refused > 0);
  }

  /** Snapshots below a lost one would count as withdrawn, and their files as those of nobody. */
  @Test
  void aVacuumRefusesALogWithAGap() throws Exception {
    TreeMap<Long, List<String>> all = new TreeMap<>(EXPECTED);
    assertTrue(all.size() > 4, all::toString);
    // Nothing would expire, or all but the latest would.
    assertRefused(all, all.lastKey() - 1, Duration.ofDays(1000));
    assertRefused(all, all.lastKey() - 2, Duration.ZERO);
  }

  private static void assertRefused(TreeMap<Long, List<String>> all, long lost, Duration age)
      throws IOException {
    String root = copy();
    SnapshotLog log = at(root).directory().log();
    STORE.delete(log.pathOf(lost), false);
    log.numbers()
        .hint(all.lastKey()); // Whoever looks for the latest snapshot does not see the gap.
    SnapshotNumbers.Listed before = log.numbers().listed();
    VacuumOptions options = new VacuumOptions(age, 1, false);
    CorruptFileException e =
        assertThrows(
            CorruptFileException.class,
            () ->
                new Vacuum(at(root).directory(), options, STORE.machine().millis() + 30 * DAYS)
                    .run());
    assertEquals(log.pathOf(lost), e.path());
    assertTrue(e.getMessage().contains("is missing"), e.getMessage());
    assertEquals(
        before, log.numbers().listed(), "it has removed snapshots, or said that they expire");
  }
}
