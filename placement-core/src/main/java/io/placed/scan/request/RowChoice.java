package io.placed.scan.request;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import java.io.IOException;

/**
 * Chooses among the rows that the filter leaves by something else than a predicate: by what was
 * seen before, or by chance. One object may go through several scans, one after the other.
 */
public interface RowChoice {
  /** Name of the column whose values it looks at, which must be one of those wanted; or null. */
  String column();

  /**
   * Told what is to come, before any of it is chosen: all rows of a part of the file.
   *
   * @param rows how many
   * @param known of the column, null if nothing is
   */
  default void expect(long rows, ColumnStatistics known) {}

  /**
   * Whether some of these rows may be chosen.
   *
   * @param first number of the first one in the file
   * @param known says what is known of the column in them
   */
  boolean mayChoose(long first, long rows, Known known) throws IOException;

  /**
   * Chooses among rows.
   *
   * @param first number of the first one in the file
   * @param values of the column in all of these rows; null if none was named
   * @param rows a bit for each that is left; those that are not chosen are cleared
   */
  void choose(long first, Column values, long[] rows, int count);

  /** Statistics, loaded when they are asked for. */
  interface Known {
    /** Null if there are none. */
    ColumnStatistics get() throws IOException;
  }
}
