package io.placed.table.evolution;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.LazyStatistics;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Binds the columns of a write to columns of the table: by name to the snapshot that the write was
 * planned on, and by field id from then on. So a column that is renamed while the write runs stays
 * the same, and another column with its name is different. Immutable.
 *
 * @param written columns under their names in the files, with the table's ids; new columns have
 *     larger ids
 * @param planned the columns of the table at planning; empty if there was no table
 * @param known the largest field id that the table had assigned
 * @param snapshot on which the write was planned; 0 if there was none
 * @param commitId of that snapshot
 * @param partitioning of the table at planning
 */
public record ColumnBinding(
    Schema written,
    Schema planned,
    int known,
    long snapshot,
    String commitId,
    Partitioning partitioning) {

  /**
   * @param planned the snapshot of the plan; if null, or a directory without snapshots, columns are
   *     bound by name to the table's first snapshot
   */
  public static ColumnBinding of(Schema written, Snapshot planned) {
    return planned == null || planned.id() == 0
        ? new ColumnBinding(written, Schema.of(), 0, 0, "", Partitioning.NONE)
        : of(
            written,
            planned.loggedSchema(),
            planned.lastFieldId(),
            planned.id(),
            planned.commitId(),
            planned.partitioning());
  }

  public static ColumnBinding of(
      Schema written,
      Schema table,
      int lastFieldId,
      long snapshot,
      String commitId,
      Partitioning partitioning) {
    int last = Math.max(lastFieldId, table.lastId());
    List<Field> bound = bound(written.fields(), table.fields());
    return new ColumnBinding(Schema.of(bound, last), table, last, snapshot, commitId, partitioning);
  }

  public boolean isPlanned() {
    return known > 0;
  }

  /** The same columns, planned on a later snapshot, which has all of them. */
  public ColumnBinding in(
      Schema table, int lastFieldId, SnapshotInfo snapshot, Partitioning partitions) {
    Schema now = Schema.of(in(written.fields(), table.fields()));
    return new ColumnBinding(
        now, table, lastFieldId, snapshot.id(), snapshot.commitId(), partitions);
  }

  private List<Field> in(List<Field> fields, List<Field> table) {
    List<Field> now = new ArrayList<>();
    for (Field w : fields) {
      Field found = null;
      for (Field t : table) {
        boolean same = isKnown(w) ? t.id() == w.id() : t.name().equals(w.name());
        found = same || (found == null && isReplacement(w, t)) ? t : found;
      }
      now.add(found == null ? w : in(w, found));
    }
    return now;
  }

  /** Whether the write itself replaced a column by one of another type, which has a new id. */
  private boolean isReplacement(Field w, Field t) {
    return !isKnown(t)
        && t.name().equals(w.name())
        && withoutIds(t.type()).equals(withoutIds(w.type()));
  }

  private Field in(Field w, Field t) {
    Type type = w.type();
    if (w.type() instanceof StructType ws && t.type() instanceof StructType ts) {
      type = new StructType(in(ws.fields(), ts.fields()));
    } else if (w.type() instanceof ListType wl && t.type() instanceof ListType tl) {
      type = new ListType(in(wl.element(), tl.element()));
    } else if (w.type() instanceof MapType wm && t.type() instanceof MapType tm) {
      type = new MapType(in(wm.key(), tm.key()), in(wm.value(), tm.value()));
    }
    return w.withId(t.id()).withType(type);
  }

  /** The table's schema under the names of the plan, without columns that were added since. */
  public Schema view(Schema table) {
    if (!isPlanned() || table.equals(planned)) {
      return table;
    }
    Map<Integer, String> names = plannedNames();
    List<Field> fields = new ArrayList<>();
    for (Field f : table.fields()) {
      String name = names.get(f.id());
      if (name != null) {
        fields.add(new Field(f.id(), name, f.type(), f.nullable()));
      }
    }
    return Schema.of(fields);
  }

  /** A file of the table, in terms of {@link #view}. */
  public DataFile view(DataFile file, Schema table) {
    if (!isPlanned() || table.equals(planned)) {
      return file;
    }
    Map<Integer, String> names = plannedNames();
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    if (file.statistics() instanceof LazyStatistics lazy) {
      lazy.readAll();
    }
    for (Field f : table.fields()) {
      ColumnStatistics s = file.statistics().get(f.name());
      if (s != null && names.containsKey(f.id())) {
        statistics.put(names.get(f.id()), s);
      }
    }
    return file.with(partition(file, table, names), statistics, file.names());
  }

  /** Of columns under the names of the plan, and of derived fields, which keep theirs. */
  private Map<String, String> partition(
      DataFile file, Schema table, Map<Integer, String> plannedNames) {
    Map<String, String> partition = new LinkedHashMap<>();
    file.partition()
        .forEach(
            (name, value) -> {
              int at = table.indexOf(name);
              if (at >= 0 && plannedNames.containsKey(table.field(at).id())) {
                partition.put(plannedNames.get(table.field(at).id()), value);
              } else if (at < 0 && planned.indexOf(name) < 0) {
                partition.put(name, value);
              }
            });
    return partition;
  }

  private Map<Integer, String> plannedNames() {
    Map<Integer, String> names = new HashMap<>();
    planned.fields().forEach(f -> names.put(f.id(), f.name()));
    return names;
  }

  /** Whether a written field is one that the table had when the write was planned. */
  boolean isKnown(Field field) {
    return field.id() <= known;
  }

  /**
   * Whether a field of the table had been dropped when the write was planned: a rollback has
   * brought it back since.
   */
  boolean isBroughtBack(Field field) {
    return field.id() <= known && !plannedIds().contains(field.id());
  }

  /**
   * Whether a field of the table had a type when the write was planned whose values that of now
   * need not have: a rollback has brought back a narrower one since.
   */
  boolean isNarrowed(Field field) {
    Field before = plannedFields().get(field.id());
    return before != null
        && !before.type().isNested()
        && !Widening.allowed(before.type(), field.type());
  }

  /** Ids of all fields that the table had when the write was planned, nested ones included. */
  private Set<Integer> plannedIds() {
    return plannedFields().keySet();
  }

  private Map<Integer, Field> plannedFields() {
    Map<Integer, Field> fields = new HashMap<>();
    planned.fields().forEach(f -> add(f, fields));
    return fields;
  }

  private static void add(Field field, Map<Integer, Field> fields) {
    fields.put(field.id(), field);
    if (field.type() instanceof StructType s) {
      s.fields().forEach(f -> add(f, fields));
    } else if (field.type() instanceof ListType l) {
      add(l.element(), fields);
    } else if (field.type() instanceof MapType m) {
      add(m.key(), fields);
      add(m.value(), fields);
    }
  }

  private static List<Field> bound(List<Field> written, List<Field> table) {
    Map<String, Field> byName = new LinkedHashMap<>();
    table.forEach(f -> byName.put(f.name(), f));
    List<Field> bound = new ArrayList<>();
    for (Field w : written) {
      bound.add(bound(w, byName.get(w.name())));
    }
    return bound;
  }

  private static Field bound(Field written, Field table) {
    if (table == null) {
      return withoutIds(written);
    }
    return written.withId(table.id()).withType(bound(written.type(), table.type()));
  }

  private static Type bound(Type written, Type table) {
    if (written instanceof StructType w && table instanceof StructType t) {
      return new StructType(bound(w.fields(), t.fields()));
    }
    if (written instanceof ListType w && table instanceof ListType t) {
      return new ListType(bound(w.element(), t.element()));
    }
    if (written instanceof MapType w && table instanceof MapType t) {
      return new MapType(bound(w.key(), t.key()), bound(w.value(), t.value()));
    }
    return withoutIds(written);
  }

  /** Without ids, since those of another schema are not comparable. */
  static Field withoutIds(Field f) {
    return new Field(0, f.name(), withoutIds(f.type()), f.nullable());
  }

  static Type withoutIds(Type type) {
    if (type instanceof StructType s) {
      return new StructType(s.fields().stream().map(ColumnBinding::withoutIds).toList());
    } else if (type instanceof ListType l) {
      return new ListType(withoutIds(l.element()));
    } else if (type instanceof MapType m) {
      return new MapType(withoutIds(m.key()), withoutIds(m.value()));
    }
    return type;
  }
}
