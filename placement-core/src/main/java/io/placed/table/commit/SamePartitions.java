package io.placed.table.commit;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Selects the files in the same partitions as other files. */
final class SamePartitions implements FileSelection {
  private final List<String> names;
  private final Schema written;
  private final Set<List<String>> touched = new HashSet<>();

  SamePartitions(List<String> names, Schema written, List<DataFile> files) {
    this.names = names;
    this.written = written;
    files.forEach(f -> touched.add(canonical(f)));
  }

  @Override
  public Predicate<DataFile> in(Schema schema) {
    return f -> touched.contains(canonical(f));
  }

  /**
   * The partition in canonical form: foreign directories may be {@code month=01}. Null if the file
   * is in no partition, which differs from a partition with null values.
   */
  private List<String> canonical(DataFile file) {
    if (!file.isIn(names)) {
      return null;
    }
    List<String> values = new ArrayList<>();
    for (String column : names) {
      String text = file.partition().get(column);
      if (written.indexOf(column) < 0) {
        values.add(text); // Of a derived field, which has one spelling.
        continue;
      }
      String value = canonical(written.require(column).type(), text);
      // Both have the same directory.
      values.add(value == null || value.isEmpty() ? null : value);
    }
    return values;
  }

  /** A table with a wider column may have values that this type cannot represent. */
  private static String canonical(Type type, String text) {
    try {
      return PartitionValues.canonical(type, text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
