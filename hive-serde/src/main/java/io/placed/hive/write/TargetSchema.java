package io.placed.hive.write;

import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.ReadTypes;
import io.placed.io.FileStores;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.table.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The schema of a file to be written: the columns of Hive's table. In a data set with snapshots
 * every reader must be able to read the file, and copies of it must have all that is in it: columns
 * and fields are spelled as in the data set, timestamps have its kind, and columns, fields and
 * types that it does not have are refused.
 */
final class TargetSchema {
  private final DataSet dataSet;

  private TargetSchema(DataSet dataSet) {
    this.dataSet = dataSet;
  }

  /**
   * @param dataSet null if the table has no snapshots
   * @throws IllegalArgumentException naming the column that the data set cannot hold
   */
  static Schema of(Columns columns, DataSet dataSet) throws IOException {
    if (dataSet == null) {
      return columns.schema();
    }
    return new TargetSchema(dataSet).fitting(columns, dataSet.directory().newestLogged().schema());
  }

  private Schema fitting(Columns columns, Schema there) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.names().get(i);
      Optional<Integer> at = there.find(name, false);
      if (at.isEmpty()) {
        throw unknown(List.of(name), " " + columns.types().get(i).getTypeName());
      }
      Field same = there.field(at.get());
      Type written = ReadTypes.of(name, columns.types().get(i), same.type(), NestedPaths.ALL);
      fields.add(Field.of(same.name(), fitting(List.of(same.name()), written, same.type())));
    }
    return Schema.of(fields);
  }

  /**
   * The written type with the data set's names of fields.
   *
   * @param path of the column or field
   */
  private Type fitting(List<String> path, Type written, Type there) {
    if (written instanceof StructType w && there instanceof StructType t) {
      List<Field> fields = new ArrayList<>();
      for (Field f : w.fields()) {
        Field same = field(t, below(path, f.name()), f.type());
        fields.add(Field.of(same.name(), fitting(below(path, same.name()), f.type(), same.type())));
      }
      return new StructType(fields);
    }
    if (written instanceof ListType w && there instanceof ListType t) {
      return Type.list(fitting(below(path, "element"), w.element().type(), t.element().type()));
    }
    if (written instanceof MapType w && there instanceof MapType t) {
      return Type.map(
          fitting(below(path, "key"), w.key().type(), t.key().type()),
          fitting(below(path, "value"), w.value().type(), t.value().type()));
    }
    if (!Widening.allowed(written, there)) {
      throw new IllegalArgumentException(
          "column "
              + String.join(".", path)
              + " is "
              + written
              + " in the table, but "
              + there
              + " in the data set "
              + dataSet.path()
              + ", which would become unreadable; declare the column with the type of the data"
              + " set");
    }
    return written;
  }

  /** The field of the data set: of exactly this name, or the only one that differs in case. */
  private Field field(StructType there, List<String> path, Type written) {
    String name = path.get(path.size() - 1);
    List<Field> alike =
        there.fields().stream().filter(f -> f.name().equalsIgnoreCase(name)).toList();
    for (Field f : alike) {
      if (f.name().equals(name)) {
        return f;
      }
    }
    if (alike.size() > 1) {
      throw new IllegalArgumentException(
          "column "
              + String.join(".", path)
              + " is ambiguous in the data set "
              + dataSet.path()
              + ": "
              + alike.get(0).name()
              + " and "
              + alike.get(1).name()
              + " differ only in case");
    }
    if (alike.isEmpty()) {
      throw unknown(path, " with its type");
    }
    return alike.get(0);
  }

  private static List<String> below(List<String> path, String name) {
    List<String> all = new ArrayList<>(path);
    all.add(name);
    return all;
  }

  /** Readers would find no such column, and copies of the file would be without its values. */
  private IllegalArgumentException unknown(List<String> path, String type) {
    return new IllegalArgumentException(
        "column "
            + String.join(".", path)
            + " is not in the data set "
            + dataSet.path()
            + ", and its values would be lost when the file is written again. Add it there first:"
            + " in Spark, or with placed sql --write, ALTER TABLE placed.`"
            + dataSet.path()
            + "` ADD COLUMN "
            + path.stream()
                .map(p -> "`" + p.replace("`", "``") + "`")
                .collect(Collectors.joining("."))
            + type
            + ". Nothing was changed.");
  }

  /** The data set at the table's location, or null if it has no snapshots. */
  static DataSet dataSet(String location, FileStores stores) throws IOException {
    if (location == null) {
      return null;
    }
    DataSet dataSet = DataSet.at(stores, location);
    return dataSet.hasSnapshots() ? dataSet : null;
  }
}
