package io.placed.formats.zones;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.LogicalPredicate.And;
import io.placed.predicate.LogicalPredicate.Or;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The rows that a reader cannot skip: conditions on one column are tested on its zones, which are
 * other rows in each column, and their rows are intersected and united. Parquet's column index
 * filter and ORC's search arguments work so, too.
 */
public final class ZonePruning {
  /** Zones of a column. */
  @FunctionalInterface
  public interface Source {
    /** The zones of a column in order; null if nothing is known of it. */
    List<Zone> zones(String column) throws IOException;
  }

  private final Schema schema;
  private final Map<Predicate, BoundPredicate> bound = new HashMap<>();

  /**
   * @param schema of the predicates
   */
  public ZonePruning(Schema schema) {
    this.schema = schema;
  }

  /**
   * The rows that may match.
   *
   * @param rows of the row group
   */
  public RowIntervals rows(Predicate filter, long rows, Source source) throws IOException {
    if (filter instanceof And and) {
      RowIntervals out = RowIntervals.first(rows);
      for (Predicate part : and.parts()) {
        out = out.and(rows(part, rows, source));
        if (out.isEmpty()) {
          return out;
        }
      }
      return out;
    }
    if (filter instanceof Or or && columns(or).size() > 1) {
      RowIntervals out = RowIntervals.NONE;
      for (Predicate part : or.parts()) {
        out = out.or(rows(part, rows, source));
      }
      return out;
    }
    List<String> columns = columns(filter);
    List<Zone> zones = columns.size() == 1 ? source.zones(columns.get(0)) : null;
    if (zones == null) {
      return RowIntervals.first(rows);
    }
    BoundPredicate test = bound.computeIfAbsent(filter, f -> f.bind(schema, true));
    RowIntervals.Builder out = new RowIntervals.Builder();
    for (Zone z : zones) {
      ColumnStatistics statistics = z.statistics();
      if (statistics == null
          || test.mayMatch((column, child) -> child.length == 0 ? statistics : null)) {
        out.add(z.from(), z.to());
      }
    }
    return out.build();
  }

  private static List<String> columns(Predicate p) {
    return new ArrayList<>(new TreeSet<>(p.columns()));
  }
}
