package io.placed.table.plan;

import io.placed.predicate.ColumnPredicate;
import io.placed.predicate.LogicalPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.RowIdColumns;
import io.placed.table.source.SourceFile;
import java.util.List;

/**
 * How much filters leave to be read of the columns that they do not test, about: a row that is left
 * costs a page of each.
 */
public final class FilterShare {
  /** Of a page, by default. */
  private static final double PAGE_ROWS = 16 * 1024;

  private final List<SourceFile> files;

  public FilterShare(List<SourceFile> files) {
    this.files = files;
  }

  /**
   * Between 0 and 1; 1 unless a filter asks for single values of a column.
   *
   * @param filters all of which have to hold
   */
  public double of(List<Predicate> filters) {
    return filters.stream().mapToDouble(this::of).min().orElse(1);
  }

  private double of(Predicate filter) {
    if (filter instanceof LogicalPredicate.And a) {
      return of(a.parts());
    }
    if (filter instanceof LogicalPredicate.Or o) {
      return Math.min(1, o.parts().stream().mapToDouble(this::of).sum());
    }
    if (filter instanceof ColumnPredicate.Comparison c && c.op() == Op.EQ) {
      return values(c.column(), 1);
    }
    if (filter instanceof ColumnPredicate.EqualNullSafe e && e.value() != null) {
      return values(e.column(), 1);
    }
    return filter instanceof ColumnPredicate.In in ? values(in.column(), in.values().size()) : 1;
  }

  /** Of the rows one in {@code distinct} has the value, on average. */
  private double values(List<String> column, int count) {
    if (column.size() > 1) {
      return 1;
    }
    long distinct = 0;
    String name = column.get(0);
    for (SourceFile f : files) {
      ColumnStatistics known = f.file().statistics().get(name);
      if (known == null && name.equals(RowIdColumns.ID) && f.file().ids() != null) {
        distinct = Math.max(distinct, f.file().rows());
        continue;
      }
      if (known == null || known.distinctEstimate() < 0) {
        return 1;
      }
      distinct = Math.max(distinct, known.distinctEstimate());
    }
    return Math.min(1, count * PAGE_ROWS / Math.max(1, distinct));
  }
}
