package io.placed.table.simulation;

import io.placed.io.FileStore;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.RowPartitions;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Random rows, and files of them. */
final class Values {
  /** Of a column; few, so that conditions select several rows. */
  static final int DISTINCT = 12;

  /** How files are laid out: plain, by columns in siblings, copies, row groups of few rows. */
  private static final List<Map<String, String>> LAYOUTS =
      List.of(
          Map.of(),
          Map.of(),
          Map.of("placement", "orc"),
          Map.of("placement.packing", "file-per-subset"),
          Map.of("placement.packing", "copies(one-row-group; all stride 1)"));

  /** The path of the file for a partition. */
  interface Paths {
    String of(Map<String, String> partition) throws IOException;
  }

  private Values() {}

  /**
   * Some rows.
   *
   * @param firstKey larger than all keys so far
   */
  static SortedMap<Long, Map<Integer, Object>> rows(Random random, Model model, long firstKey) {
    SortedMap<Long, Map<Integer, Object>> rows = new TreeMap<>();
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      rows.put(firstKey, row(random, model, firstKey));
      firstKey++;
    }
    return rows;
  }

  static Map<Integer, Object> row(Random random, Model model, long key) {
    Map<Integer, Object> row = new HashMap<>();
    for (Model.Column c : model.columns()) {
      if (c.number() == Model.KEY) {
        row.put(c.number(), key);
      } else if (c.number() == Model.PARTITION) {
        row.put(c.number(), random.nextBoolean() ? "a" : "b");
      } else if (random.nextInt(5) > 0) {
        int some = random.nextInt(DISTINCT);
        row.put(c.number(), c.type().equals("string") ? "s" + some : (Object) (long) some);
      }
    }
    return row;
  }

  /** Writes rows to one file for each partition, of the fields that the commit was planned with. */
  static List<DataFile> write(
      FileStore store,
      Commit commit,
      Model model,
      SortedMap<Long, Map<Integer, Object>> rows,
      Random random,
      String label)
      throws IOException {
    int[] files = {0};
    return write(
        store,
        commit,
        model,
        rows,
        random,
        partition -> commit.dataFilePath(partition, label + files[0]++));
  }

  /** The same, under other paths. */
  static List<DataFile> write(
      FileStore store,
      Commit commit,
      Model model,
      SortedMap<Long, Map<Integer, Object>> rows,
      Random random,
      Paths paths)
      throws IOException {
    if (rows.isEmpty()) {
      return List.of();
    }
    Schema schema = commit.written();
    WriteOptions options = WriteOptions.of(layout(random));
    List<DataFile> files = new ArrayList<>();
    new RowPartitions(schema, commit.partitioning())
        .divide(
            batch(schema, model, rows.values()),
            (partition, part) -> {
              String path = paths.of(partition);
              try (FileWriter out = FileWriter.create(store, path, part.schema(), options)) {
                out.write(part);
                files.add(DataFile.of(out.finish(), commit.relative(path), partition));
              }
            });
    return files;
  }

  private static Map<String, String> layout(Random random) {
    Map<String, String> settings = new HashMap<>(LAYOUTS.get(random.nextInt(LAYOUTS.size())));
    settings.put("write-threads", "1");
    return settings;
  }

  private static Batch batch(Schema stored, Model model, Collection<Map<Integer, Object>> rows) {
    Batch batch = Batch.of(stored);
    for (Map<Integer, Object> row : rows) {
      Object[] values = new Object[stored.size()];
      for (int c = 0; c < values.length; c++) {
        Field f = stored.field(c);
        Object value = row.get(model.column(f.name()).number());
        values[c] =
            value instanceof Long n && f.type().toString().equals("int32")
                ? (Object) n.intValue()
                : value;
      }
      batch.appendRow(values);
    }
    return batch;
  }
}
