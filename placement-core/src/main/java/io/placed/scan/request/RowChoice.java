package io.placed.scan.request;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import java.io.IOException;

/**
 * Chooses among matching rows by other means than a predicate: by rows seen before, or randomly.
 * One object may be used for several scans in sequence.
 */
public interface RowChoice {
  /** Name of the column that it uses, which must be in the projection; or null. */
  String column();

  /**
   * Announces a part of the file whose rows will all be offered.
   *
   * @param rows number of rows
   * @param known statistics of the column; null if unknown
   */
  default void expect(long rows, ColumnStatistics known) {}

  /**
   * Whether any of these rows may be chosen.
   *
   * @param first row number of the first one in the file
   * @param known statistics of the column in these rows
   */
  boolean mayChoose(long first, long rows, Known known) throws IOException;

  /**
   * Chooses among rows.
   *
   * @param first row number of the first one in the file
   * @param values of the column in all of these rows; null without a column
   * @param rows bitmap of matching rows; the bits of rows that are not chosen are cleared
   */
  void choose(long first, Column values, long[] rows, int count);

  /** Lazily loaded statistics. */
  interface Known {
    /** Null if there are none. */
    ColumnStatistics get() throws IOException;
  }
}
