package io.placed.table.evolution;

import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.partition.Partitioning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Applies a schema change to a table's schema and files. */
public final class EvolvedColumns {
  private EvolvedColumns() {}

  /**
   * @throws IllegalArgumentException if the change is not possible
   */
  public static Schema apply(
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
            "column "
                + drop.column()
                + " cannot be dropped: it is the only stored column of the table");
      }
    } else if (change instanceof ColumnChange.Rename rename) {
      requireNoPartition(rename.column(), partitions);
      Field old = schema.require(rename.column());
      if (!rename.to().equalsIgnoreCase(rename.column())) {
        requireAbsent(schema, rename.to());
      }
      fields.set(fields.indexOf(old), new Field(old.id(), rename.to(), old.type(), old.nullable()));
    } else if (change instanceof ColumnChange.Replace replace) {
      requireNoPartition(replace.column(), partitions);
      Field old = schema.require(replace.column());
      fields.set(
          fields.indexOf(old), Field.of(old.name(), ColumnBinding.withoutIds(replace.type())));
    } else if (change instanceof ColumnChange.Move move) {
      Field moved = schema.require(move.column());
      fields.remove(moved);
      insert(fields, moved, move.after());
    } else if (change instanceof ColumnChange.Widen widen) {
      String column = String.join(".", widen.path());
      if (partitions.contains(widen.path().get(0))) {
        throw new IllegalArgumentException(
            "the type of partition column " + column + " cannot be changed");
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
          "partition column "
              + column
              + " cannot be renamed or dropped: directories are named after it");
    }
  }

  private static void requireAbsent(Schema schema, String column) {
    if (schema.find(column, false).isPresent()) {
      throw new IllegalArgumentException("column " + column + " already exists");
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
        throw new IllegalArgumentException(
            "cannot place a column after " + after + ": it does not exist");
      }
    }
    fields.add(at, field);
  }

  private static Type widened(Type old, Type type, String column) {
    if (!Widening.allowed(old, type)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of type "
              + old
              + " cannot be changed to "
              + type
              + "; allowed are wider types");
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
    throw new IllegalArgumentException("field " + name + " does not exist in " + type);
  }

  private static Type withField(Type parent, ColumnChange.Add add) {
    String name = add.path().get(add.path().size() - 1);
    if (!(parent instanceof StructType s)) {
      throw new IllegalArgumentException(
          "field "
              + String.join(".", add.path())
              + " can only be added to a struct, found "
              + parent);
    }
    if (s.fields().stream().anyMatch(f -> f.name().equalsIgnoreCase(name))) {
      throw new IllegalArgumentException(
          "field " + String.join(".", add.path()) + " already exists");
    }
    List<Field> fields = new ArrayList<>(s.fields());
    insert(fields, Field.of(name, ColumnBinding.withoutIds(add.type())), add.after());
    return new StructType(fields);
  }

  /** The entry of a file after the change. */
  public static DataFile restate(DataFile f, Schema before, Schema after, ColumnChange change) {
    if (change instanceof ColumnChange.Rename r && r.to().equals(r.column())) {
      return f;
    }
    Map<String, String> names = new LinkedHashMap<>(f.names());
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>(f.statistics());
    Map<String, String> partition = f.partition();
    if (change instanceof ColumnChange.Rename r) {
      hideStored(names, r.column());
      names.put(r.to(), ReadRequest.nameInFile(f.names(), r.column(), true));
      names.put(r.column(), null);
      partition = Partitioning.renamed(partition, Map.of(r.column(), r.to()));
      if (statistics.containsKey(r.column())) {
        statistics.put(r.to(), statistics.remove(r.column()));
      }
      if (r.to().equals(names.get(r.to()))) {
        names.remove(r.to());
      }
    } else if (change instanceof ColumnChange.Drop d) {
      hideStored(names, d.column());
      names.put(d.column(), null);
      statistics.remove(d.column());
      partition = new LinkedHashMap<>(partition);
      partition.remove(d.column());
    } else {
      statistics = new LinkedHashMap<>(SchemaMerge.restate(statistics, before, after));
      SchemaMerge.hideOthers(names, before, after);
    }
    return f.with(partition, statistics, names);
  }

  /**
   * Added files may have a column in another case than the table. Once the table's column has
   * another name, or none, a later one may be called as it is stored, and is not it.
   */
  private static void hideStored(Map<String, String> names, String column) {
    String stored = ReadRequest.nameInFile(names, column, true);
    if (stored != null) {
      names.putIfAbsent(stored, null);
    }
  }
}
