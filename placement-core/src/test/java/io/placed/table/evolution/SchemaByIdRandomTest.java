package io.placed.table.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes that are under way while columns are renamed, dropped, added, added again, exchanged and
 * widened, against a table in memory whose columns have ids: every row shows, under today's names,
 * what was written into these very columns.
 */
class SchemaByIdRandomTest {
  private static final int ROUNDS = Integer.getInteger("placed.schema.rounds", 40);
  private static final int STEPS = 40;
  private static final String PARTITION = "p";
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

  /** Files that a write replaces are not there any more. */
  private static final String GONE = "gone";

  @TempDir Path temporary;

  private Random random;
  private String root;

  /** The table as it should be. */
  private List<Column> columns;

  private Map<String, Content> files;
  private int lastId;
  private long lastValue;

  private record Column(int id, String name, Type type) {
    Column renamed(String to) {
      return new Column(id, to, type);
    }
  }

  /** A file: values by id of the column. */
  private record Content(String partition, List<Map<Integer, Long>> rows) {}

  private enum Kind {
    APPEND,
    OVERWRITE,
    OVERWRITE_SCHEMA,
    OVERWRITE_PLANNED,
    OVERWRITE_PARTITIONS,
    OVERWRITE_WHERE,
    DELETE,
    REWRITE,
    CHANGE_ROWS
  }

  /** A write under way. Columns that it adds have negative ids until it commits. */
  private final class Write {
    final Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    final boolean merges = random.nextInt(3) > 0;
    final List<Column> planned = List.copyOf(columns);
    final int known = lastId;
    final List<Column> written = new ArrayList<>();
    final Map<DataFile, Content> added = new LinkedHashMap<>();
    final Set<String> replaced = new HashSet<>();
    final Commit commit;

    Write() throws IOException {
      boolean subset = random.nextInt(4) == 0;
      boolean copies = kind == Kind.REWRITE || kind == Kind.CHANGE_ROWS;
      for (Column c : planned) {
        if (!subset || kind == Kind.REWRITE || random.nextInt(3) > 0) {
          Type narrow = kind == Kind.REWRITE || random.nextBoolean() ? c.type() : Type.INT32;
          written.add(new Column(c.id(), c.name(), narrow));
        }
      }
      if (written.isEmpty() || (random.nextInt(4) == 0 && kind != Kind.REWRITE)) {
        String free = freeName();
        if (free != null) {
          written.add(new Column(-1, free, Type.INT32));
        }
      }
      Snapshot snapshot = open().current();
      Schema schema = schema(written, true);
      boolean named = kind == Kind.OVERWRITE_PLANNED || copies || random.nextBoolean();
      commit =
          (named && kind != Kind.OVERWRITE_SCHEMA
                  ? open().begin(ColumnBinding.of(schema, snapshot), List.of(PARTITION), null)
                  : open().begin(schema, List.of(PARTITION), null))
              .mergeSchema(merges)
              .overwriteSchema(kind == Kind.OVERWRITE_SCHEMA || kind == Kind.OVERWRITE_PLANNED);
      if (copies) {
        for (Map.Entry<String, Content> f : files.entrySet()) {
          if (random.nextBoolean()) {
            replaced.add(f.getKey());
            add(copied(f.getValue()));
          }
        }
      } else if (kind != Kind.DELETE) {
        for (int i = random.nextInt(2); i >= 0; i--) {
          add(content(written));
        }
      }
    }

    private Content copied(Content source) {
      List<Map<Integer, Long>> rows = new ArrayList<>();
      for (Map<Integer, Long> row : source.rows()) {
        Map<Integer, Long> copy = new HashMap<>();
        for (Column c : written) {
          Long value = kind == Kind.REWRITE ? row.get(c.id()) : Long.valueOf(++lastValue);
          if (value != null) {
            copy.put(c.id(), value);
          }
        }
        rows.add(copy);
      }
      return new Content(source.partition(), rows);
    }

    private void add(Content content) throws IOException {
      added.put(write(commit, written, content, "t-" + added.size()), content);
    }

    void commit() throws IOException {
      List<DataFile> list = List.copyOf(added.keySet());
      switch (kind) {
        case APPEND -> commit.append(list);
        case OVERWRITE, OVERWRITE_SCHEMA, OVERWRITE_PLANNED -> commit.overwrite(list);
        case OVERWRITE_PARTITIONS -> commit.overwritePartitions(list);
        case OVERWRITE_WHERE ->
            commit.overwriteWhere(list, f -> f.partition().get(PARTITION).equals("0"));
        case DELETE -> commit.delete(Predicate.parse("p = '0'"));
        case REWRITE -> commit.replaceFiles(replaced, list);
        case CHANGE_ROWS -> commit.changeRows("update", replaced, list);
      }
    }

    private boolean goes(Content f) {
      Set<String> partitions = new HashSet<>();
      added.values().forEach(c -> partitions.add(c.partition()));
      return switch (kind) {
        case APPEND, REWRITE, CHANGE_ROWS -> false;
        case OVERWRITE, OVERWRITE_SCHEMA, OVERWRITE_PLANNED -> true;
        case OVERWRITE_PARTITIONS -> partitions.contains(f.partition());
        case OVERWRITE_WHERE, DELETE -> f.partition().equals("0");
      };
    }

    /** Does the same to the table in memory; says whether it could. */
    String expect() {
      if (!files.keySet().containsAll(replaced)) {
        return GONE;
      }
      boolean any = kind == Kind.OVERWRITE_SCHEMA;
      boolean replaces = any || kind == Kind.OVERWRITE_PLANNED;
      Map<Integer, Column> ids = new HashMap<>();
      String wrong = kind == Kind.DELETE ? null : match(any, ids);
      if (wrong != null) {
        return wrong;
      }
      List<Column> after = new ArrayList<>();
      if (kind == Kind.DELETE) {
        after.addAll(columns);
      } else if (replaces) {
        for (Column w : written) {
          Column t = ids.get(w.id());
          after.add(new Column(t.id(), t.name(), w.type()));
        }
        for (Column t : columns) {
          boolean since = !any && t.id() > known;
          if (since && after.stream().noneMatch(c -> c.id() == t.id())) {
            after.add(t);
          }
        }
      } else {
        after.addAll(columns);
        for (Column w : written) {
          Column t = ids.get(w.id());
          if (t != null) {
            after.removeIf(c -> c.id() == t.id());
            boolean wide = t.type().equals(Type.INT64) || w.type().equals(Type.INT64);
            after.add(new Column(t.id(), t.name(), wide ? Type.INT64 : Type.INT32));
          }
        }
      }
      columns = after;
      files.keySet().removeAll(replaced);
      files.values().removeIf(this::goes);
      added.forEach((f, c) -> files.put(f.path(), translated(c, ids)));
      return null;
    }

    /** The columns of the table that those of the write are; or what is wrong. */
    private String match(boolean any, Map<Integer, Column> ids) {
      boolean rows = kind == Kind.CHANGE_ROWS;
      boolean same =
          !merges
              && List.of(
                      Kind.APPEND, Kind.OVERWRITE, Kind.OVERWRITE_PARTITIONS, Kind.OVERWRITE_WHERE)
                  .contains(kind);
      String wrong = null;
      for (Column w : written) {
        boolean isKnown = w.id() > 0 && !any;
        Column found = null;
        for (Column t : columns) {
          if (isKnown ? t.id() == w.id() : t.name().equals(w.name())) {
            found = t;
          }
        }
        if (found != null && !isKnown && !any && found.id() <= known) {
          return "conflict";
        }
        if (found == null && isKnown && kind != Kind.REWRITE) {
          return "conflict";
        }
        if (found == null && !isKnown) {
          if (same) {
            wrong = "refused";
          }
          found = new Column(++lastId, w.name(), w.type());
        }
        if (found != null) {
          ids.put(w.id(), found);
        }
      }
      for (Column t : columns) {
        boolean missing = ids.values().stream().noneMatch(c -> c.id() == t.id());
        if (missing && t.id() <= known && (same || rows)) {
          wrong = "refused";
        }
      }
      return wrong;
    }

    private Content translated(Content content, Map<Integer, Column> ids) {
      List<Map<Integer, Long>> rows = new ArrayList<>();
      for (Map<Integer, Long> row : content.rows()) {
        Map<Integer, Long> now = new HashMap<>();
        row.forEach(
            (id, value) -> {
              if (ids.containsKey(id)) {
                now.put(ids.get(id).id(), value);
              }
            });
        rows.add(now);
      }
      return new Content(content.partition(), rows);
    }
  }

  @Test
  void columnsAreFollowedByTheirIds() throws Exception {
    long seed = Long.getLong("placed.seed", new Random().nextLong());
    random = new Random(seed);
    int committed = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      root = temporary.resolve("table-" + round).toString();
      List<String> log = new ArrayList<>();
      try {
        int[] counts = round(log);
        committed += counts[0];
        refused += counts[1];
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round + ": " + log, e);
      }
    }
    assertTrue(committed > ROUNDS * 3, committed + " commits, seed " + seed);
    assertTrue(refused > ROUNDS, refused + " refused, seed " + seed);
  }

  private int[] round(List<String> log) throws IOException {
    columns =
        new ArrayList<>(List.of(new Column(1, "a", Type.INT32), new Column(2, "b", Type.INT32)));
    // The partition column has the id 3.
    lastId = 3;
    files = new TreeMap<>();
    Commit first = open().begin(schema(columns, true), List.of(PARTITION), null);
    Content content = content(columns);
    DataFile file = write(first, columns, content, "t");
    first.append(List.of(file));
    files.put(file.path(), content);
    List<Write> writes = new ArrayList<>();
    int[] counts = new int[2];
    for (int step = 0; step < STEPS; step++) {
      int what = random.nextInt(10);
      if (what < 3) {
        Write w = new Write();
        writes.add(w);
        log.add("begin " + w.kind + w.written + (w.merges ? " merges" : ""));
      } else if (what < 6 && !writes.isEmpty()) {
        finish(writes.remove(random.nextInt(writes.size())), counts, log);
      } else if (what < 9) {
        alter(log);
      } else if (random.nextInt(4) == 0) {
        log.add("vacuum");
        open().vacuum(new VacuumOptions(Duration.ZERO, 1 + random.nextInt(3), false));
      }
      verify();
    }
    return counts;
  }

  private void finish(Write w, int[] counts, List<String> log) throws IOException {
    String expected = w.expect();
    log.add("finish " + w.kind + w.written + (expected == null ? "" : " " + expected));
    String found = null;
    try {
      w.commit();
      counts[0]++;
    } catch (CommitConflictException e) {
      found = "conflict";
    } catch (IllegalArgumentException e) {
      found = "refused";
    }
    if (found != null) {
      counts[1]++;
      w.commit.abort();
    }
    if (GONE.equals(expected)) {
      assertNotNull(found);
    } else {
      assertEquals(expected, found);
    }
  }

  private void alter(List<String> log) throws IOException {
    List<ColumnChange> changes = new ArrayList<>();
    int at = random.nextInt(columns.size());
    Column c = columns.get(at);
    String free = freeName();
    int kind = random.nextInt(5);
    if (kind == 0 && free != null) {
      changes.add(new ColumnChange.Rename(c.name(), free));
      columns.set(at, c.renamed(free));
    } else if (kind == 1 && columns.size() > 1) {
      changes.add(new ColumnChange.Drop(c.name()));
      columns.remove(at);
    } else if (kind == 2 && free != null) {
      changes.add(new ColumnChange.Add(List.of(free), Type.INT32, ColumnChange.LAST));
      columns.add(new Column(++lastId, free, Type.INT32));
    } else if (kind == 3) {
      changes.add(new ColumnChange.Widen(List.of(c.name()), Type.INT64));
      columns.set(at, new Column(c.id(), c.name(), Type.INT64));
    } else if (kind == 4 && columns.size() > 1) {
      int other = (at + 1) % columns.size();
      Column d = columns.get(other);
      changes.add(new ColumnChange.Rename(c.name(), "between"));
      changes.add(new ColumnChange.Rename(d.name(), c.name()));
      changes.add(new ColumnChange.Rename("between", d.name()));
      columns.set(at, c.renamed(d.name()));
      columns.set(other, d.renamed(c.name()));
    }
    log.add("alter " + changes);
    open().alter(changes, Map.of());
  }

  private String freeName() {
    List<String> free = new ArrayList<>(NAMES);
    columns.forEach(c -> free.remove(c.name()));
    return free.isEmpty() ? null : free.get(random.nextInt(free.size()));
  }

  private DataSet open() throws IOException {
    return DataSet.at(FileStores.local(), root);
  }

  private static Schema schema(List<Column> columns, boolean partitioned) {
    List<Field> fields = new ArrayList<>();
    columns.forEach(c -> fields.add(Field.of(c.name(), c.type())));
    if (partitioned) {
      fields.add(Field.of(PARTITION, Type.STRING));
    }
    return Schema.of(fields);
  }

  private Content content(List<Column> written) {
    List<Map<Integer, Long>> rows = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Map<Integer, Long> row = new HashMap<>();
      written.forEach(c -> row.put(c.id(), ++lastValue));
      rows.add(row);
    }
    return new Content(String.valueOf(random.nextInt(2)), rows);
  }

  private static DataFile write(Commit commit, List<Column> written, Content content, String task)
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

  private void verify() throws IOException {
    Snapshot now = open().current();
    Set<String> names = new HashSet<>();
    now.schema().fields().forEach(f -> names.add(f.name()));
    Set<String> wanted = new HashSet<>(Set.of(PARTITION));
    columns.forEach(c -> wanted.add(c.name()));
    assertEquals(wanted, names);
    List<String> rows = new ArrayList<>();
    for (Content f : files.values()) {
      for (Map<Integer, Long> row : f.rows()) {
        Map<String, String> shown = new TreeMap<>();
        columns.forEach(c -> shown.put(c.name(), String.valueOf(row.get(c.id()))));
        shown.put(PARTITION, f.partition());
        rows.add(shown.toString());
      }
    }
    rows.sort(null);
    assertEquals(rows, scan(now, null));
    // Statistics must be of the column of that name.
    for (Column c : columns) {
      for (Content f : files.values()) {
        Long value = f.rows().get(0).get(c.id());
        if (value != null && scan(now, Predicate.parse(c.name() + " = " + value)).size() != 1) {
          fail(c + " = " + value + " is not found");
        }
      }
    }
  }

  private List<String> scan(Snapshot now, Predicate filter) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataSetScan scan = new DataSetScan(open(), now, now.schema(), filter)) {
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++) {
          Object[] values = scan.batch().row(i);
          Map<String, String> shown = new TreeMap<>();
          for (int c = 0; c < values.length; c++) {
            shown.put(now.schema().field(c).name(), String.valueOf(values[c]));
          }
          rows.add(shown.toString());
        }
      }
    }
    rows.sort(null);
    return rows;
  }
}
