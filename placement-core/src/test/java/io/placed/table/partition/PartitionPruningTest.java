package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.RandomData;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionTransform.Kind;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random tables, whose partitioning and columns change between appends, and random predicates: no
 * file with a matching row is left out, whether or not statistics of the file's columns are known,
 * in roots and in manifests.
 */
class PartitionPruningTest {
  private static final Schema SCHEMA = RandomData.SCHEMA;
  private static final Map<String, Type> WIDER =
      Map.of("i8", Type.INT32, "i16", Type.INT64, "i32", Type.INT64, "dec", Type.decimal(20, 2));

  @TempDir Path dir;

  private final long seed = Long.getLong("placed.test.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final RandomData data = new RandomData(seed);

  /** Rows by file, as they were written. */
  private final Map<String, Batch> rows = new LinkedHashMap<>();

  /** The names that columns have now, by their names in {@link RandomData}. */
  private final Map<String, String> names = new LinkedHashMap<>();

  private DataSet table;
  private long left;
  private long all;
  private long byPartition;
  private int skipped;

  @Test
  void noFileWithAMatchingRowIsLeftOut() throws Exception {
    for (int round = 0; round < 8; round++) {
      rows.clear();
      names.clear();
      SCHEMA.fields().forEach(f -> names.put(f.name(), f.name()));
      table = DataSet.at(FileStores.local(), dir.resolve("t" + round).toString());
      append(table.begin(SCHEMA, spec(SCHEMA), null));
      for (int step = 0; step < 8; step++) {
        change();
        Snapshot now = table.current();
        ColumnBinding columns = ColumnBinding.of(now.schema(), now);
        append(table.begin(columns, now.partitioning().spec(now.schema()), null));
      }
      for (int p = 0; p < 120; p++) {
        check(data.predicate(2));
      }
    }
    assertTrue(skipped < 8 * 120 / 4, skipped + " conditions were skipped");
    assertTrue(all - left > all / 10, (all - left) + " of " + all + " were left out");
    assertTrue(byPartition > all / 50, byPartition + " were left out by partition alone");
  }

  private PartitionSpec spec(Schema schema) {
    Set<PartitionTerm> terms = new HashSet<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      Field f = schema.field(random.nextInt(schema.size()));
      Kind kind = Kind.values()[1 + random.nextInt(Kind.values().length - 1)];
      boolean numbered = kind == Kind.BUCKET || kind == Kind.TRUNCATE;
      int number = numbered ? 1 + random.nextInt(12) : 0;
      PartitionTransform transform = new PartitionTransform(kind, number);
      try {
        transform.requireAllowed(f.name(), f.type());
        terms.add(new PartitionTerm(f.name(), transform));
      } catch (IllegalArgumentException e) {
        n++; // Another one.
      }
    }
    return new PartitionSpec(List.copyOf(terms));
  }

  private void change() throws Exception {
    Snapshot now = table.current();
    String column = List.copyOf(names.keySet()).get(random.nextInt(names.size()));
    String name = names.get(column);
    switch (random.nextInt(5)) {
      case 0 -> {
        String next = "now " + random.nextInt(1000) + " " + column;
        table.alter(List.of(new ColumnChange.Rename(name, next)), Map.of());
        names.put(column, next);
      }
      case 1 -> {
        if (WIDER.containsKey(column)) {
          Type wider = WIDER.get(column);
          if (!now.schema().require(name).type().equals(wider)) {
            table.alter(List.of(new ColumnChange.Widen(List.of(name), wider)), Map.of());
          }
        }
      }
      case 2 -> swapNames(column, List.copyOf(names.keySet()).get(random.nextInt(names.size())));
      default -> table.alter(spec(now.schema()));
    }
  }

  private void swapNames(String a, String b) throws Exception {
    if (!a.equals(b)) {
      table.alter(
          List.of(
              new ColumnChange.Rename(names.get(a), "between"),
              new ColumnChange.Rename(names.get(b), names.get(a)),
              new ColumnChange.Rename("between", names.get(b))),
          Map.of());
      String other = names.put(a, names.get(b));
      names.put(b, other);
    }
  }

  /** Files of random rows, which are in the types of the table. */
  private void append(Commit commit) throws Exception {
    Batch some = data.batch();
    Schema written = commit.written();
    Batch batch = Batch.of(written);
    for (int i = 0; i < some.rows(); i++) {
      batch.appendRow(widened(some.row(i), written));
    }
    List<DataFile> files = new ArrayList<>();
    Map<Map<String, String>, List<Integer>> parts = new LinkedHashMap<>();
    BatchPartitions partitions = new BatchPartitions(commit.partitioning(), written);
    for (int i = 0; i < batch.rows(); i++) {
      parts.computeIfAbsent(partitions.of(batch, i), p -> new ArrayList<>()).add(i);
    }
    for (Map.Entry<Map<String, String>, List<Integer>> part : parts.entrySet()) {
      int[] positions = part.getValue().stream().mapToInt(i -> i).toArray();
      String path = commit.dataFilePath(part.getKey(), "t" + files.size());
      Batch own = Batch.of(written);
      own.appendSelected(batch, positions, positions.length);
      try (FileWriter out =
          FileWriter.create(new LocalFileStore(), path, written, WriteOptions.defaults())) {
        out.write(own);
        DataFile file = DataFile.of(out.finish(), commit.relative(path), part.getKey());
        Map<String, ColumnStatistics> statistics = new LinkedHashMap<>(file.statistics());
        statistics.keySet().removeIf(c -> random.nextBoolean());
        files.add(file.with(file.partition(), statistics, file.names()));
        Batch as = Batch.of(SCHEMA);
        as.appendSelected(some, positions, positions.length);
        rows.put(file.path(), as);
      }
    }
    commit.append(files);
  }

  private static Object[] widened(Object[] row, Schema schema) {
    Object[] out = row.clone();
    for (int c = 0; c < out.length; c++) {
      if (out[c] instanceof Number n && schema.field(c).type().kind().isInteger()) {
        out[c] =
            switch (schema.field(c).type().kind()) {
              case INT8 -> (Object) n.byteValue();
              case INT16 -> n.shortValue();
              case INT32 -> n.intValue();
              default -> n.longValue();
            };
      }
    }
    return out;
  }

  private void check(Predicate predicate) throws Exception {
    Snapshot now = table.current();
    List<Field> named = new ArrayList<>();
    for (Field f : SCHEMA.fields()) {
      Field own = now.schema().require(names.get(f.name()));
      named.add(new Field(own.id(), f.name(), own.type(), true));
    }
    Schema schema = Schema.of(named);
    Set<String> kept = new HashSet<>();
    DataFilePruning pruning;
    try {
      pruning = new DataFilePruning(predicate, schema, now.partitioning(), true);
    } catch (IllegalArgumentException e) {
      // A literal, or another column, that does not go with a wider type.
      String message = e.getMessage();
      assertTrue(
          message.contains(" cannot be compared with ") || message.contains(" cannot be read as "),
          predicate + ": " + message);
      skipped++;
      return;
    }
    var filter = DataFilePruning.filter(predicate, schema, now.partitioning(), true);
    List<DataFile> candidates = table.current().candidates(filter);
    for (DataFile f : candidates) {
      DataFile renamed = f.renamed(inverse());
      if (pruning.mayMatch(renamed, renamed.partition())) {
        kept.add(f.path());
      }
      DataFile bare = f.with(f.partition(), Map.of(), f.names());
      byPartition += pruning.mayMatch(bare, bare.partition()) ? 0 : 1;
    }
    assertEquals(rows.size(), now.fileCount());
    BoundPredicate onRows = predicate.bind(SCHEMA, true);
    rows.forEach(
        (path, batch) -> {
          if (onRows.select(batch, new int[batch.rows()]) > 0) {
            assertTrue(kept.contains(path), predicate + " leaves out " + path + ", seed " + seed);
          }
        });
    all += rows.size();
    left += kept.size();
  }

  private Map<String, String> inverse() {
    Map<String, String> inverse = new LinkedHashMap<>();
    names.forEach((own, now) -> inverse.put(now, own));
    return inverse;
  }
}
