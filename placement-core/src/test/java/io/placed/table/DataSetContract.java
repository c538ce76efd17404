package io.placed.table;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.discovery.TextFooters;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.write.RowGroupSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A data set in a local directory, with files of {@link TextFooters}. */
public abstract class DataSetContract {
  public static final Schema SCHEMA = Schema.parse("id: int64, name: string");
  public static final Schema BY_DAY = Schema.parse("id: int64, day: date");

  public @TempDir Path temporary;

  public final FileStore store = new LocalFileStore();
  public String root;
  public DataSet dataSet;

  @BeforeEach
  protected void newDataSet() throws IOException {
    root = temporary.resolve("table").toString();
    dataSet = open();
  }

  protected final DataSet open() throws IOException {
    return open(root);
  }

  protected static DataSet open(String path) throws IOException {
    return DataSet.at(FileStores.local(), path, new TextFooters());
  }

  protected final Commit begin(Schema schema, String... partitionColumns) throws IOException {
    return dataSet.begin(schema, List.of(partitionColumns), null);
  }

  protected final void put(String relative, long rows, Schema schema) throws IOException {
    TextFooters.write(store, PathNames.join(root, relative), rows, schema);
  }

  protected static DataFile write(Commit commit, String task, long rows, Schema schema)
      throws IOException {
    return write(commit, task, rows, schema, Map.of());
  }

  protected static DataFile write(
      Commit commit, String task, long rows, Schema schema, Map<String, String> partition)
      throws IOException {
    String path = commit.dataFilePath(partition, task);
    TextFooters.write(new LocalFileStore(), path, rows, schema);
    int length = TextFooters.content(rows, schema).length;
    return new DataFile(
        commit.relative(path),
        length,
        rows,
        "file-id",
        partition,
        List.of(new RowGroupSummary(rows, 0, length)),
        TextFooters.statistics(rows, schema),
        false);
  }

  /** From now on files that no snapshot lists are visible. */
  protected final void showForeignFiles() throws IOException {
    dataSet.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
  }

  protected final Snapshot append(Schema schema, long... rows) throws IOException {
    Commit commit = begin(schema);
    DataFile[] files = new DataFile[rows.length];
    for (int i = 0; i < rows.length; i++) {
      files[i] = write(commit, "task-" + i, rows[i], schema);
    }
    return commit.append(List.of(files));
  }

  protected final long[] rows() throws IOException {
    return rows(open().current());
  }

  /** Numbers of rows of the files, ascending. */
  protected static long[] rows(Snapshot snapshot) {
    return snapshot.files().stream().mapToLong(DataFile::rows).sorted().toArray();
  }

  protected final List<String> names() throws IOException {
    String[] names = store.list(root, true).stream().map(f -> f.path()).toArray(String[]::new);
    return Arrays.stream(names).map(n -> PathNames.relativize(root, n)).toList();
  }
}
