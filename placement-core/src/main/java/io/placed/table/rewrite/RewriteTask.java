package io.placed.table.rewrite;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LikeFileStore;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.discovery.PartitionDirectory;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.vector.TaskMemory;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final List<String> files;
  private final List<String> ranges;
  private final int output;
  private final long rows;
  private final long bytes;
  private final String tableSchema;
  private final HashMap<String, String> settings;
  private final boolean keepAccess;

  RewriteTask(
      String root,
      String commitId,
      int number,
      RewriteGroup group,
      int output,
      Schema tableSchema,
      Map<String, String> settings,
      boolean keepAccess) {
    this.root = root;
    this.commitId = commitId;
    this.number = number;
    this.sources = group.sources();
    this.files = group.filesOf(output, tableSchema).stream().map(DataFile::toJson).toList();
    this.rows = group.rows() / group.outputs();
    this.bytes = group.bytes() / group.outputs();
    this.ranges = group.rangeTexts();
    this.output = output;
    this.tableSchema = tableSchema.toString();
    this.settings = new HashMap<>(settings);
    this.keepAccess = keepAccess;
  }

  /** Number of rows of the new file; an estimate if the rows of the sources are divided. */
  public long rows() {
    return rows;
  }

  /** Bytes of the sources; their share if the rows are divided. */
  public long bytes() {
    return bytes;
  }

  /**
   * Writes the file.
   *
   * @param rows receives the number of rows of each finished batch
   * @return the result for {@link Rewrite#commit}, as text
   */
  public String run(FileStores stores, IntConsumer rows) throws IOException {
    return run(stores, WriteOptions.of(settings), TaskMemory.UNLIMITED, rows);
  }

  /**
   * The same in a task of an engine.
   *
   * @param temporaryDirectory used unless the settings name one; null for that of the process
   * @param memory of the task, for what is read and written
   */
  public String run(
      FileStores stores, String temporaryDirectory, TaskMemory memory, IntConsumer rows)
      throws IOException {
    WriteOptions options = WriteOptions.of(settings);
    return run(
        stores,
        options.temporaryDirectory() == null
            ? options.withTemporaryDirectory(temporaryDirectory)
            : options,
        memory,
        rows);
  }

  private String run(FileStores stores, WriteOptions options, TaskMemory memory, IntConsumer rows)
      throws IOException {
    TableDirectory table = TableDirectory.at(stores, root);
    List<DataFile> from = files.stream().map(DataFile::fromJson).toList();
    String label = number + "-" + ManagedName.newAttempt(table.machine());
    Map<String, String> directories = from.get(0).partition();
    String relative =
        PathNames.join(
            PartitionDirectory.of(table.store(), table.path(), directories),
            ManagedName.of(commitId, label));
    String path = PathNames.join(table.path(), relative);
    FileStore store = table.store();
    if (keepAccess) {
      store = new LikeFileStore(store, table.pathOf(from.get(0)));
    }
    DataFileCopy copy = new DataFileCopy(table, Schema.parse(tableSchema), List.of(), memory);
    Schema schema = copy.schemaOf(from);
    Predicate range = ranges.isEmpty() ? null : Predicate.parse(ranges.get(output));
    WriteOptions fitting = options.fitting(schema).withMetadata(copy.metadata(from, schema));
    FileSummary written;
    try (FileWriter out =
        FileWriter.create(store, path, schema, fitting, WriteMemory.of(fitting, 1, memory))) {
      for (DataFile f : from) {
        copy.copy(f, range, schema, out, rows);
      }
      written = out.finish();
    }
    RewriteJournal.Entry entry =
        new RewriteJournal.Entry(
            sources, ranges, output, DataFile.of(written, relative, directories));
    new RewriteJournal(table, commitId).add(label, entry);
    return entry.toJson();
  }
}
