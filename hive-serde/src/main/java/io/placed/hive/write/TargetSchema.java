package io.placed.hive.write;

import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.ReadTypes;
import io.placed.io.FileStores;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.table.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schema of a file to be written: the columns of Hive's table. In a data set with snapshots
 * every reader must be able to read the file: columns are spelled as in the data set, timestamps
 * have its kind, and types that it cannot have are refused.
 */
final class TargetSchema {
  private TargetSchema() {}

  /**
   * @param dataSet null if the table has no snapshots
   * @throws IllegalArgumentException naming the column whose type does not match
   */
  static Schema of(Columns columns, DataSet dataSet) throws IOException {
    if (dataSet == null) {
      return columns.schema();
    }
    Schema there = dataSet.directory().newestLogged().schema();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.names().get(i);
      Optional<Integer> at = there.find(name, false);
      Field same = at.isPresent() ? there.field(at.get()) : null;
      Type type =
          ReadTypes.of(
              name, columns.types().get(i), same == null ? null : same.type(), NestedPaths.ALL);
      if (same != null) {
        requireFits(dataSet, same, type);
      }
      fields.add(Field.of(same == null ? name : same.name(), type));
    }
    return Schema.of(fields);
  }

  private static void requireFits(DataSet dataSet, Field there, Type written) {
    boolean fits =
        written.isNested()
            ? written.kind() == there.type().kind()
            : Widening.allowed(written, there.type());
    if (!fits) {
      throw new IllegalArgumentException(
          "column "
              + there.name()
              + " is "
              + written
              + " in the table, but "
              + there.type()
              + " in the data set "
              + dataSet.path()
              + ", which would become unreadable; declare the column with the type of the data"
              + " set");
    }
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
