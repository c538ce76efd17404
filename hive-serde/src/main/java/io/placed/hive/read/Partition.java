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
 * What the directories of a file say of its rows. Hive's own partition columns never come here;
 * this is for tables that Hive has without partitions, and that another engine has partitioned.
 *
 * @param values as of {@link DataFile#partition}
 * @param columns with the types that the data set has for them
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

  /** Null if the column is in the file. */
  Field find(String column) {
    return columns.find(column, false).map(columns::field).orElse(null);
  }

  /**
   * For {@link io.placed.scan.request.ReadRequest#withConstants}.
   *
   * @param wanted under Hive's names, in the types in which they are read
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
