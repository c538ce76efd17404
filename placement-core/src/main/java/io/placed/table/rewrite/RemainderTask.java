package io.placed.table.rewrite;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.PartitionDirectory;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.TaskMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the rows of a file that are left when others are deleted, in any process of an engine. A
 * task may run several times, even concurrently: the names of its files differ.
 */
public final class RemainderTask implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String root;
  private final String commitId;
  private final String file;
  private final byte[] deleted;
  private final String tableSchema;
  private final String partitioning;
  private final HashMap<String, String> settings;

  /**
   * @param deleted numbers of rows, without those that were deleted before
   * @param settings of writing
   */
  RemainderTask(
      TableDirectory table,
      Snapshot snapshot,
      String commitId,
      DataFile file,
      RowBitmap deleted,
      Map<String, String> settings) {
    this.root = table.path();
    this.commitId = commitId;
    this.file = file.toJson();
    this.deleted = deleted.toBytes();
    this.tableSchema = snapshot.schema().toString();
    this.partitioning = snapshot.partitioning().toJson();
    this.settings = new HashMap<>(settings);
    this.settings.putIfAbsent(Placement.SETTING, snapshot.placement().toString());
  }

  /** Of the file that is replaced. */
  public long bytes() {
    return DataFile.fromJson(file).totalLength();
  }

  /**
   * Writes the rows.
   *
   * @param label unique among all attempts of all tasks: letters, digits, {@code _}, {@code -}
   * @param temporaryDirectory used unless the settings name one; null for that of the process
   * @param memory of the task, for what is read and written
   * @return the new files, as {@link DataFile#toJson}: several if the file is in no partition
   */
  public List<String> run(
      FileStores stores, String label, String temporaryDirectory, TaskMemory memory)
      throws IOException {
    TableDirectory table = TableDirectory.at(stores, root);
    DataFile from = DataFile.fromJson(file);
    RowBitmap gone = RowBitmap.of(deleted);
    if (table.deleted(from) instanceof RowBitmap before) {
      gone.addAll(before);
    }
    Schema schema = Schema.parse(tableSchema);
    Partitioning fields = Partitioning.fromJson(partitioning);
    List<String> partitionColumns = fields.columns(schema);
    DataFileCopy copy = new DataFileCopy(table, schema, partitionColumns, memory);
    Schema own = copy.schemaOf(List.of(from));
    Schema stored = DataFileCopy.without(own, partitionColumns);
    FileStore store = table.store();
    PartitionedFiles files =
        new PartitionedFiles(
            store,
            (partition, number) ->
                PathNames.join(
                    table.path(),
                    PartitionDirectory.of(store, table.path(), partition),
                    ManagedName.of(commitId, label + "-" + number)),
            path -> PathNames.relativize(table.path(), path),
            options(stored, temporaryDirectory).withMetadata(copy.metadata(List.of(from), stored)),
            !from.isIn(partitionColumns),
            memory);
    try {
      if (from.isIn(partitionColumns)) {
        copy.read(from, gone, own, batch -> files.write(from.partition(), batch));
      } else {
        List<Field> some = new ArrayList<>(own.fields());
        for (Field f : schema.fields()) {
          if (partitionColumns.contains(f.name()) && from.partition().containsKey(f.name())) {
            some.add(f);
          }
        }
        Schema all = Schema.of(some);
        // Engines decide which value a column has that the file lacks: of a field of it nothing is
        // said.
        RowPartitions partitions = new RowPartitions(all, fields.of(all));
        Map<String, String> others = othersOf(from, schema, partitionColumns);
        copy.read(
            from,
            gone,
            all,
            batch ->
                partitions.divide(
                    batch,
                    (partition, rows) -> {
                      Map<String, String> values = new LinkedHashMap<>(partition);
                      values.putAll(others);
                      files.write(values, rows);
                    }));
      }
      return files.finish().stream().map(DataFile::toJson).toList();
    } catch (IOException | RuntimeException e) {
      files.abort(e);
      throw e;
    }
  }

  /**
   * The values of columns that the table is not partitioned by, or not any more, and that the file
   * does not store: its copies need the same.
   */
  static Map<String, String> othersOf(
      DataFile file, Schema tableSchema, List<String> partitionColumns) {
    Map<String, String> others = new LinkedHashMap<>();
    file.partition()
        .forEach(
            (name, value) -> {
              if (tableSchema.indexOf(name) >= 0 && !partitionColumns.contains(name)) {
                others.put(name, value);
              }
            });
    return others;
  }

  private WriteOptions options(Schema stored, String temporaryDirectory) {
    WriteOptions given = WriteOptions.of(settings);
    WriteOptions options =
        given.temporaryDirectory() == null
            ? given.withTemporaryDirectory(temporaryDirectory)
            : given;
    return options.fitting(stored);
  }
}
