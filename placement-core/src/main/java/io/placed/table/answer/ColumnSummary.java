package io.placed.table.answer;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.PartitionValues;
import io.placed.table.source.SourceFile;
import java.util.List;

/** The statistics of a column over files. */
public final class ColumnSummary {
  private ColumnSummary() {}

  /**
   * Of all files together; null if a file does not know, or its values are of another type. Where
   * not all rows of a file are seen, counts are estimates.
   *
   * @param column under the name that the source has for it
   * @param type in which the engine reads the column
   */
  public static ColumnStatistics of(String column, Type type, List<SourceFile> files) {
    ColumnStatistics all = ColumnStatistics.empty();
    for (SourceFile f : files) {
      ColumnStatistics one = of(column, type, f);
      if (one == null) {
        return null;
      }
      all = ColumnStatistics.merge(all, one.ofSome(f.file().liveRows()));
    }
    return all;
  }

  /** Of one file, by its partition or by the statistics of all its rows; null if unknown. */
  static ColumnStatistics of(String column, Type type, SourceFile f) {
    long rows = f.file().rows();
    if (f.partition().containsKey(column)) {
      Object value = PartitionValues.parse(type, f.partition().get(column));
      return ColumnStatistics.ofConstant(type, value, f.file().liveRows());
    }
    Schema schema = f.schema();
    int c = schema.indexOf(column);
    ColumnStatistics known = f.file().statistics().get(column);
    return known == null
            || known.valueCount() != rows
            || c < 0
            || !schema.field(c).type().equals(type)
        ? null
        : known;
  }
}
