package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.partition.TableFields;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that is in the table's directory, and that a snapshot is to list.
 *
 * @param file its entry, in terms of the table when this was planned
 * @param columns those of the table that it has
 */
record UnlistedFile(DataFile file, ColumnBinding columns) {

  /**
   * Binds the columns of a file by name.
   *
   * @throws IllegalArgumentException if the table cannot read a column of the file
   */
  static UnlistedFile of(DirectoryView view, Found found, TableState table) throws IOException {
    DataFile file = view.listed(found, table);
    List<Field> stored = new ArrayList<>();
    for (Field f : found.footer().schema().fields()) {
      String column = file.columnOf(f.name());
      int at = column == null ? -1 : table.schema().indexOf(column);
      if (at >= 0 && !file.partition().containsKey(column)) {
        Type wanted = table.schema().field(at).type();
        requireReadable(found, column, f.type(), wanted, false);
        // The entry's statistics are in the table's types already.
        stored.add(new Field(0, column, f.type().isNested() ? f.type() : wanted, f.nullable()));
      }
    }
    // Those that directories give are not in the file.
    file.partition()
        .forEach(
            (c, value) -> {
              Field f = table.schema().require(c);
              stored.add(new Field(0, c, f.type(), f.nullable() || value == null));
            });
    SnapshotInfo info = table.info();
    return new UnlistedFile(
        file,
        ColumnBinding.of(
            Schema.of(stored),
            table.schema(),
            table.lastFieldId(),
            info.id(),
            info.commitId(),
            table.partitioning()));
  }

  /**
   * @param anyCase whether fields of structs are found regardless of case, as long as no snapshot
   *     lists the file
   * @throws IllegalArgumentException if the table cannot read a column of the file
   */
  static void requireReadable(
      Found found, String column, Type stored, Type wanted, boolean anyCase) {
    if (stored instanceof StructType s && wanted instanceof StructType w) {
      for (Field f : s.fields()) {
        Field other = field(w, f.name(), anyCase);
        if (other == null) {
          throw new IllegalArgumentException(
              found.info().path()
                  + ": the table has no field "
                  + column
                  + "."
                  + f.name()
                  + "; add it to the table first, in the first write to a directory of files by"
                  + " mergeSchema");
        }
        requireReadable(found, column + "." + f.name(), f.type(), other.type(), anyCase);
      }
    } else if (stored instanceof ListType s && wanted instanceof ListType w) {
      requireReadable(found, column + ".element", s.element().type(), w.element().type(), anyCase);
    } else if (stored instanceof MapType s && wanted instanceof MapType w) {
      requireReadable(found, column + ".key", s.key().type(), w.key().type(), anyCase);
      requireReadable(found, column + ".value", s.value().type(), w.value().type(), anyCase);
    } else if (!Widening.allowed(stored, wanted)) {
      throw new IllegalArgumentException(
          found.info().path()
              + ": column "
              + column
              + " is "
              + stored
              + " in the file, which cannot be read as "
              + wanted
              + " of the table");
    }
  }

  /** Null if there is none. */
  static Field field(StructType struct, String name, boolean anyCase) {
    Field found = null;
    for (Field f : struct.fields()) {
      if (f.name().equals(name)) {
        return f;
      }
      found = anyCase && f.name().equalsIgnoreCase(name) ? f : found;
    }
    return found;
  }

  /**
   * The state with more files. Columns that one of them lacks, or that may be null in it, become
   * nullable; nothing else about columns changes.
   *
   * @throws CommitConflictException if a column of a file was dropped since the file was bound
   */
  static TableState add(String path, TableState state, List<UnlistedFile> files)
      throws CommitConflictException {
    if (files.isEmpty()) {
      return state;
    }
    Schema schema = state.schema();
    List<DataFile> added = new ArrayList<>();
    long rows = 0;
    long bytes = 0;
    for (UnlistedFile f : files) {
      SchemaMerge merge =
          SchemaMerge.of(path, schema, state.lastFieldId(), f.columns, SchemaMerge.Mode.EITHER);
      schema = merge.merged();
      added.add(f.with(merge.restate(f.file)));
      rows += f.file.rows();
      bytes += f.file.totalLength();
    }
    return state.with(
        state.info().plus(added.size(), rows, bytes),
        schema,
        state.files().restated(new TableFields(schema, state.partitioning()), f -> f).plus(added));
  }

  /** Of a partition column that neither directories nor the file have it is known to be null. */
  private DataFile with(DataFile restated) {
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>(restated.statistics());
    file.statistics()
        .forEach(
            (column, s) -> {
              if (columns.written().indexOf(column) < 0) {
                statistics.put(column, s);
              }
            });
    return restated.with(restated.partition(), statistics, restated.names());
  }
}
