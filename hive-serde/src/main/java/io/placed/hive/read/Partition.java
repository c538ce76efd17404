package io.placed.hive.read;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Partition values of a file, from its directories. Used for tables that are unpartitioned in Hive
 * but were partitioned by another engine; partition columns of Hive's tables are handled by Hive.
 *
 * @param values as in {@link DataFile#partition}
 * @param columns with their types in the data set
 */
record Partition(Map<String, String> values, Schema columns) {
  static Partition of(DataFile file, Schema table) {
    List<Field> fields = new ArrayList<>();
    for (Field f : table.fields()) {
      if (file.partition().containsKey(f.name())) {
        fields.add(f);
      }
    }
    return new Partition(file.partition(), Schema.of(fields));
  }

  /** Null if the column is stored in the file. */
  Field find(String column) {
    return columns.find(column, false).map(columns::field).orElse(null);
  }

  /**
   * Argument for {@link io.placed.scan.request.ReadRequest#withConstants}.
   *
   * @param wanted columns by Hive's names, with the types in which they are read
   */
  Map<String, Object> constants(Iterable<Field> wanted) {
    Map<String, Object> constants = new HashMap<>();
    for (Field f : wanted) {
      Field own = find(f.name());
      if (own != null) {
        constants.put(f.name(), PartitionValues.parse(f.type(), values.get(own.name())));
      }
    }
    return constants;
  }
}
