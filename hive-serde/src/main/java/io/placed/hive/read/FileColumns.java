package io.placed.hive.read;

import io.placed.hive.type.Columns;
import io.placed.hive.type.HiveFile;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.ReadTypes;
import io.placed.scan.FileReader;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;

/** Finds the columns of Hive's table in a file. */
final class FileColumns {
  private final FileReader file;
  private final Columns table;

  /** Whether columns may have been renamed since the file was written; asked once. */
  private Boolean tableOrder;

  FileColumns(FileReader file, Columns table) {
    this.file = file;
    this.table = table;
  }

  /**
   * The stored column: of the same name, its case ignored; or, in a file that Hive wrote, the one
   * in the same place if the table has no column of that name any more, for then it was renamed.
   * Null if the file does not have the column.
   */
  Field stored(int column) throws IOException {
    Field same = file.find(table.names().get(column), false);
    if (same != null) {
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
    return table.indexOf(inPlace.name()) < 0 ? inPlace : null;
  }

  /**
   * What to ask the file for: the column's name there, and the type in which it is read.
   *
   * @param nested parts of structs that are wanted
   */
  Field wanted(int column, NestedPaths nested) throws IOException {
    Field stored = stored(column);
    String name = table.names().get(column);
    return Field.of(
        stored == null ? name : stored.name(),
        ReadTypes.of(
            name,
            table.types().get(column),
            stored == null ? null : stored.type(),
            nested.below(name)));
  }
}
