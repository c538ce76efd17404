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
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Writes a new file of a rewrite, or several of different partitions, in any process of an engine.
 * A task may run several times, even concurrently; its files become visible by {@link
 * Rewrite#commit}.
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

  /** Null unless the rows are divided by its fields. */
  private final String partitioning;

  private final HashMap<String, String> settings;
  private final boolean keepAccess;

  RewriteTask(
      String root,
      String commitId,
      int number,
      RewriteGroup group,
      int output,
      Snapshot before,
      Map<String, String> settings,
      boolean keepAccess) {
    this.root = root;
    this.commitId = commitId;
    this.number = number;
    this.sources = group.sources();
    this.files = group.filesOf(output, before.schema()).stream().map(DataFile::toJson).toList();
    this.rows = group.rows() / group.outputs();
    this.bytes = group.bytes() / group.outputs();
    this.ranges = group.rangeTexts();
    this.output = output;
    this.tableSchema = before.schema().toString();
    this.partitioning = group.divided() ? before.partitioning().toJson() : null;
    this.settings = new HashMap<>(settings);
    this.keepAccess = keepAccess;
  }

  /** Number of rows of the new files; an estimate if the rows of the sources are divided. */
  public long rows() {
    return rows;
  }

  /** Bytes of the sources; their share if the rows are divided. */
  public long bytes() {
    return bytes;
  }

  /**
   * Writes the files.
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
    DataFileCopy copy = new DataFileCopy(table, Schema.parse(tableSchema), List.of(), memory);
    String label = number + "-" + ManagedName.newAttempt(table.machine());
    RowPartitions partitions = partitioning == null ? null : partitionsOf(from.get(0), copy);
    Schema stored = partitions == null ? copy.schemaOf(from) : partitions.dataSchema();
    PartitionedFiles out =
        newFiles(
            table,
            from.get(0),
            label,
            options.fitting(stored).withMetadata(copy.metadata(from, stored)),
            memory);
    List<DataFile> written;
    try {
      if (partitions == null) {
        copyTogether(copy, from, stored, out, rows);
      } else {
        copyDivided(copy, from, partitions, out, rows);
      }
      written = out.finish();
    } catch (IOException | RuntimeException e) {
      out.abort(e);
      throw e;
    }
    RewriteJournal.Entry entry = new RewriteJournal.Entry(sources, ranges, output, written);
    new RewriteJournal(table, commitId).add(label, entry);
    return entry.toJson();
  }

  private PartitionedFiles newFiles(
      TableDirectory table, DataFile like, String label, WriteOptions options, TaskMemory memory)
      throws IOException {
    FileStore store =
        keepAccess ? new LikeFileStore(table.store(), table.pathOf(like)) : table.store();
    boolean several = partitioning != null && Partitioning.fromJson(partitioning).isPartitioned();
    return new PartitionedFiles(
        store,
        (partition, n) ->
            PathNames.join(
                table.path(),
                PartitionDirectory.of(table.store(), table.path(), partition),
                ManagedName.of(commitId, several ? label + "-" + n : label)),
        path -> PathNames.relativize(table.path(), path),
        options,
        several,
        memory);
  }

  /** All rows, or those of the range, stay in the partition of the files. */
  private void copyTogether(
      DataFileCopy copy, List<DataFile> from, Schema stored, PartitionedFiles out, IntConsumer rows)
      throws IOException {
    Map<String, String> partition = from.get(0).partition();
    Predicate range = ranges.isEmpty() ? null : Predicate.parse(ranges.get(output));
    // There is a file even if no row is left.
    out.write(partition, Batch.of(stored));
    for (DataFile f : from) {
      copy.copy(
          f,
          range,
          stored,
          batch -> {
            out.write(partition, batch);
            rows.accept(batch.rows());
          });
    }
  }

  private static void copyDivided(
      DataFileCopy copy,
      List<DataFile> from,
      RowPartitions partitions,
      PartitionedFiles out,
      IntConsumer rows)
      throws IOException {
    for (DataFile f : from) {
      copy.copy(
          f,
          null,
          partitions.schema(),
          batch -> {
            partitions.divide(batch, out::write);
            rows.accept(batch.rows());
          });
    }
  }

  /** By the fields of whose columns the files have values: engines say which value others have. */
  private RowPartitions partitionsOf(DataFile file, DataFileCopy copy) throws IOException {
    Schema all = copy.allOf(file);
    return new RowPartitions(all, Partitioning.fromJson(partitioning).of(all));
  }
}
