package io.placed.dataset;

import io.placed.placement.ColumnNames;
import io.placed.placement.Placement;
import io.placed.scan.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Other columns and properties for a table, without a file being written: each file gets to know
 * what its columns are called in the table.
 *
 * @param properties to be set; null values = to be removed
 */
record Alteration(String commitId, List<ColumnChange> changes, Map<String, String> properties)
    implements StateChange {

  @Override
  public String operation() {
    return "alter";
  }

  @Override
  public List<DataFile> added() {
    return List.of();
  }

  @Override
  public TableState apply(DataSet dataSet, TableState base) throws IOException {
    if (base == null) {
      throw new IllegalArgumentException(
          dataSet.path() + ": has no snapshot yet, so that nothing can be altered; write to it");
    }
    boolean renames =
        changes.stream()
            .anyMatch(c -> c instanceof ColumnChange.Rename || c instanceof ColumnChange.Drop);
    if (renames) {
      requireNoForeign(dataSet, base);
    }
    Schema schema = base.schema();
    int lastFieldId = base.lastFieldId();
    SortedMap<String, DataFile> files = new TreeMap<>(base.files());
    String placement = base.placement();
    for (ColumnChange change : changes) {
      Schema before = schema;
      placement = placementAfter(dataSet, placement, before, change);
      schema = apply(before, change, base.partitionColumns(), lastFieldId);
      lastFieldId = Math.max(lastFieldId, schema.lastId());
      Schema after = schema;
      files.replaceAll((path, f) -> restated(f, before, after, change));
    }
    if (renames) {
      requireFits(placement, schema, base.partitionColumns());
    }
    Map<String, String> all = new LinkedHashMap<>(base.properties());
    properties.forEach(
        (k, v) -> {
          if (v == null) {
            all.remove(k);
          } else {
            all.put(k, v);
          }
        });
    SnapshotInfo info =
        new SnapshotInfo(
            base.info().id() + 1,
            base.info().id(),
            base.info().commitId(),
            commitId,
            Math.max(System.currentTimeMillis(), base.info().timestampMillis()),
            operation(),
            0,
            0,
            0,
            0);
    return new TableState(
        info,
        schema,
        base.partitionColumns(),
        placement,
        all,
        files,
        base.excluded(),
        lastFieldId,
        base.cleanup(),
        0);
  }

  /** Of such a file nobody would know, tomorrow, which names its columns had. */
  private static void requireNoForeign(DataSet dataSet, TableState base) throws IOException {
    var foreign = dataSet.foreign().read(true, base.excluded());
    if (!foreign.isEmpty()) {
      throw new IllegalArgumentException(
          dataSet.path()
              + ": columns cannot be renamed or dropped while files lie in the table that it did"
              + " not write, such as "
              + foreign.get(0).path()
              + "; rewrite the table first");
    }
  }

  private static void requireFits(String placement, Schema schema, List<String> partitions) {
    List<Field> stored =
        schema.fields().stream().filter(f -> !partitions.contains(f.name())).toList();
    Placement.parse(placement).requireFits(Schema.of(stored));
  }

  /** What the placement says of a column goes with its name. */
  private static String placementAfter(
      DataSet dataSet, String placement, Schema schema, ColumnChange change) {
    if (!(change instanceof ColumnChange.Rename) && !(change instanceof ColumnChange.Drop)) {
      return placement;
    }
    String column =
        change instanceof ColumnChange.Rename r
            ? r.column()
            : ((ColumnChange.Drop) change).column();
    int ordinal = schema.indexOf(column);
    Placement named = Placement.parse(placement);
    String setting = named.settingThatNames(name -> ColumnNames.isAt(name, schema, ordinal));
    if (setting == null) {
      return placement;
    }
    if (change instanceof ColumnChange.Rename r) {
      return named
          .renamed(name -> ColumnNames.isAt(name, schema, ordinal) ? r.to() : name)
          .toString();
    }
    throw new IllegalArgumentException(
        dataSet.path()
            + ": column "
            + column
            + " cannot be dropped: the placement of the table has "
            + setting
            + "; rewrite the table with another placement first");
  }

  private static Schema apply(
      Schema schema, ColumnChange change, List<String> partitions, int lastFieldId) {
    List<Field> fields = new ArrayList<>(schema.fields());
    if (change instanceof ColumnChange.Add add) {
      if (add.path().size() == 1) {
        requireAbsent(schema, add.path().get(0));
        insert(
            fields, Field.of(add.path().get(0), ColumnBinding.withoutIds(add.type())), add.after());
      } else {
        changeType(schema, fields, add.path(), parent -> withField(parent, add));
      }
    } else if (change instanceof ColumnChange.Drop drop) {
      requireNoPartition(drop.column(), partitions);
      fields.remove(schema.require(drop.column()));
      if (fields.size() == partitions.size()) {
        throw new IllegalArgumentException(
            "column " + drop.column() + " is the last one that is stored; it has to stay");
      }
    } else if (change instanceof ColumnChange.Rename rename) {
      requireNoPartition(rename.column(), partitions);
      Field old = schema.require(rename.column());
      if (!rename.to().equalsIgnoreCase(rename.column())) {
        requireAbsent(schema, rename.to());
      }
      fields.set(fields.indexOf(old), new Field(old.id(), rename.to(), old.type(), old.nullable()));
    } else if (change instanceof ColumnChange.Move move) {
      Field moved = schema.require(move.column());
      fields.remove(moved);
      insert(fields, moved, move.after());
    } else if (change instanceof ColumnChange.Widen widen) {
      String column = String.join(".", widen.path());
      if (partitions.contains(widen.path().get(0))) {
        throw new IllegalArgumentException("partition column " + column + " keeps its type");
      }
      List<String> below = new ArrayList<>(widen.path());
      below.add("");
      changeType(schema, fields, below, old -> widened(old, widen.type(), column));
    }
    return Schema.of(fields, lastFieldId);
  }

  private static void requireNoPartition(String column, List<String> partitions) {
    if (partitions.contains(column)) {
      throw new IllegalArgumentException(
          "column " + column + " names directories; a partition column keeps its name");
    }
  }

  private static void requireAbsent(Schema schema, String column) {
    if (schema.find(column, false).isPresent()) {
      throw new IllegalArgumentException("the table has a column " + column + " already");
    }
  }

  private static void insert(List<Field> fields, Field field, String after) {
    if (after == null) {
      fields.add(0, field);
      return;
    }
    int at = fields.size();
    if (!after.equals(ColumnChange.LAST)) {
      at = 1 + fields.stream().map(Field::name).toList().indexOf(after);
      if (at == 0) {
        throw new IllegalArgumentException("there is no column " + after + " to stand behind");
      }
    }
    fields.add(at, field);
  }

  private static Type widened(Type old, Type type, String column) {
    if (!Widening.allowed(old, type)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " is "
              + old
              + ", and "
              + type
              + " does not have all its values; allowed are wider types");
    }
    return type;
  }

  private interface TypeChange {
    Type of(Type old);
  }

  /** Changes the type that holds the last name of a path. */
  private static void changeType(
      Schema schema, List<Field> fields, List<String> path, TypeChange change) {
    Field top = schema.require(path.get(0));
    fields.set(
        fields.indexOf(top),
        top.withType(inside(top.type(), path.subList(1, path.size()), change)));
  }

  private static Type inside(Type type, List<String> path, TypeChange change) {
    if (path.size() == 1) {
      return change.of(type);
    }
    String name = path.get(0);
    List<String> rest = path.subList(1, path.size());
    if (type instanceof ListType l && name.equals("element")) {
      return new ListType(l.element().withType(inside(l.element().type(), rest, change)));
    }
    if (type instanceof MapType m && (name.equals("key") || name.equals("value"))) {
      return name.equals("key")
          ? new MapType(m.key().withType(inside(m.key().type(), rest, change)), m.value())
          : new MapType(m.key(), m.value().withType(inside(m.value().type(), rest, change)));
    }
    if (type instanceof StructType s) {
      List<Field> fields = new ArrayList<>();
      boolean found = false;
      for (Field f : s.fields()) {
        found |= f.name().equals(name);
        fields.add(f.name().equals(name) ? f.withType(inside(f.type(), rest, change)) : f);
      }
      if (found) {
        return new StructType(fields);
      }
    }
    throw new IllegalArgumentException("there is no field " + name + " in " + type);
  }

  private static Type withField(Type parent, ColumnChange.Add add) {
    String name = add.path().get(add.path().size() - 1);
    if (!(parent instanceof StructType s)) {
      throw new IllegalArgumentException(
          "field " + String.join(".", add.path()) + " can be added to a struct, found " + parent);
    }
    if (s.fields().stream().anyMatch(f -> f.name().equalsIgnoreCase(name))) {
      throw new IllegalArgumentException(
          "there is a field " + String.join(".", add.path()) + " already");
    }
    List<Field> fields = new ArrayList<>(s.fields());
    insert(fields, Field.of(name, ColumnBinding.withoutIds(add.type())), add.after());
    return new StructType(fields);
  }

  private static DataFile restated(DataFile f, Schema before, Schema after, ColumnChange change) {
    Map<String, String> names = new LinkedHashMap<>(f.names());
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>(f.statistics());
    if (change instanceof ColumnChange.Rename r) {
      names.put(r.to(), ReadRequest.nameInFile(f.names(), r.column(), true));
      names.put(r.column(), null);
      if (statistics.containsKey(r.column())) {
        statistics.put(r.to(), statistics.remove(r.column()));
      }
      if (r.to().equals(names.get(r.to()))) {
        names.remove(r.to());
      }
    } else if (change instanceof ColumnChange.Drop d) {
      names.put(d.column(), null);
      statistics.remove(d.column());
    } else {
      statistics = new LinkedHashMap<>(SchemaMerge.restate(statistics, before, after));
    }
    return f.with(f.partition(), statistics, names);
  }
}
