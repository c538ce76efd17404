package io.placed.table.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import io.placed.table.stream.BatchLimit;
import io.placed.table.stream.StreamPosition;
import io.placed.table.stream.StreamedRows;
import io.placed.table.stream.TableStream;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which directories are listed: of a table that shows only listed files none is. */
class ListRequestsTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, p: int32");

  @TempDir Path dir;

  private final Listings store = new Listings(new LocalFileStore());
  private String root;
  private int files;

  /** Notes what is listed, relative to the table. */
  private final class Listings extends ForwardingFileStore {
    private final List<String> listed = Collections.synchronizedList(new ArrayList<>());

    Listings(FileStore store) {
      super(store);
    }

    @Override
    public List<FileInfo> list(String directory, boolean recursive) throws IOException {
      listed.add(directory.equals(root) ? "" : PathNames.relativize(root, directory));
      return super.list(directory, recursive);
    }

    @Override
    public List<FileInfo> walk(String directory, java.util.function.Predicate<String> enters)
        throws IOException {
      listed.add(directory.equals(root) ? "" : PathNames.relativize(root, directory));
      return super.walk(directory, enters);
    }
  }

  interface Step {
    void run() throws Exception;
  }

  private List<String> listings(Step step) throws Exception {
    store.listed.clear();
    step.run();
    return List.copyOf(store.listed);
  }

  private void requireNone(String what, Step step) throws Exception {
    assertEquals(List.of(), listings(step), what);
  }

  @BeforeEach
  void newTable() {
    root = dir.resolve("table").toString();
  }

  private DataSet open() throws IOException {
    return DataSet.at(path -> store, root);
  }

  private Commit begin() throws IOException {
    return open().begin(SCHEMA, List.of("p"), null);
  }

  private DataFile write(Commit commit, int p, long id) throws IOException {
    Map<String, String> partition = Map.of("p", String.valueOf(p));
    String path = commit.dataFilePath(partition, "t" + files++);
    return DataFile.of(file(path, id), commit.relative(path), partition);
  }

  private io.placed.write.FileSummary file(String path, long id) throws IOException {
    Schema schema = Schema.parse("id: int64");
    Batch batch = Batch.of(schema);
    batch.appendRow(id);
    try (FileWriter out = FileWriter.create(store, path, schema, WriteOptions.defaults())) {
      out.write(batch);
      return out.finish();
    }
  }

  private void append(int... partitions) throws IOException {
    Commit commit = begin();
    List<DataFile> added = new ArrayList<>();
    for (int p : partitions) {
      added.add(write(commit, p, files));
    }
    commit.append(added);
  }

  @Test
  void nothingIsListedWithoutForeignFiles() throws Exception {
    append(1, 2, 3);
    for (int commits = 1; commits < 40; commits++) {
      requireNone("append " + commits, () -> append(1));
      requireNone("open " + commits, () -> open().current().files());
    }
    requireNone("an older snapshot", () -> open().snapshot(3).files());
    requireNone("history", () -> open().history());
    requireNone(
        "plan",
        () ->
            assertTrue(
                TableSource.open(path -> store, SourceRequest.of(List.of(root))).files().size()
                    > 40));
    requireNone(
        "a partition",
        () -> TableSource.open(path -> store, SourceRequest.of(List.of(root + "/p=2"))).files());
    requireNone("delete", () -> begin().delete(Predicate.parse("p = 3")));
    requireNone(
        "overwrite of partitions",
        () -> {
          Commit commit = begin();
          commit.overwritePartitions(List.of(write(commit, 2, 9)));
        });
    requireNone(
        "change of rows",
        () -> {
          Snapshot now = open().current();
          String changed = now.files().get(0).path();
          Commit commit = begin().basedOn(now).serializable();
          commit.changeRows("update", java.util.Set.of(changed), List.of(write(commit, 1, 10)));
        });
    requireNone(
        "alter",
        () ->
            open()
                .alter(
                    List.of(new ColumnChange.Rename("id", "k"), new ColumnChange.Rename("k", "id")),
                    Map.of("owner", "somebody")));
    requireNone("streams", this::stream);
    List<String> rewrite =
        listings(
            () ->
                Rewrite.prepare(path -> store, root, RewriteOptions.of(Map.of("placement", "orc")))
                    .run(done -> {}));
    assertTrue(
        rewrite.stream().allMatch(d -> d.startsWith("_placed/rewrites")), rewrite.toString());
    requireNone(
        "overwrite",
        () -> {
          Commit commit = begin();
          commit.overwrite(List.of(write(commit, 2, 9)));
        });
    requireNone(
        "replace",
        () -> {
          Commit commit = begin().overwriteSchema(true);
          commit.overwrite(List.of(write(commit, 2, 9)));
        });
    file(root + "/p=2/by-hand.placed", 11);
    requireNone("add a file", () -> open().addFiles(List.of(root + "/p=2/by-hand.placed")));
    requireNone("remove it", () -> begin().delete(Predicate.parse("p = 2")));
    requireNone("open", () -> assertEquals(0, open().current().files().size()));
    List<String> vacuum = listings(() -> open().vacuum(new VacuumOptions(Duration.ZERO, 1, false)));
    assertTrue(vacuum.contains(""), vacuum.toString());
  }

  private void stream() throws IOException {
    TableDirectory table = TableDirectory.at(path -> store, root);
    TableStream stream = new TableStream(table, StreamedRows.ADDED_SKIPPING_CHANGES, null);
    StreamPosition first = stream.initial(0);
    append(1);
    StreamPosition end = stream.latest(first, BatchLimit.NONE, stream.newest());
    assertTrue(stream.files(first, end, List.of("id", "p"), true).size() > 40);
  }

  @Test
  void aTableThatShowsForeignFilesIsListedByEveryOpen() throws Exception {
    append(1);
    open().alter(List.of(), Map.of("placed.foreign-files", "true"));
    assertEquals(List.of(""), listings(() -> open().current()));
    open().alter(List.of(), Map.of("placed.foreign-files", "false"));
    requireNone("open", () -> open().current());
  }

  /** The binding of a write looks up the latest snapshot as a reader does. */
  @Test
  void planningAWriteListsNothing() throws Exception {
    append(1);
    requireNone(
        "plan of a write", () -> ColumnBinding.of(SCHEMA, open().directory().newestLogged()));
  }
}
