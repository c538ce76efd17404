package io.placed.table.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.error.CommitConflictException;
import io.placed.io.FaultStore;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.Vacuum;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Deletions beside other commits. */
class DeletionConflictsTest extends DeletionTestCase {
  @Test
  void twoCommitsThatMarkOneFileConflict() throws Exception {
    append(0, 100);
    append(100, 100);
    Snapshot read = dataSet.current();
    DataFile file = read.files().get(0);
    DataFile other = read.files().get(1);
    Commit late = begin(read);
    begin(read).changeRows("delete", Set.of(), List.of(), Map.of(file, rows(1, 2)));
    assertThrows(
        CommitConflictException.class,
        () -> late.changeRows("update", Set.of(), List.of(), Map.of(file, rows(5))));
    late.abort();
    assertEquals(1, vectors().size(), "an aborted commit leaves no vector");
    begin(read).changeRows("delete", Set.of(), List.of(), Map.of(other, rows(7)));
    assertEquals(197, dataSet.current().rows());
  }

  /** Neither brings back rows that were deleted meanwhile. */
  @Test
  void aRewriteBesideADeleteConflicts() throws Exception {
    append(0, 100);
    append(100, 100);
    Rewrite rewrite = Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of()));
    rewrite.start();
    List<String> written = new ArrayList<>();
    for (var task : rewrite.tasks()) {
      written.add(task.run(FileStores.local(), n -> {}));
    }
    Commit overwrite = begin(dataSet.current());
    delete("id = 3", i -> i == 3);
    assertThrows(CommitConflictException.class, () -> rewrite.commit(written));
    assertThrows(CommitConflictException.class, () -> overwrite.overwrite(List.of()));
    check();
    // The journal knows that its sources have other rows now.
    Rewrite again = Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of()));
    again.run(f -> {});
    check();
    Snapshot read = dataSet.current();
    Commit late = begin(read);
    Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of("placement", "orc")))
        .run(f -> {});
    assertThrows(
        CommitConflictException.class,
        () -> late.changeRows("delete", Set.of(), List.of(), Map.of(read.files().get(0), rows(9))));
    check();
  }

  @Test
  void whoDoesNotSayWhatItReadCannotBringRowsBack() throws Exception {
    append(0, 100);
    delete("id = 3", i -> i == 3);
    Snapshot read = dataSet.current();
    Set<String> all = Set.of(read.files().get(0).path());
    assertThrows(
        CommitConflictException.class,
        () -> dataSet.begin(SCHEMA, List.of(), null).replaceFiles(all, List.of()));
    check();
  }

  /** A manifest that was written for an attempt has the vectors of that attempt. */
  @Test
  void aLostRaceKeepsTheVectorsOfTheWinner() throws Exception {
    for (int i = 0; i < 60; i++) {
      append(10L * i, 10);
    }
    boolean[] raced = {false};
    FileStore racing =
        new ForwardingFileStore(new LocalFileStore()) {
          @Override
          public boolean putIfAbsent(String path, byte[] content) throws IOException {
            if (!raced[0]) {
              raced[0] = true;
              dataSet.deleteRows(Predicate.parse("id = 33"));
              expected.remove(33L);
            }
            return super.putIfAbsent(path, content);
          }
        };
    DataSet late = DataSet.at(path -> racing, table);
    Commit commit = late.begin(SCHEMA, List.of(), null);
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String path = commit.dataFilePath(Map.of(), "t" + i);
      try (FileWriter out =
          FileWriter.create(new LocalFileStore(), path, SCHEMA, WriteOptions.defaults())) {
        Batch batch = Batch.of(SCHEMA);
        batch.appendRow(2000L + i, "n");
        expected.add(2000L + i);
        out.write(batch);
        files.add(DataFile.of(out.finish(), commit.relative(path), Map.of()));
      }
    }
    commit.append(files);
    assertTrue(raced[0]);
    assertEquals(1, dataSet.current().manifests().size());
    check();
  }

  @Test
  void appendsAndDeletesBothStay() throws Exception {
    append(0, 100);
    Snapshot read = dataSet.current();
    Commit late = begin(read);
    append(100, 100);
    late.changeRows("delete", Set.of(), List.of(), Map.of(read.files().get(0), rows(0, 1)));
    expected.removeAll(List.of(0L, 1L));
    check();
  }

  /** Threads that delete and rewrite at the same time: what was said to be deleted is gone. */
  @Test
  void writersSideBySide() throws Exception {
    append(0, 2000);
    append(2000, 2000);
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<LongPredicate> deleted = Collections.synchronizedList(new ArrayList<>());
    for (int t = 0; t < 3; t++) {
      int digit = t;
      threads.add(
          new Thread(
              () -> {
                for (int k = 0; k < 6; k++) {
                  int from = k * 600;
                  Predicate which =
                      Predicate.parse(
                          "id >= "
                              + from
                              + " and id < "
                              + (from + 600)
                              + " and name = 'n"
                              + digit
                              + "'");
                  try {
                    assertEquals(
                        60, DataSet.at(FileStores.local(), table).deleteRows(which).rows());
                    deleted.add(id -> id >= from && id < from + 600 && id % 10 == digit);
                  } catch (CommitConflictException e) {
                    continue; // It has lost all races, and is repeated below.
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                }
              }));
    }
    threads.add(
        new Thread(
            () -> {
              for (int k = 0; k < 4; k++) {
                try {
                  Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of()))
                      .run(f -> {});
                } catch (CommitConflictException e) {
                  continue;
                } catch (Throwable e) {
                  failures.add(e);
                }
              }
            }));
    threads.forEach(Thread::start);
    for (Thread t : threads) {
      t.join();
    }
    assertEquals(List.of(), failures);
    assertTrue(!deleted.isEmpty(), "no deletion has succeeded");
    deleted.forEach(gone -> expected.removeIf(gone::test));
    check();
    for (int digit = 0; digit < 3; digit++) {
      dataSet.deleteRows(Predicate.parse("id < 3600 and name = 'n" + digit + "'"));
    }
    expected.removeIf(i -> i < 3600 && i % 10 < 3);
    check();
    // Whoever rewrites alone succeeds.
    Rewrite.prepare(FileStores.local(), table, RewriteOptions.of(Map.of())).run(f -> {});
    check();
    dataSet.vacuum(ALL);
    check();
  }

  /** A vacuum that takes the files of a sleeping commit for those of a crashed one. */
  @Test
  void aVacuumBesideACommitLeavesWhatTheChangeFeedNeeds() throws Exception {
    int committed = 0;
    boolean more = true;
    for (int at = 1; more; at++) {
      table = dir.resolve("t" + at).toString();
      dataSet = DataSet.at(FileStores.local(), table);
      append(0, 100);
      append(100, 100);
      Snapshot read = dataSet.current();
      DataFile file = read.files().get(0);
      Commit late = begin(read);
      String path = late.dataFilePath(Map.of(), "copy");
      DataFile copy;
      try (FileWriter out =
          FileWriter.create(new LocalFileStore(), path, SCHEMA, WriteOptions.defaults())) {
        out.write(Batch.of(SCHEMA));
        copy = DataFile.of(out.finish(), late.relative(path), Map.of());
      }
      long[] snapshot = new long[1];
      FaultStore store =
          FaultStore.hooked(
              new LocalFileStore(),
              at,
              () -> {
                try {
                  snapshot[0] =
                      late.changeRows(
                              "delete",
                              Set.of(file.path()),
                              List.of(copy),
                              Map.of(),
                              Map.of(file, rows(3, 4)),
                              Set.of(copy.path()))
                          .id();
                } catch (CommitConflictException e) {
                  late.abort();
                }
              });
      new Vacuum(
              DataSet.at(p -> store, table).directory(),
              ALL,
              System.currentTimeMillis() + Duration.ofDays(9).toMillis())
          .run();
      more = store.reached(at);
      if (snapshot[0] > 0) {
        committed++;
        assertEquals(100, dataSet.current().rows());
        if (dataSet.history().stream().anyMatch(s -> s.id() == snapshot[0] - 1)) {
          try (TableScan scan = Placed.read(table).changes(snapshot[0], snapshot[0]).open()) {
            assertEquals(2, scan.rows().count(), "operation " + at);
          }
        }
      }
    }
    assertTrue(committed > 5, committed + " commits");
  }

  /** Whatever came or was deleted since, in files of any rows. */
  @Test
  void aSerializableCommitConflictsWithEveryChange() throws Exception {
    append(0, 100);
    append(100, 100);
    Snapshot read = dataSet.current();
    DataFile file = read.files().get(0);
    Commit beforeAppend = begin(read).serializable();
    append(1000, 10);
    assertThrows(
        CommitConflictException.class,
        () -> beforeAppend.changeRows("update", Set.of(), List.of(), Map.of(file, rows(1))));
    beforeAppend.abort();
    Snapshot later = dataSet.current();
    Commit beforeDelete = begin(later).serializable();
    Commit other = begin(later);
    other.changeRows(
        "delete", Set.of(), List.of(), Map.of(later.files(Set.of(file.path())).get(0), rows(2)));
    DataFile another =
        later.files().stream().filter(f -> !f.path().equals(file.path())).findFirst().orElseThrow();
    assertThrows(
        CommitConflictException.class,
        () -> beforeDelete.changeRows("update", Set.of(), List.of(), Map.of(another, rows(1))));
    beforeDelete.abort();
    assertEquals(209, dataSet.current().rows());
  }

  /** Copies of rows that somebody removes meanwhile would bring them back. */
  @Test
  void aSerializableCommitConflictsWithFilesThatAreGone() throws Exception {
    append(0, 100);
    append(100, 100);
    Snapshot read = dataSet.current();
    Commit overwrite = begin(read).serializable();
    Commit update = begin(read).serializable();
    // Whole files: nothing is new in the table.
    delete("id < 100", i -> i < 100);
    DataFile other = dataSet.current().files().get(0);
    assertThrows(CommitConflictException.class, () -> overwrite.overwrite(List.of()));
    assertThrows(
        CommitConflictException.class,
        () -> update.changeRows("update", Set.of(), List.of(), Map.of(other, rows(1))));
    overwrite.abort();
    update.abort();
    check();
    Commit snapshot = begin(read);
    snapshot.changeRows("update", Set.of(), List.of(), Map.of(other, rows(1)));
    expected.remove(101L);
    check();
  }

  @Test
  void whatIsBasedOnNothingConflictsWithTheFirstRows() throws Exception {
    Commit first = dataSet.begin(SCHEMA, List.of(), null).basedOnNothing();
    Commit second = dataSet.begin(SCHEMA, List.of(), null).basedOnNothing();
    first.append(List.of());
    append(0, 10);
    assertThrows(CommitConflictException.class, () -> second.append(List.of()));
    check();
  }
}
