package io.placed.table.simulation;

import io.placed.io.IoCounters;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.partition.BatchPartitions;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The rows of the data files of a table. Nobody changes a file, which the oracle checks of every
 * operation, so each is read once for what snapshots say about it, and the columns of the table.
 * Steps that read, and the end of the run after the vacuums, read snapshots as a whole.
 */
final class SeenFiles {
  /** What the rows of a file follow from. */
  private record Seen(
      String path,
      String fileId,
      long length,
      long rows,
      List<SiblingSummary> siblings,
      Map<String, String> names,
      Map<String, String> partition,
      Deletes deletes,
      Schema schema) {
    static Seen of(DataFile f, Schema schema) {
      return new Seen(
          f.path(),
          f.fileId(),
          f.length(),
          f.rows(),
          f.siblings(),
          f.names(),
          f.partition(),
          f.deletes(),
          schema);
    }
  }

  private final TableDirectory table;
  private final Map<Seen, List<String>> seen = new HashMap<>();

  SeenFiles(DataSet table) {
    this.table = table.directory();
  }

  /** The rows of a snapshot as text, sorted. */
  List<String> texts(Snapshot snapshot) throws IOException {
    Schema schema = snapshot.schema();
    List<String> rows = new ArrayList<>();
    for (DataFile f : snapshot.files()) {
      Seen of = Seen.of(f, schema);
      List<String> texts = seen.get(of);
      if (texts == null) {
        texts = read(f, schema, fieldsOf(f, snapshot));
        seen.put(of, texts);
      }
      rows.addAll(texts);
    }
    rows.sort(null);
    return rows;
  }

  /** The fields of which the file has values, now or before, unless their column is gone. */
  private static Partitioning fieldsOf(DataFile file, Snapshot snapshot) {
    Schema schema = snapshot.schema();
    Partitioning all = snapshot.partitioning().of(schema);
    List<PartitionField> some = new ArrayList<>(all.all());
    some.removeIf(f -> !file.partition().containsKey(f.nameIn(schema)));
    return new Partitioning(some, List.of());
  }

  private List<String> read(DataFile file, Schema schema, Partitioning fields) throws IOException {
    List<String> rows = new ArrayList<>();
    BatchPartitions partitions = new BatchPartitions(fields, schema);
    ReadRequest request = table.request(file, schema, ReadRequest.all().withColumns(schema));
    try (FileReader reader = FileReader.open(table.input(file), new IoCounters());
        BatchReader batches = reader.read(request)) {
      while (batches.next()) {
        for (int i = 0; i < batches.batch().rows(); i++) {
          rows.add(Oracle.text(schema, batches.batch().row(i)));
          partitions
              .of(batches.batch(), i)
              .forEach(
                  (field, value) -> {
                    if (!Objects.equals(value, file.partition().get(field))) {
                      throw new Violation("a row of " + field + "=" + value + " is in " + file);
                    }
                  });
        }
      }
    }
    return rows;
  }
}
