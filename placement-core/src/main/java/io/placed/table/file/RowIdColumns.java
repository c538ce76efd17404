package io.placed.table.file;

import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns that every table has besides its own, and that are read only where they are named: the id
 * of a row, and its version. They are null in files that have no row ids.
 */
public final class RowIdColumns {
  /** The id of the row, an int64. */
  public static final String ID = "_row_id";

  /** The id of the snapshot that last changed the row, an int64. */
  public static final String VERSION = "_row_version";

  /** With ids that no column of a table gets, those of Iceberg. */
  private static final List<Field> FIELDS =
      List.of(
          new Field(Integer.MAX_VALUE - 107, ID, Type.INT64, true),
          new Field(Integer.MAX_VALUE - 108, VERSION, Type.INT64, true));

  private RowIdColumns() {}

  /** Whether a name is that of one of the columns. */
  public static boolean isName(String name) {
    return FIELDS.stream().anyMatch(f -> f.name().equals(name));
  }

  /**
   * The columns of a table, and those of these that are named. A column of the table comes first.
   *
   * @param names exact
   */
  public static Schema with(Schema table, Collection<String> names) {
    List<Field> all = new ArrayList<>(table.fields());
    FIELDS.stream()
        .filter(f -> names.contains(f.name()) && table.indexOf(f.name()) < 0)
        .forEach(all::add);
    return all.size() == table.size() ? table : Schema.of(all);
  }

  /**
   * A request that knows the columns.
   *
   * @param table columns, as {@link #with} gives them
   * @param ids of the file; null = none
   */
  public static ReadRequest addTo(ReadRequest request, Schema table, RowIds ids) {
    Map<String, Object> constants = new LinkedHashMap<>(request.constants());
    if (ids == null) {
      FIELDS.stream().filter(f -> isIn(table, f)).forEach(f -> constants.put(f.name(), null));
      return request.withConstants(constants);
    }
    if (isIn(table, FIELDS.get(1))) {
      constants.put(VERSION, ids.snapshot());
    }
    ReadRequest known = request.withConstants(constants);
    return isIn(table, FIELDS.get(0)) ? known.withCounted(Map.of(ID, ids.first())) : known;
  }

  private static boolean isIn(Schema table, Field column) {
    int at = table.indexOf(column.name());
    return at >= 0 && table.field(at).id() == column.id();
  }

  /**
   * What is known of a column in all rows of a file.
   *
   * @param column of the table, or of {@link #with}
   * @return null if the column is none of these
   */
  public static ColumnStatistics statistics(Field column, DataFile file) {
    if (column.id() < FIELDS.get(1).id()) {
      return null;
    }
    RowIds ids = file.ids();
    if (ids == null || column.name().equals(VERSION) || file.rows() == 0) {
      return ColumnStatistics.ofConstant(
          Type.INT64, ids == null ? null : ids.snapshot(), file.rows());
    }
    return ColumnStatistics.of(
        file.rows(), 0, 0, file.rows(), ids.first(), ids.end(file.rows()) - 1, true, true);
  }
}
