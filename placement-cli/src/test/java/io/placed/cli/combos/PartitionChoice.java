package io.placed.cli.combos;

import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.partition.BatchPartitions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.PartitionTransform.Kind;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Partitionings by columns and, at times, by transforms of others; files of such tables. */
final class PartitionChoice {
  private PartitionChoice() {}

  /**
   * @param columns names of partition columns
   * @param stored the other columns
   */
  static PartitionSpec random(List<String> columns, List<Model.Col> stored, Random random) {
    List<PartitionTerm> terms = new ArrayList<>(PartitionSpec.ofColumns(columns).terms());
    for (int i = random.nextInt(3); i > 0; i--) {
      Model.Col c = stored.get(random.nextInt(stored.size()));
      Kind kind = Kind.values()[1 + random.nextInt(Kind.values().length - 1)];
      boolean numbered = kind == Kind.BUCKET || kind == Kind.TRUNCATE;
      PartitionTransform transform =
          new PartitionTransform(kind, numbered ? 1 + random.nextInt(4) : 0);
      PartitionTerm term = new PartitionTerm(c.name(), transform);
      try {
        transform.requireAllowed(c.name(), c.type());
      } catch (IllegalArgumentException e) {
        continue;
      }
      if (!terms.contains(term)) {
        terms.add(random.nextInt(terms.size() + 1), term);
      }
    }
    List<String> ofColumns = new PartitionSpec(terms).columns();
    return ofColumns.equals(columns) ? new PartitionSpec(terms) : PartitionSpec.ofColumns(columns);
  }

  static PartitionSpec of(Snapshot s) {
    return s.partitioning().spec(s.schema());
  }

  static boolean isSource(Snapshot s, String column) {
    return of(s).terms().stream().anyMatch(t -> t.column().equals(column));
  }

  /**
   * Writes rows, one file per partition.
   *
   * @param rows with all columns of the commit
   */
  static List<DataFile> files(FileStores stores, Commit commit, Snapshot s, List<Object[]> rows)
      throws IOException {
    Schema all = commit.written();
    Batch batch = Batch.of(all);
    rows.forEach(batch::appendRow);
    List<String> columns = commit.partitioning().columns(all);
    Schema schema =
        Schema.of(all.fields().stream().filter(f -> !columns.contains(f.name())).toList());
    Batch stored =
        Batch.of(
            schema,
            schema.fields().stream().map(f -> batch.column(f.name())).toList(),
            batch.rows());
    BatchPartitions partitions = new BatchPartitions(commit.partitioning(), all);
    Map<Map<String, String>, List<Integer>> parts = new LinkedHashMap<>();
    for (int i = 0; i < batch.rows(); i++) {
      parts.computeIfAbsent(partitions.of(batch, i), p -> new ArrayList<>()).add(i);
    }
    List<DataFile> written = new ArrayList<>();
    for (var e : parts.entrySet()) {
      String file = commit.dataFilePath(e.getKey(), "0-" + written.size());
      WriteOptions options = WriteOptions.of(Map.of("placement", s.placement().toString()));
      try (FileWriter out = FileWriter.create(stores.forPath(file), file, schema, options)) {
        int[] positions = e.getValue().stream().mapToInt(i -> i).toArray();
        Batch part = Batch.of(schema);
        part.appendSelected(stored, positions, positions.length);
        out.write(part);
        FileSummary whole = out.finish();
        written.add(DataFile.of(whole, commit.relative(whole.path()), e.getKey()));
      }
    }
    return written;
  }
}
