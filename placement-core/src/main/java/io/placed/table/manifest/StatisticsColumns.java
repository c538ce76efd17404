package io.placed.table.manifest;

import io.placed.schema.Field;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.ConstantColumns;
import java.util.ArrayList;
import java.util.List;

/** Where a batch of a manifest has the statistics of columns. */
final class StatisticsColumns {
  private final List<Field> requested = new ArrayList<>();

  /** Position of the minimum, by column. */
  private final int[] starts;

  /**
   * @param columns as the manifest has them
   * @param first position in the batch
   */
  StatisticsColumns(List<Field> columns, int first) {
    starts = new int[columns.size()];
    for (int c = 0; c < starts.length; c++) {
      starts[c] = first + requested.size();
      requested.addAll(ManifestSchema.ofStatistics(columns.get(c)));
    }
  }

  /** The columns of the manifest to be read. */
  List<Field> requested() {
    return requested;
  }

  /**
   * The statistics in a row, in the manifest's type of the column; null if there are none.
   *
   * @param column number of the column
   */
  ColumnStatistics of(Batch batch, int row, int column) {
    int start = starts[column];
    BytesColumn counts = (BytesColumn) batch.column(start + 2);
    if (counts.isNull(row)) {
      return null;
    }
    Object min = ConstantColumns.value(batch.column(start), row);
    Object max = ConstantColumns.value(batch.column(start + 1), row);
    return StatisticsCounts.read(counts.get(row), min, max);
  }
}
