package io.placed.hive.read;

import io.placed.schema.Field;
import io.placed.table.snapshot.Snapshot;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.io.WritableUtils;

/**
 * How the columns of a snapshot and of Hive's table differ, ignoring case. In most tables they do
 * not, so that splits stay small.
 *
 * @param others columns of the snapshot that Hive's table does not have
 * @param unknown columns of Hive's table that the snapshot does not have
 */
record SnapshotColumns(List<String> others, List<String> unknown) {
  /**
   * @param table columns of Hive's table; empty if they are not known
   */
  static SnapshotColumns of(Snapshot snapshot, List<String> table) {
    if (snapshot.id() == 0) {
      return new SnapshotColumns(List.of(), List.of()); // There is only a directory.
    }
    List<String> logged = snapshot.schema().fields().stream().map(Field::name).toList();
    return new SnapshotColumns(without(logged, table), without(table, logged));
  }

  private static List<String> without(List<String> names, List<String> others) {
    Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    all.addAll(others);
    return names.stream().filter(n -> !all.contains(n)).toList();
  }

  private static boolean has(List<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  /**
   * Whether the snapshot has both as columns of their own, so that one is not a former or another
   * name of the other.
   *
   * @param ofTable a column of Hive's table
   * @param inFile a column that Hive's table does not have
   */
  boolean areTwo(String ofTable, String inFile) {
    return has(others, inFile) && !has(unknown, ofTable);
  }

  void write(DataOutput out) throws IOException {
    WritableUtils.writeStringArray(out, others.toArray(String[]::new));
    WritableUtils.writeStringArray(out, unknown.toArray(String[]::new));
  }

  static SnapshotColumns read(DataInput in) throws IOException {
    return new SnapshotColumns(
        List.of(WritableUtils.readStringArray(in)), List.of(WritableUtils.readStringArray(in)));
  }
}
