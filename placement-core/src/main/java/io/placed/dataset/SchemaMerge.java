package io.placed.dataset;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema of a table after files of another one were added: names equal, of two types the wider,
 * nullable if either is. Ids are the table's.
 */
final class SchemaMerge {
  private final boolean newColumns;

  private SchemaMerge(boolean newColumns) {
    this.newColumns = newColumns;
  }

  /**
   * @param newColumns whether a side may lack columns of the other
   * @throws IllegalArgumentException that names the column that does not fit
   */
  static Schema merge(Schema table, Schema added, boolean newColumns) {
    return Schema.of(new SchemaMerge(newColumns).fields(table.fields(), added.fields(), ""));
  }

  private List<Field> fields(List<Field> table, List<Field> added, String parent) {
    Map<String, Field> rest = new LinkedHashMap<>();
    added.forEach(f -> rest.put(f.name(), f));
    List<Field> merged = new ArrayList<>();
    for (Field t : table) {
      Field a = rest.remove(t.name());
      if (a == null && !newColumns) {
        throw new IllegalArgumentException(
            "column "
                + parent
                + t.name()
                + " of the table is missing in what is written; mergeSchema would allow it");
      }
      merged.add(a == null ? withNulls(t) : field(t, a, parent));
    }
    for (Field a : rest.values()) {
      if (!newColumns) {
        throw new IllegalArgumentException(
            "the table has no column " + parent + a.name() + "; mergeSchema would add it");
      }
      for (Field t : table) {
        if (t.name().equalsIgnoreCase(a.name())) {
          throw new IllegalArgumentException(
              "column " + parent + a.name() + " differs only in case from the table's " + t.name());
        }
      }
      merged.add(withNulls(withoutIds(a)));
    }
    return merged;
  }

  private Field field(Field table, Field added, String parent) {
    Type type = type(table.type(), added.type(), parent + table.name());
    return new Field(table.id(), table.name(), type, table.nullable() || added.nullable());
  }

  private Type type(Type table, Type added, String column) {
    if (table instanceof StructType t && added instanceof StructType a) {
      return new StructType(fields(t.fields(), a.fields(), column + "."));
    }
    if (table instanceof ListType t && added instanceof ListType a) {
      return new ListType(field(t.element(), a.element(), column + "."));
    }
    if (table instanceof MapType t && added instanceof MapType a) {
      return new MapType(
          field(t.key(), a.key(), column + "."), field(t.value(), a.value(), column + "."));
    }
    if (Widening.allowed(added, table)) {
      return table;
    }
    if (Widening.allowed(table, added)) {
      return added;
    }
    throw new IllegalArgumentException(
        "column " + column + ": the table has " + table + ", what is written " + added);
  }

  private static Field withNulls(Field f) {
    return new Field(f.id(), f.name(), f.type(), true);
  }

  /** Ids of another schema mean nothing here. */
  private static Field withoutIds(Field f) {
    Type type = f.type();
    if (type instanceof StructType s) {
      type = new StructType(s.fields().stream().map(SchemaMerge::withoutIds).toList());
    } else if (type instanceof ListType l) {
      type = new ListType(withoutIds(l.element()));
    } else if (type instanceof MapType m) {
      type = new MapType(withoutIds(m.key()), withoutIds(m.value()));
    }
    return new Field(0, f.name(), type, f.nullable());
  }

  /**
   * Statistics of a file in terms of the table's types; those of columns that the table does not
   * have, or has with a type that the file's does not widen to, are left out.
   */
  static Map<String, ColumnStatistics> restate(
      Map<String, ColumnStatistics> statistics, Schema file, Schema table) {
    Map<String, ColumnStatistics> restated = new LinkedHashMap<>();
    statistics.forEach(
        (column, s) -> {
          int from = file.indexOf(column);
          int to = table.indexOf(column);
          if (from < 0 || to < 0) {
            return;
          }
          Type stored = file.field(from).type();
          Type wanted = table.field(to).type();
          if (Widening.allowed(stored, wanted)) {
            restated.put(column, s.widened(stored, wanted));
          }
        });
    return restated;
  }

  static DataFile restate(DataFile f, Schema file, Schema table) {
    if (file.equals(table)) {
      return f;
    }
    return f.with(f.partition(), restate(f.statistics(), file, table), f.names());
  }
}
