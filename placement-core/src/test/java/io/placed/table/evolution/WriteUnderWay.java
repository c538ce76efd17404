package io.placed.table.evolution;

import static io.placed.table.evolution.ExpectedTable.PARTITION;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ExpectedTable.Column;
import io.placed.table.evolution.ExpectedTable.Content;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A write in progress. Columns that it adds have negative ids until it commits. */
final class WriteUnderWay {
  enum Kind {
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

  /** Outcome if files that the write replaces do not exist any more. */
  static final String GONE = "gone";

  private final ExpectedTable table;
  final Kind kind;
  final boolean merges;
  private final List<Column> planned;
  private final int known;
  final List<Column> written = new ArrayList<>();
  private final Map<DataFile, Content> added = new LinkedHashMap<>();
  private final Set<String> replaced = new HashSet<>();
  final Commit commit;

  WriteUnderWay(ExpectedTable table) throws IOException {
    this.table = table;
    Random random = table.random;
    kind = Kind.values()[random.nextInt(Kind.values().length)];
    merges = random.nextInt(3) > 0;
    planned = List.copyOf(table.columns);
    known = table.lastId;
    boolean subset = random.nextInt(4) == 0;
    boolean copies = kind == Kind.REWRITE || kind == Kind.CHANGE_ROWS;
    for (Column c : planned) {
      if (!subset || kind == Kind.REWRITE || random.nextInt(3) > 0) {
        Type narrow = kind == Kind.REWRITE || random.nextBoolean() ? c.type() : Type.INT32;
        written.add(new Column(c.id(), c.name(), narrow));
      }
    }
    if (written.isEmpty() || (random.nextInt(4) == 0 && kind != Kind.REWRITE)) {
      String free = table.freeName();
      if (free != null) {
        written.add(new Column(-1, free, Type.INT32));
      }
    }
    Snapshot snapshot = table.open().current();
    Schema schema = ExpectedTable.schema(written, true);
    boolean named = kind == Kind.OVERWRITE_PLANNED || copies || random.nextBoolean();
    commit =
        (named && kind != Kind.OVERWRITE_SCHEMA
                ? table.open().begin(ColumnBinding.of(schema, snapshot), List.of(PARTITION), null)
                : table.open().begin(schema, List.of(PARTITION), null))
            .mergeSchema(merges)
            .overwriteSchema(kind == Kind.OVERWRITE_SCHEMA || kind == Kind.OVERWRITE_PLANNED);
    if (copies) {
      for (Map.Entry<String, Content> f : table.files.entrySet()) {
        if (random.nextBoolean()) {
          replaced.add(f.getKey());
          add(copied(f.getValue()));
        }
      }
    } else if (kind != Kind.DELETE) {
      for (int i = random.nextInt(2); i >= 0; i--) {
        add(table.content(written));
      }
    }
  }

  private Content copied(Content source) {
    List<Map<Integer, Long>> rows = new ArrayList<>();
    for (Map<Integer, Long> row : source.rows()) {
      Map<Integer, Long> copy = new HashMap<>();
      for (Column c : written) {
        Long value = kind == Kind.REWRITE ? row.get(c.id()) : Long.valueOf(++table.lastValue);
        if (value != null) {
          copy.put(c.id(), value);
        }
      }
      rows.add(copy);
    }
    return new Content(source.partition(), rows);
  }

  private void add(Content content) throws IOException {
    added.put(ExpectedTable.write(commit, written, content, "t-" + added.size()), content);
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

  /** Applies the write to the in-memory table; returns whether it could. */
  String expect() {
    if (!table.files.keySet().containsAll(replaced)) {
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
      after.addAll(table.columns);
    } else if (replaces) {
      Set<Integer> found = new HashSet<>();
      for (Column w : written) {
        Column t = ids.get(w.id());
        found.add(t.id());
        // An int32 is not the int64 that it replaces.
        boolean narrower = t.type().equals(Type.INT64) && w.type().equals(Type.INT32);
        Column now = new Column(narrower ? ++table.lastId : t.id(), t.name(), w.type());
        ids.put(w.id(), now);
        after.add(now);
      }
      for (Column t : table.columns) {
        boolean since = !any && (t.id() > known || isBroughtBack(t));
        if (since && !found.contains(t.id())) {
          after.add(t);
        }
      }
    } else {
      after.addAll(table.columns);
      for (Column w : written) {
        Column t = ids.get(w.id());
        if (t != null) {
          after.removeIf(c -> c.id() == t.id());
          boolean wide = t.type().equals(Type.INT64) || w.type().equals(Type.INT64);
          after.add(new Column(t.id(), t.name(), wide ? Type.INT64 : Type.INT32));
        }
      }
    }
    table.columns = after;
    table.files.keySet().removeAll(replaced);
    table.files.values().removeIf(this::goes);
    added.forEach((f, c) -> table.files.put(f.path(), translated(c, ids)));
    return null;
  }

  /** Matches the columns of the write with those of the table, or returns the error. */
  private String match(boolean any, Map<Integer, Column> ids) {
    boolean rows = kind == Kind.CHANGE_ROWS;
    boolean same =
        !merges
            && List.of(Kind.APPEND, Kind.OVERWRITE, Kind.OVERWRITE_PARTITIONS, Kind.OVERWRITE_WHERE)
                .contains(kind);
    String wrong = null;
    for (Column w : written) {
      boolean isKnown = w.id() > 0 && !any;
      Column found = null;
      for (Column t : table.columns) {
        if (isKnown ? t.id() == w.id() : t.name().equals(w.name())) {
          found = t;
        }
      }
      if (found != null && !isKnown && !any && found.id() <= known && !isBroughtBack(found)) {
        return "conflict";
      }
      if (found == null && isKnown && kind != Kind.REWRITE) {
        return "conflict";
      }
      if (kind == Kind.REWRITE && isNarrower(found, w)) {
        return "conflict"; // A rollback has brought its former type back.
      }
      if (found == null && !isKnown) {
        if (same) {
          wrong = "refused";
        }
        found = new Column(++table.lastId, w.name(), w.type());
      }
      if (found != null) {
        ids.put(w.id(), found);
      }
    }
    for (Column t : table.columns) {
      boolean missing = ids.values().stream().noneMatch(c -> c.id() == t.id());
      if (missing && isBroughtBack(t) && (rows || kind == Kind.REWRITE)) {
        return "conflict"; // The copies lack it.
      }
      if (missing && t.id() <= known && !isBroughtBack(t) && (same || rows)) {
        wrong = "refused";
      }
    }
    return wrong;
  }

  private static boolean isNarrower(Column found, Column w) {
    return found != null && found.type().equals(Type.INT32) && w.type().equals(Type.INT64);
  }

  /** Whether the column had been dropped when the write began. */
  private boolean isBroughtBack(Column t) {
    return t.id() <= known && planned.stream().noneMatch(c -> c.id() == t.id());
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
