package io.placed.table.manifest;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The columns of a manifest. The names are those of {@code docs/spec/table-log.md}. */
final class ManifestSchema {
  static final String PATH = "path";
  static final String LENGTH = "length";
  static final String ROWS = "rows";
  static final String FILE_ID = "file_id";
  static final String NAMES = "columns";
  static final String FIRST_ROW_ID = "first_row_id";
  static final String SNAPSHOT = "snapshot";
  static final String ROW_GROUPS = "row_groups";
  static final String SIBLINGS = "siblings";
  static final String OUTSIDE = "outside";
  static final String DELETES = "deletes";

  /** Keys of the footer: the schema of the table, and the sets of stored names. */
  static final String TABLE_KEY = "placed.manifest.table";

  static final String NAMES_KEY = "placed.manifest.columns";

  /** The first columns that must not be null. */
  static final int REQUIRED = 6;

  /** What every entry has. */
  private static final List<Field> ENTRY =
      Schema.parse(
              "path: string not null, length: int64 not null, rows: int64 not null,"
                  + " file_id: string not null, columns: int32 not null,"
                  + " first_row_id: int64 not null, snapshot: int64,"
                  + " row_groups: list<element: struct<rows: int64, offset: int64, length: int64>>,"
                  + " siblings: list<element: struct<name: string, length: int64>>,"
                  + " outside: string,"
                  + " deletes: struct<path: string, offset: int64, length: int32, rows: int64>")
          .fields();

  private ManifestSchema() {}

  static String partition(Field column) {
    return "p" + column.id();
  }

  static String min(Field column) {
    return "min" + column.id();
  }

  static String max(Field column) {
    return "max" + column.id();
  }

  static String counts(Field column) {
    return "counts" + column.id();
  }

  static String nans(Field column) {
    return "nans" + column.id();
  }

  static boolean hasNans(Type type) {
    return type.equals(Type.FLOAT) || type.equals(Type.DOUBLE);
  }

  /**
   * @param partitions partition columns of the table
   * @param statistics columns of the table with statistics, not nested
   */
  static Schema of(Collection<Field> partitions, Collection<Field> statistics) {
    List<Field> fields = new ArrayList<>();
    ENTRY.forEach(f -> fields.add(Field.of(f.name(), f.type())));
    partitions.forEach(f -> fields.add(Field.of(partition(f), Type.STRING)));
    statistics.forEach(f -> fields.addAll(ofStatistics(f)));
    return Schema.of(fields);
  }

  /** The columns of the statistics of a column. */
  static List<Field> ofStatistics(Field f) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.of(min(f), f.type()));
    fields.add(Field.of(max(f), f.type()));
    fields.add(Field.of(counts(f), Type.BINARY));
    if (hasNans(f.type())) {
      fields.add(Field.of(nans(f), Type.INT64));
    }
    return fields;
  }
}
