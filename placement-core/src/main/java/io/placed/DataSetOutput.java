package io.placed;

import io.placed.io.FileStore;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a data set: one file per partition, all published by one snapshot. */
final class DataSetOutput implements TableOutput {
  private final FileStore store;
  private final Commit commit;
  private final Schema schema;
  private final WriteOptions options;
  private final boolean overwrite;
  private final WriteMemory memory;
  private final int[] partitionOrdinals;
  private final int[] dataOrdinals;
  private final Schema dataSchema;
  private final Map<Map<String, String>, FileWriter> writers = new LinkedHashMap<>();

  DataSetOutput(
      FileStore store,
      Commit commit,
      Schema schema,
      List<String> partitionColumns,
      WriteOptions options,
      boolean overwrite) {
    this.store = store;
    this.commit = commit;
    this.schema = schema;
    this.options = options;
    this.overwrite = overwrite;
    this.memory = WriteMemory.of(options);
    partitionOrdinals = new int[partitionColumns.size()];
    for (int i = 0; i < partitionOrdinals.length; i++) {
      schema.require(partitionColumns.get(i));
      partitionOrdinals[i] = schema.indexOf(partitionColumns.get(i));
    }
    List<Field> data = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      if (!partitionColumns.contains(schema.field(c).name())) {
        data.add(schema.field(c));
        ordinals.add(c);
      }
    }
    dataOrdinals = ordinals.stream().mapToInt(Integer::intValue).toArray();
    dataSchema = Schema.of(data);
  }

  @Override
  public void write(Batch batch) throws IOException {
    List<Column> columns = new ArrayList<>();
    for (int c : dataOrdinals) {
      columns.add(batch.column(c));
    }
    Batch data = Batch.of(dataSchema, columns, batch.rows());
    if (partitionOrdinals.length == 0) {
      writer(Map.of()).write(data);
      return;
    }
    Map<Map<String, String>, List<Integer>> rowsOf = new LinkedHashMap<>();
    for (int i = 0; i < batch.rows(); i++) {
      rowsOf.computeIfAbsent(partition(batch, i), p -> new ArrayList<>()).add(i);
    }
    for (var e : rowsOf.entrySet()) {
      int[] positions = e.getValue().stream().mapToInt(Integer::intValue).toArray();
      Batch part = Batch.of(dataSchema);
      part.appendSelected(data, positions, positions.length);
      writer(e.getKey()).write(part);
    }
  }

  private Map<String, String> partition(Batch batch, int row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int c : partitionOrdinals) {
      Field field = schema.field(c);
      values.put(field.name(), text(batch.column(c), field, row));
    }
    return values;
  }

  /** The value in the form of {@link PartitionValues}: the bound of a column of that one value. */
  private static String text(Column column, Field field, int row) {
    StatisticsCollector one = new StatisticsCollector(field.type());
    one.add(column, row, 1);
    ColumnStatistics s = one.result();
    Object value = s.nanCount() > 0 ? Double.NaN : s.min();
    return PartitionValues.text(field.type(), value);
  }

  private FileWriter writer(Map<String, String> partition) throws IOException {
    FileWriter known = writers.get(partition);
    if (known == null) {
      String path = commit.dataFilePath(partition, "0-" + writers.size());
      known = FileWriter.create(store, path, dataSchema, options, memory);
      writers.put(partition, known);
    }
    return known;
  }

  @Override
  public void commit() throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (var e : writers.entrySet()) {
      FileSummary s = e.getValue().finish();
      files.add(DataFile.of(s, commit.relative(s.path()), e.getKey()));
    }
    if (overwrite) {
      commit.overwrite(files);
    } else {
      commit.append(files);
    }
  }

  @Override
  public void abort() throws IOException {
    IOException failure = null;
    for (FileWriter w : writers.values()) {
      try {
        w.abort();
      } catch (IOException e) {
        failure = e;
      }
    }
    commit.abort();
    if (failure != null) {
      throw failure;
    }
  }
}
