package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.InputFile;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.discovery.TextFooters;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What happens to manifests while others read, commit and vacuum. */
class ManifestLifeTest extends DataSetContract {
  private static final int MANY = 70;

  private List<DataFile> many(Commit commit, int count) throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(write(commit, "t-" + i, 1 + i, SCHEMA));
    }
    return files;
  }

  /** A coordinator that starts again after a crash does not know whether it has committed. */
  @Test
  void aCommitThatIsResumedListsNoFileTwice() throws Exception {
    Commit first = begin(SCHEMA);
    List<DataFile> files = many(first, MANY);
    Snapshot made = first.append(files);
    for (int i = 0; i < 3; i++) {
      Commit again =
          Commit.resume(
              open().directory(),
              first.commitId(),
              ColumnBinding.of(SCHEMA, made),
              PartitionSpec.NONE,
              null);
      again.append(files);
      assertEquals(MANY, open().current().files().size());
    }
    append(SCHEMA, 5);
    assertEquals(MANY + 1, open().current().files().size());
  }

  /** Somebody plans long after: the files are still those of newer snapshots. */
  @Test
  void aSnapshotThatIsHeldOutlivesItsManifests() throws Exception {
    Commit commit = begin(SCHEMA);
    commit.append(many(commit, 3000));
    Snapshot held = open().current();
    for (int i = 0; i < 10; i++) {
      Commit more = begin(SCHEMA);
      more.append(many(more, MANY));
    }
    Commit all = begin(SCHEMA);
    all.overwriteWhere(List.of(), f -> f.rows() % 7 == 0);
    open().vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    long known = held.files().stream().filter(f -> f.statistics().containsKey("id")).count();
    assertTrue(known == 0 || known == 3000, known + " files have statistics");
    assertEquals(held.files().size(), 3000);
  }

  private static final class Closing extends ForwardingFileStore {
    boolean closed;

    Closing(FileStore store) {
      super(store);
    }

    @Override
    public InputFile input(String path, long length) {
      if (closed) {
        throw new IllegalStateException("Filesystem closed");
      }
      return super.input(path, length);
    }
  }

  /** Sessions of other users come and go, and their file systems are closed. */
  @Test
  void everybodyReadsWithTheirOwnStore() throws Exception {
    Commit commit = begin(SCHEMA);
    commit.append(many(commit, MANY));
    Closing mine = new Closing(store);
    Closing other = new Closing(store);
    Snapshot held = DataSet.at(p -> mine, root, new TextFooters()).current();
    DataSet.at(p -> other, root, new TextFooters()).current();
    other.closed = true;
    assertEquals(MANY, held.files().stream().filter(f -> f.statistics().get("id") != null).count());
  }

  /** Writers that lose races leave no manifests, and together they lose nothing. */
  @Test
  void writersAtTheBoundsOfARoot() throws Exception {
    append(SCHEMA, 1);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int w = 0; w < 4; w++) {
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 12; i++) {
                    Commit commit = open().begin(SCHEMA, List.of(), null);
                    commit.append(many(commit, 10));
                  }
                  return null;
                }));
      }
      for (Future<?> w : writers) {
        w.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Snapshot now = open().current();
    assertEquals(1 + 4 * 12 * 10, now.files().size());
    assertEquals(now.rows(), now.files().stream().mapToLong(DataFile::rows).sum());
    open().vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    List<String> listed =
        new ArrayList<>(new SnapshotLog(store, root).newest().files().manifestPaths());
    listed.sort(String::compareTo);
    try (var found = Files.list(Path.of(root, "_placed/manifests"))) {
      assertEquals(
          listed, found.map(p -> "_placed/manifests/" + p.getFileName()).sorted().toList());
    }
    assertArrayEquals(rows(now), rows());
  }
}
