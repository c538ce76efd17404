package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.io.CountingStore;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.DataSetScan;
import io.placed.table.commit.Commit;
import io.placed.table.discovery.TextFooters;
import io.placed.table.file.DataFile;
import io.placed.table.vacuum.VacuumOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What opening a table costs does not grow with the number of its snapshots. */
class LongLogTest extends DataSetContract {
  private static final int COMMITS = Integer.getInteger("placed.commits", 600);

  /** The hint, two times as many questions as it may lag behind takes. */
  private static final long MAX_QUESTIONS = 12;

  /** The hint and the root; before an older root the latest, which says what has expired. */
  private static final long MAX_READS = 3;

  /** A hundred files, of which one is replaced again and again. */
  private static final long MAX_MANIFESTS = 8;

  @Test
  void openingCostsTheSameAfterManyCommits() throws Exception {
    append(SCHEMA, manyRows(100));
    for (int i = 1; i < COMMITS; i++) {
      // About a hundred files all the time: what is measured is the log, not the table.
      Commit commit = begin(SCHEMA);
      long gone = 1 + i % 100;
      DataFile file = write(commit, "t", gone, SCHEMA);
      commit.overwriteWhere(List.of(file), f -> f.rows() == gone);
    }
    assertEquals(COMMITS, open().current().id());
    CountingStore counting = new CountingStore(store);
    long worst = 0;
    for (long id : new long[] {COMMITS, COMMITS - 1, COMMITS - 17, 40}) {
      counting.reset();
      DataSet fresh = DataSet.at(path -> counting, root, new TextFooters());
      Snapshot seen = id == COMMITS ? fresh.current() : fresh.snapshot(id);
      assertEquals(id, seen.id());
      assertEquals(100, seen.files().size());
      assertTrue(counting.questions.get() <= MAX_QUESTIONS, counting.toString());
      long most = id == COMMITS ? MAX_READS - 1 : MAX_READS;
      assertTrue(counting.contents.get() <= most, counting.toString());
      assertEquals(0, counting.lists.get(), counting.toString());
      assertTrue(counting.opens.get() <= MAX_MANIFESTS, counting.toString());
      worst = Math.max(worst, counting.contents.get());
    }
    assertTrue(worst > 0);
    counting.reset();
    DataSet fresh = DataSet.at(path -> counting, root, new TextFooters());
    assertTrue(fresh.hasSnapshots());
    assertEquals(0, counting.lists.get());
    assertEquals(20, fresh.history(20).size());
    if (Boolean.getBoolean("placed.print")) {
      print();
    }
  }

  private void print() throws IOException {
    for (int round = 0; round < 20; round++) {
      long start = System.nanoTime();
      open().current();
      System.out.printf("%,d snapshots: %.2f ms%n", COMMITS, (System.nanoTime() - start) / 1e6);
    }
  }

  private static long[] manyRows(int files) {
    long[] rows = new long[files];
    for (int i = 0; i < files; i++) {
      rows[i] = i + 1;
    }
    return rows;
  }

  @Test
  void aScanWithAFilterReadsTheManifestsThatItNeeds() throws Exception {
    for (int i = 0; i < 12; i++) {
      long[] rows = new long[60];
      Arrays.setAll(rows, r -> r + 1);
      rows[0] = 100 + i;
      append(SCHEMA, rows);
    }
    CountingStore counting = new CountingStore(store);
    // This first: manifests that were read are kept in memory.
    planScan(counting, Predicate.parse("id = 105"));
    long some = counting.opens.get();
    counting.reset();
    planScan(counting, null);
    long others = counting.opens.get();
    assertTrue(some > 0 && others > 0, some + " opens, then " + others);
  }

  /** Up to the first data file, which it does not open. */
  private void planScan(CountingStore counting, Predicate predicate) throws IOException {
    DataSet fresh = DataSet.at(path -> counting, root, new TextFooters());
    Snapshot now = fresh.current();
    new DataSetScan(fresh, now, now.schema(), predicate).close();
  }

  @Test
  void aWrongHintIsNoHarm() throws Exception {
    for (int i = 0; i < 40; i++) {
      append(SCHEMA, 1);
    }
    Path hint = temporary.resolve("table/_placed/newest.json");
    assertTrue(Files.exists(hint));
    Files.writeString(hint, "nonsense");
    assertEquals(40, open().current().id());
    Files.delete(hint);
    assertEquals(40, open().current().id());
    for (long id : new long[] {1, 39, 40, 41, 1000}) {
      new NewestHint(store, root + "/_placed").write(id);
      assertEquals(40, open().current().id(), "hint " + id);
      assertEquals(40, open().current().files().size());
    }
  }

  /** It must not look like a table without rows. */
  @Test
  void aMissingManifestIsDamage() throws Exception {
    append(SCHEMA, manyRows(100));
    String manifest = manifest(root);
    Files.delete(Path.of(root, manifest));
    CorruptFileException e = damage();
    assertTrue(e.getMessage().contains(manifest), e.getMessage());
    assertTrue(e.getMessage().contains("the manifest is missing. Snapshot 1"), e.getMessage());
  }

  /** What reading all files finds. */
  private CorruptFileException damage() throws IOException {
    Snapshot now = open().current();
    UncheckedIOException e = assertThrows(UncheckedIOException.class, now::files);
    assertTrue(e.getCause() instanceof CorruptFileException, e.toString());
    return (CorruptFileException) e.getCause();
  }

  @Test
  void aManifestOfAnotherTableIsDamage() throws Exception {
    append(SCHEMA, manyRows(100));
    String other = temporary.resolve("other").toString();
    Commit commit = open(other).begin(SCHEMA, List.of(), null);
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      files.add(write(commit, "t-" + i, 5, SCHEMA));
    }
    commit.append(files);
    Files.copy(
        Path.of(other, manifest(other)),
        Path.of(root, manifest(root)),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    CorruptFileException e = damage();
    assertTrue(e.getMessage().contains(manifest(root)), e.getMessage());
  }

  private String manifest(String table) throws IOException {
    List<String> paths = new SnapshotLog(store, table).read(1).files().manifestPaths();
    assertEquals(1, paths.size());
    return paths.get(0);
  }

  @Test
  void snapshotsByTime() throws Exception {
    Snapshot last = null;
    for (int i = 1; i <= 20; i++) {
      last = append(SCHEMA, i);
    }
    List<SnapshotInfo> history = open().history();
    for (SnapshotInfo s : history) {
      long at = s.timestampMillis();
      long expected =
          history.stream()
              .filter(h -> h.timestampMillis() <= at)
              .mapToLong(SnapshotInfo::id)
              .max()
              .getAsLong();
      assertEquals(expected, open().asOf(at).id());
    }
    assertEquals(last.id(), open().asOf(Long.MAX_VALUE).id());
    long before = history.get(history.size() - 1).timestampMillis() - 1;
    String message =
        assertThrows(FileNotFoundException.class, () -> open().asOf(before)).getMessage();
    assertTrue(message.contains("the oldest is 1 at"), message);
    open().vacuum(new VacuumOptions(Duration.ZERO, 5, false));
    String gone = assertThrows(FileNotFoundException.class, () -> open().snapshot(3)).getMessage();
    assertTrue(gone.contains("the table has 16 to 21"), gone);
  }
}
