package io.placed.table.rewrite;

import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.DeletedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** Copies the rows of a table's files into new files, in the table's current schema. */
public final class DataFileCopy {
  private final TableDirectory table;
  private final Schema tableSchema;
  private final List<String> partitionColumns;
  private final TaskMemory memory;

  public DataFileCopy(TableDirectory table, Snapshot snapshot) {
    this(table, snapshot.schema(), snapshot.partitionColumns(), TaskMemory.UNLIMITED);
  }

  /**
   * @param partitionColumns of files that no snapshot lists
   * @param memory of the task that reads
   */
  DataFileCopy(
      TableDirectory table, Schema tableSchema, List<String> partitionColumns, TaskMemory memory) {
    this.table = table;
    this.tableSchema = tableSchema;
    this.partitionColumns = partitionColumns;
    this.memory = memory;
  }

  /** Columns that new files store: all but those that the names of their directories give. */
  public static Schema fileSchema(Snapshot snapshot) {
    return without(snapshot.schema(), snapshot.partitionColumns());
  }

  /** Columns that files with these partition values store. */
  private Schema fileSchema(Map<String, String> partition) {
    return without(tableSchema, partition.keySet());
  }

  static Schema without(Schema schema, Collection<String> partitions) {
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.removeIf(f -> partitions.contains(f.name()));
    return Schema.of(fields);
  }

  /**
   * @throws IllegalArgumentException that names a file whose rows may belong to several partitions
   *     although it was put into a partitioned table
   */
  public void requirePartitions(List<DataFile> files) {
    for (DataFile f : files) {
      if (f.foreign() && !f.isIn(partitionColumns)) {
        throw new IllegalArgumentException(
            f.path()
                + ": is outside of the directories of partition columns "
                + partitionColumns
                + " and cannot be rewritten; append its rows to the table and remove the file");
      }
    }
  }

  /**
   * Groups files that may be merged: with the same partition values, which are those of the fields
   * that each file was written with, and with the same columns. Engines decide which value a column
   * has that a file lacks.
   */
  public List<List<DataFile>> alike(List<DataFile> files) throws IOException {
    Map<Map<String, String>, List<DataFile>> partitions = new LinkedHashMap<>();
    for (DataFile f : files) {
      partitions.computeIfAbsent(f.partition(), p -> new ArrayList<>()).add(f);
    }
    List<List<DataFile>> groups = new ArrayList<>();
    for (Map.Entry<Map<String, String>, List<DataFile>> of : partitions.entrySet()) {
      groups.addAll(new FileSchemas(table, fileSchema(of.getKey())).alike(of.getValue()));
    }
    return groups;
  }

  /** The same, in groups of at most this many bytes; larger files are alone. */
  public List<List<DataFile>> alike(List<DataFile> files, long groupBytes) throws IOException {
    return ofAtMost(groupBytes, alike(files));
  }

  /**
   * Groups files of any partitions by the columns of which they have values, stored ones and those
   * that the partition says, in groups of at most this many bytes.
   */
  List<List<DataFile>> alikeWhereverTheyAre(List<DataFile> files, long groupBytes)
      throws IOException {
    Map<List<Field>, List<DataFile>> groups = new LinkedHashMap<>();
    for (DataFile f : files) {
      groups.computeIfAbsent(allOf(f).fields(), c -> new ArrayList<>()).add(f);
    }
    return ofAtMost(groupBytes, groups.values());
  }

  /** The columns of which a file has values, stored ones and those that its partition says. */
  Schema allOf(DataFile file) throws IOException {
    Set<String> names = new HashSet<>(file.partition().keySet());
    names.addAll(new FileSchemas(table, fileSchema(file.partition())).of(file));
    return Schema.of(tableSchema.fields().stream().filter(f -> names.contains(f.name())).toList());
  }

  private static List<List<DataFile>> ofAtMost(long groupBytes, Collection<List<DataFile>> all) {
    List<List<DataFile>> groups = new ArrayList<>();
    for (List<DataFile> alike : all) {
      List<DataFile> together = new ArrayList<>();
      long bytes = 0;
      for (DataFile f : alike) {
        if (!together.isEmpty() && bytes + f.totalLength() > groupBytes) {
          groups.add(together);
          together = new ArrayList<>();
          bytes = 0;
        }
        together.add(f);
        bytes += f.totalLength();
      }
      groups.add(together);
    }
    return groups;
  }

  /**
   * Columns that at least one file has; a column without a file must not be filled with nulls. If
   * the table's columns are all newer than the files, there are none, only rows.
   *
   * @param files with the same partition values
   * @throws IllegalArgumentException if a file that no snapshot lists has others
   */
  public Schema schemaOf(List<DataFile> files) throws IOException {
    Schema fileSchema = fileSchema(files.get(0).partition());
    FileSchemas columns = new FileSchemas(table, fileSchema);
    Set<String> names = new HashSet<>();
    for (DataFile f : files) {
      new FileSchemas(table, tableSchema).requireNoOthers(f);
      names.addAll(columns.of(f));
    }
    List<Field> some = fileSchema.fields().stream().filter(c -> names.contains(c.name())).toList();
    return some.size() == fileSchema.size() ? fileSchema : Schema.of(some);
  }

  /**
   * The metadata of a copy of files: what they have in common, if the copy has their columns in
   * their order. Hive finds columns by their position in files whose metadata say so.
   *
   * @param stored the columns of the copy
   */
  public Map<String, String> metadata(List<DataFile> files, Schema stored) throws IOException {
    Map<String, String> common = null;
    for (DataFile f : files) {
      try (FileReader reader = FileReader.open(table.input(f), new IoCounters())) {
        Map<String, String> own = new TreeMap<>(reader.metadata());
        own.keySet().removeAll(WriteOptions.STORED_SETTINGS.values());
        if (own.isEmpty() || !names(reader.schema()).equals(names(stored))) {
          return Map.of();
        }
        common = common == null ? own : common;
        common.entrySet().retainAll(own.entrySet());
      }
    }
    return common == null ? Map.of() : common;
  }

  private static List<String> names(Schema schema) {
    return schema.fields().stream().map(f -> f.name().toLowerCase(Locale.ROOT)).toList();
  }

  /**
   * Appends all rows of a file to another one.
   *
   * @param schema of the other file
   * @param rows receives the number of rows of each finished batch
   */
  public void copy(DataFile from, Schema schema, FileWriter to, IntConsumer rows)
      throws IOException {
    copy(
        from,
        null,
        schema,
        batch -> {
          to.write(batch);
          rows.accept(batch.rows());
        });
  }

  /**
   * Reads the rows of a file that are not deleted.
   *
   * @param filter of some rows; null = all
   */
  void copy(DataFile from, Predicate filter, Schema schema, Target to) throws IOException {
    ReadRequest columns = ReadRequest.all().withColumns(schema);
    read(from, filter == null ? columns : columns.withFilter(filter), table.deleted(from), to);
  }

  /** Receives batches, which are reused. */
  interface Target {
    void write(Batch rows) throws IOException;
  }

  /**
   * Reads the rows of a file as they are to be copied.
   *
   * @param deleted all rows that are left out, those included that the file has deleted already;
   *     null = none
   */
  void read(DataFile from, DeletedRows deleted, Schema schema, Target to) throws IOException {
    read(from, ReadRequest.all().withColumns(schema), deleted, to);
  }

  private void read(DataFile from, ReadRequest asked, DeletedRows deleted, Target to)
      throws IOException {
    ReadRequest all = from.request(tableSchema, asked, deleted).withMemory(memory);
    try (FileReader file = FileReader.open(table.input(from), new IoCounters());
        BatchReader batches = file.read(all)) {
      while (batches.next()) {
        to.write(batches.batch());
      }
    }
  }
}
