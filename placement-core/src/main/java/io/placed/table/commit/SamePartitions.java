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

/** The files that lie in the partitions of other files. */
final class SamePartitions implements FileSelection {
  private final List<String> partitionColumns;
  private final Schema written;
  private final Set<List<String>> touched = new HashSet<>();

  SamePartitions(List<String> partitionColumns, Schema written, List<DataFile> files) {
    this.partitionColumns = partitionColumns;
    this.written = written;
    files.forEach(f -> touched.add(canonical(f)));
  }

  @Override
  public Predicate<DataFile> in(Schema schema) {
    return f -> touched.contains(canonical(f));
  }

  /**
   * The partition in one spelling: foreign directories may be {@code month=01}. Null if the file is
   * in none, which is not the one of null.
   */
  private List<String> canonical(DataFile file) {
    if (!file.isIn(partitionColumns)) {
      return null;
    }
    List<String> values = new ArrayList<>();
    for (String column : partitionColumns) {
      String text = file.partition().get(column);
      String value = canonical(written.require(column).type(), text);
      // Both are the same directory.
      values.add(value == null || value.isEmpty() ? null : value);
    }
    return values;
  }

  /** A table whose column is wider may have values that the type here cannot hold. */
  private static String canonical(Type type, String text) {
    try {
      return PartitionValues.canonical(type, text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
