package io.placed.hive.read;

import io.placed.hive.type.Columns;
import io.placed.hive.type.HiveFile;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.ReadTypes;
import io.placed.scan.FileReader;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Finds the columns of Hive's table in a file, and records the names they have there. */
final class FileColumns {
  private final FileReader file;
  private final Columns table;
  private final Map<String, String> renamed;
  private final Partition partition;
  private final SnapshotColumns logged;
  private final Map<String, String> names = new HashMap<>();

  /** Whether columns may have been renamed since the file was written; computed once. */
  private Boolean tableOrder;

  /**
   * @param renamed as in {@link io.placed.table.file.DataFile#names}
   * @param partition columns that are not read from the file
   * @param logged the columns of the table's snapshot
   */
  FileColumns(
      FileReader file,
      Columns table,
      Map<String, String> renamed,
      Partition partition,
      SnapshotColumns logged) {
    this.logged = logged;
    this.partition = partition;
    this.file = file;
    this.table = table;
    this.renamed = renamed;
  }

  /**
   * The stored column: the one that the table's snapshot names; otherwise the one with the same
   * name, ignoring case; or, in a file that was written by Hive, the one at the same position if
   * the table has no column of that name, because then the column was renamed, unless the snapshot
   * has both. Null if the file does not have the column.
   */
  private Field stored(int column) throws IOException {
    Field ofDirectories = partition.find(table.names().get(column));
    if (ofDirectories != null) {
      return ofDirectories;
    }
    Field same = file.find(table.names().get(column), renamed, false);
    if (same != null || !renamed.isEmpty()) {
      return same;
    }
    if (tableOrder == null) {
      tableOrder = HiveFile.hasTableOrder(file.metadata());
    }
    if (!tableOrder) {
      return null;
    }
    Schema schema = file.schema();
    if (column >= schema.size()) {
      return null;
    }
    Field inPlace = schema.field(column);
    boolean isOther =
        table.indexOf(inPlace.name()) >= 0
            || logged.areTwo(table.names().get(column), inPlace.name());
    return isOther ? null : inPlace;
  }

  /**
   * The field to request from the file: the column as the table names it, with the type in which it
   * is read. The request also needs {@link #names}.
   *
   * @param nested required fields of structs
   */
  Field wanted(int column, NestedPaths nested) throws IOException {
    Field stored = stored(column);
    String name = table.names().get(column);
    names.put(name, stored == null ? null : stored.name());
    return Field.of(
        name,
        ReadTypes.of(
            name,
            table.types().get(column),
            stored == null ? null : stored.type(),
            nested.below(name)));
  }

  /**
   * Argument for {@link io.placed.scan.request.ReadRequest#withNames}; includes the columns
   * requested so far.
   */
  Map<String, String> names() {
    return names;
  }
}
