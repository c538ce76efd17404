package io.placed.spark.catalog;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.catalog.TableChange;

/** What a data set calls the columns and fields that a catalog names, while these are changed. */
final class StoredNames {
  private final List<Field> columns;
  private final boolean caseSensitive;

  StoredNames(Schema there, boolean caseSensitive) {
    this.columns = new ArrayList<>(there.fields());
    this.caseSensitive = caseSensitive;
  }

  /** Whether the data set has a column of exactly this name. */
  boolean has(String column) {
    return columns.stream().anyMatch(f -> f.name().equals(column));
  }

  /**
   * The names on the way to a column or field; those that the data set does not have as they are.
   *
   * @throws IllegalArgumentException if one of them is that of several fields
   */
  List<String> of(String[] path) {
    List<String> names = new ArrayList<>();
    List<Field> fields = columns;
    for (String name : path) {
      Field f = find(fields, name);
      names.add(f == null ? name : f.name());
      fields = f == null ? List.of() : fields(f.type());
    }
    return names;
  }

  /** As Spark names them: the values of a list are its element, those of a map key and value. */
  private static List<Field> fields(Type type) {
    if (type instanceof StructType s) {
      return s.fields();
    } else if (type instanceof ListType l) {
      return List.of(named("element", l.element()));
    } else if (type instanceof MapType m) {
      return List.of(named("key", m.key()), named("value", m.value()));
    }
    return List.of();
  }

  private static Field named(String name, Field f) {
    return new Field(f.id(), name, f.type(), f.nullable());
  }

  private Field find(List<Field> fields, String name) {
    List<Field> alike =
        fields.stream()
            .filter(f -> caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name))
            .toList();
    if (alike.size() > 1) {
      throw new IllegalArgumentException(
          "column '"
              + name
              + "' is ambiguous: the data set has "
              + alike.get(0).name()
              + " and "
              + alike.get(1).name());
    }
    return alike.isEmpty() ? null : alike.get(0);
  }

  void add(List<String> path, Type type) {
    if (path.size() == 1) {
      columns.add(Field.of(path.get(0), type));
    }
  }

  /** Follows a change of a column that the data set has. */
  void follow(TableChange change, List<String> path) {
    for (int i = 0; i < columns.size() && path.size() == 1; i++) {
      if (columns.get(i).name().equals(path.get(0))) {
        if (change instanceof TableChange.RenameColumn rename) {
          columns.set(i, named(rename.newName(), columns.get(i)));
        } else if (change instanceof TableChange.DeleteColumn) {
          columns.remove(i);
        }
        return;
      }
    }
  }
}
