package io.placed.table.rewrite;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LikeFileStore;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.discovery.PartitionDirectory;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;

/**
 * Writes one new file of a rewrite, in any process of an engine. A task may run several times, even
 * concurrently; its file becomes visible by {@link Rewrite#commit}.
 */
public final class RewriteTask implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String root;
  private final String commitId;
  private final int number;
  private final List<String> sources;
  private final String tableSchema;
  private final HashMap<String, String> settings;
  private final boolean keepAccess;

  RewriteTask(
      String root,
      String commitId,
      int number,
      List<DataFile> sources,
      Schema tableSchema,
      Map<String, String> settings,
      boolean keepAccess) {
    this.root = root;
    this.commitId = commitId;
    this.number = number;
    this.sources = sources.stream().map(DataFile::toJson).toList();
    this.tableSchema = tableSchema.toString();
    this.settings = new HashMap<>(settings);
    this.keepAccess = keepAccess;
  }

  List<DataFile> sources() {
    return sources.stream().map(DataFile::fromJson).toList();
  }

  /** Of all files that become one. */
  public long rows() {
    return sources().stream().mapToLong(DataFile::liveRows).sum();
  }

  /** Of all files that become one. */
  public long bytes() {
    return sources().stream().mapToLong(DataFile::totalLength).sum();
  }

  /**
   * Writes the file.
   *
   * @param rows receives the number of rows of each finished batch
   * @return the result for {@link Rewrite#commit}, as text
   */
  public String run(FileStores stores, IntConsumer rows) throws IOException {
    return run(stores, WriteOptions.of(settings), rows);
  }

  /**
   * The same with a default directory for temporary files.
   *
   * @param temporaryDirectory used unless the settings name one; null for that of the process
   */
  public String run(FileStores stores, String temporaryDirectory, IntConsumer rows)
      throws IOException {
    WriteOptions options = WriteOptions.of(settings);
    return run(
        stores,
        options.temporaryDirectory() == null
            ? options.withTemporaryDirectory(temporaryDirectory)
            : options,
        rows);
  }

  private String run(FileStores stores, WriteOptions options, IntConsumer rows) throws IOException {
    TableDirectory table = TableDirectory.at(stores, root);
    List<DataFile> files = sources();
    String label = number + "-" + UUID.randomUUID().toString().substring(0, 8);
    Map<String, String> directories = files.get(0).partition();
    String relative =
        PathNames.join(
            PartitionDirectory.of(table.store(), table.path(), directories),
            ManagedName.of(commitId, label));
    String path = PathNames.join(table.path(), relative);
    FileStore store = table.store();
    if (keepAccess) {
      store = new LikeFileStore(store, table.pathOf(files.get(0)));
    }
    DataFileCopy copy = new DataFileCopy(table, Schema.parse(tableSchema), List.of());
    Schema schema = copy.schemaOf(files);
    FileSummary written;
    try (FileWriter out = FileWriter.create(store, path, schema, options)) {
      for (DataFile f : files) {
        copy.copy(f, schema, out, rows);
      }
      written = out.finish();
    }
    RewriteJournal.Entry entry =
        new RewriteJournal.Entry(
            files.stream().map(DataFile::identity).toList(),
            DataFile.of(written, relative, directories));
    new RewriteJournal(table, commitId).add(label, entry);
    return entry.toJson();
  }
}
