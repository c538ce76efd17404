package io.placed.placement.partition;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnNames;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of the row groups of a file that is not written yet, by the rules of the writer. */
public final class ExpectedRows {
  /** A column with less than a bit per row cannot be read efficiently at any size. */
  private static final double NARROWEST = 1 / 8.0;

  private ExpectedRows() {}

  /**
   * Rows of a row group, the last of a file excepted, which may have fewer.
   *
   * @param schema the columns of the file
   * @param bytesPerRow stored bytes of each column
   * @param fileRows rows of the file, which have an equal share of a minimum number of row groups
   */
  public static double of(
      Placement placement, Schema schema, double[] bytesPerRow, double fileRows) {
    RowGroups rowGroups = placement.rowGroups();
    double rows;
    if (rowGroups instanceof RowGroups.OfRows r) {
      rows = r.rows();
    } else {
      rows = RowGroupCutter.largestBytes(placement) / Arrays.stream(bytesPerRow).sum();
    }
    if (rowGroups instanceof RowGroups.Efficient e) {
      double width = width(e, placement.columnGroups(), schema, bytesPerRow);
      rows = width == 0 ? rows : Math.min(rows, e.columnBytes() / width);
    }
    int least = rowGroups.least();
    rows = least == 1 ? rows : Math.min(rows, Math.ceil(fileRows / least));
    return Math.max(1, Math.min(RowGroups.MAX_ROWS, rows));
  }

  /** Bytes per row of what the efficiency is about; 0 if nothing is wide enough. */
  private static double width(
      RowGroups.Efficient efficient, ColumnGroups groups, Schema schema, double[] bytesPerRow) {
    List<int[]> units = units(groups, schema);
    if (efficient.column().isPresent()) {
      int column = ColumnNames.ordinal(efficient.column().get(), schema, RowGroups.SETTING);
      units.removeIf(u -> Arrays.stream(u).noneMatch(c -> c == column));
    }
    double least = efficient.column().isPresent() ? 0 : NARROWEST;
    return units.stream()
        .mapToDouble(u -> Arrays.stream(u).mapToDouble(c -> bytesPerRow[c]).sum())
        .filter(width -> width >= least)
        .min()
        .orElse(0);
  }

  /** What is read as a whole: columns, or groups whose columns alternate. */
  private static List<int[]> units(ColumnGroups groups, Schema schema) {
    boolean alone = groups.stride() == ColumnGroups.ROW_GROUP || groups.isSearch();
    return new ArrayList<>(ColumnGrouping.resolve(alone ? ColumnGroups.NONE : groups, schema));
  }
}
