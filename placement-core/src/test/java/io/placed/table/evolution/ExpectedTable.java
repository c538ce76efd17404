package io.placed.table.evolution;

import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The expected table in memory, and the location of the actual one. */
final class ExpectedTable {
  record Column(int id, String name, Type type) {
    Column renamed(String to) {
      return new Column(id, to, type);
    }
  }

  /** A file: values by field id. */
  record Content(String partition, List<Map<Integer, Long>> rows) {}

  /** What the table has at one time. */
  record State(List<Column> columns, Map<String, Content> files) {}

  static final String PARTITION = "p";
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

  final Random random;
  private final String root;
  final Map<String, Content> files = new TreeMap<>();
  List<Column> columns =
      new ArrayList<>(List.of(new Column(1, "a", Type.INT32), new Column(2, "b", Type.INT32)));

  /** Initially the id of the partition column. */
  int lastId = 3;

  /** The name that a column had which was dropped or renamed last. */
  String lastFreed;

  long lastValue;

  ExpectedTable(String root, Random random) {
    this.root = root;
    this.random = random;
  }

  State state() {
    return new State(List.copyOf(columns), new TreeMap<>(files));
  }

  /** Ids are not used again. */
  void restore(State old) {
    columns = new ArrayList<>(old.columns());
    files.clear();
    files.putAll(old.files());
  }

  /** Often one that a column had until lately, under which files store something else. */
  String freeName() {
    List<String> free = new ArrayList<>(NAMES);
    columns.forEach(c -> free.remove(c.name()));
    if (free.contains(lastFreed) && random.nextInt(3) > 0) {
      return lastFreed;
    }
    return free.isEmpty() ? null : free.get(random.nextInt(free.size()));
  }

  DataSet open() throws IOException {
    return DataSet.at(FileStores.local(), root);
  }

  static Schema schema(List<Column> columns, boolean partitioned) {
    List<Field> fields = new ArrayList<>();
    columns.forEach(c -> fields.add(Field.of(c.name(), c.type())));
    if (partitioned) {
      fields.add(Field.of(PARTITION, Type.STRING));
    }
    return Schema.of(fields);
  }

  Content content(List<Column> written) {
    List<Map<Integer, Long>> rows = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Map<Integer, Long> row = new HashMap<>();
      written.forEach(c -> row.put(c.id(), ++lastValue));
      rows.add(row);
    }
    return new Content(String.valueOf(random.nextInt(2)), rows);
  }

  static DataFile write(Commit commit, List<Column> written, Content content, String task)
      throws IOException {
    Map<String, String> partition = Map.of(PARTITION, content.partition());
    String path = commit.dataFilePath(partition, task);
    Schema schema = schema(written, false);
    Batch batch = Batch.of(schema);
    for (Map<Integer, Long> row : content.rows()) {
      Object[] values = new Object[written.size()];
      for (int i = 0; i < values.length; i++) {
        Long value = row.get(written.get(i).id());
        boolean narrow = value != null && written.get(i).type().equals(Type.INT32);
        values[i] = narrow ? (Object) value.intValue() : value;
      }
      batch.appendRow(values);
    }
    try (FileWriter out =
        FileWriter.create(new LocalFileStore(), path, schema, WriteOptions.defaults())) {
      out.write(batch);
      return DataFile.of(out.finish(), commit.relative(path), partition);
    }
  }
}
