package io.placed.table.split;

import io.placed.scan.request.RowChoice;
import io.placed.scan.request.SampledRows;
import io.placed.scan.request.TopRows;
import java.io.Serializable;
import java.util.function.Function;

/** How tasks choose among the rows that filters leave. */
public interface ChoicePlan extends Serializable {
  /** For one task: what chooses in a file. */
  Function<FileSlice, RowChoice> forTask();

  /**
   * The first rows by a column.
   *
   * @param rows how many the query asks for, of all tasks together
   */
  record Top(String column, boolean descending, boolean nullsFirst, int rows)
      implements ChoicePlan {
    @Override
    public Function<FileSlice, RowChoice> forTask() {
      TopRows top = new TopRows(column, descending, nullsFirst, rows);
      return slice -> top;
    }

    @Override
    public String toString() {
      return "first " + rows + " by " + column + (descending ? " desc" : "");
    }
  }

  /**
   * A sample, the same wherever the table is and however it is divided.
   *
   * @param vectors whether 1,024 rows each are chosen together
   */
  record Sample(double low, double high, boolean vectors, long seed) implements ChoicePlan {
    @Override
    public Function<FileSlice, RowChoice> forTask() {
      return slice -> new SampledRows(low, high, vectors, seed, slice.identity());
    }

    @Override
    public String toString() {
      return "sample " + low + " to " + high + (vectors ? " of vectors" : "") + ", seed " + seed;
    }
  }
}
