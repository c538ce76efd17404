package io.placed.table.commit;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Selects the files in the same partitions as other files. */
final class SamePartitions implements FileSelection {
  private final List<String> names;
  private final Schema written;
  private final List<DataFile> files;
  private final UnaryOperator<Map<String, String>> asRead;

  /**
   * @param asRead makes of the values of a partition those that an engine reads
   */
  SamePartitions(
      List<String> names,
      Schema written,
      List<DataFile> files,
      UnaryOperator<Map<String, String>> asRead) {
    this.asRead = asRead;
    this.names = names;
    this.written = written;
    this.files = List.copyOf(files);
  }

  /** Values are compared in the wider of the two types that a column has. */
  @Override
  public Predicate<DataFile> in(Schema schema) {
    Map<String, Type> types = new HashMap<>();
    for (String column : names) {
      if (written.indexOf(column) >= 0) {
        Type type = written.require(column).type();
        int at = schema.indexOf(column);
        boolean wider = at >= 0 && Widening.allowed(type, schema.field(at).type());
        types.put(column, wider ? schema.field(at).type() : type);
      }
    }
    Set<List<String>> touched = new HashSet<>();
    files.forEach(f -> touched.add(canonical(types, f)));
    return f -> touched.contains(canonical(types, f));
  }

  /**
   * The partition in canonical form: foreign directories may be {@code month=01}. Null if the file
   * is in no partition, which differs from a partition with null values.
   */
  private List<String> canonical(Map<String, Type> types, DataFile file) {
    if (!file.isIn(names)) {
      return null;
    }
    Map<String, String> partition = asRead.apply(file.partition());
    List<String> values = new ArrayList<>();
    for (String column : names) {
      String text = partition.get(column);
      Type type = types.get(column);
      if (type == null) {
        values.add(text); // Of a derived field, which has one spelling.
        continue;
      }
      values.add(canonical(type, text));
    }
    return values;
  }

  /** A directory may have a value that is none of the type: that partition is its own. */
  private static String canonical(Type type, String text) {
    try {
      Object value = PartitionValues.parse(type, text);
      // 0.0 and -0.0 are equal, and so in one partition.
      return PartitionValues.text(type, value instanceof Double d ? (Object) (d + 0.0) : value);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
