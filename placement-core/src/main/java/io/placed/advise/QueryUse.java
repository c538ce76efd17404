package io.placed.advise;

import io.placed.advise.order.CodeCondition;
import io.placed.advise.rank.RankScale;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.RankRange;
import io.placed.advise.workload.Shuffle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A query, bound to the columns of a table.
 *
 * @param columns positions of the columns that it needs
 * @param shuffled positions of the columns by which its rows are brought together; none if they
 *     stay where they are read
 * @param conditions those whose ranks are known, on columns that have an order
 * @param weight relative frequency
 */
record QueryUse(
    Query query, BitSet columns, List<Integer> shuffled, List<Known> conditions, double weight) {
  /** Rows of a value that is taken to be a key, about. */
  private static final double ROWS_OF_POINT = 2;

  /** Error of the share of a value, of itself. */
  private static final double ROUNDING = 0.05;

  /**
   * A condition.
   *
   * @param column position in the schema
   */
  record Known(int column, List<RankRange> ranges) {
    /** Share of the values that match. */
    double share() {
      return Math.min(1, ranges.stream().mapToDouble(RankRange::share).sum());
    }
  }

  QueryUse withWeight(double other) {
    return new QueryUse(query, columns, shuffled, conditions, other);
  }

  /**
   * The conditions in codes.
   *
   * @param numbers of the filter columns by position in the schema; negative for others
   * @param scales by number
   */
  List<CodeCondition> codes(int[] numbers, RankScale[] scales) {
    return codes(numbers, scales, 0);
  }

  /**
   * The same with wider ranges, or with narrower ones.
   *
   * @param more rank that is added at either end, but not beyond the first and last value
   */
  List<CodeCondition> codes(int[] numbers, RankScale[] scales, double more) {
    List<CodeCondition> out = new ArrayList<>();
    for (Known k : conditions) {
      int number = numbers[k.column];
      if (number >= 0) {
        List<RankRange> ranges = k.ranges.stream().map(r -> widened(r, more)).toList();
        out.add(new CodeCondition(number, scales[number].codes(ranges)));
      }
    }
    return out;
  }

  /** Share of the rows that match, if conditions are independent of each other. */
  double share() {
    double share = 1;
    for (Known k : conditions) {
      share *= k.share();
    }
    return share;
  }

  /**
   * Whether rows that are in buckets by a column need not be moved: a join needs buckets by all its
   * keys, while equal groups are in one bucket if any of their columns says in which.
   */
  boolean isServedBy(int column) {
    return query.shuffle().isPresent()
        && (query.shuffle().get().kind() == Shuffle.Kind.GROUP
            ? shuffled.contains(column)
            : shuffled.equals(List.of(column)));
  }

  /** Whether its rows are also sorted by these columns. */
  boolean sortsShuffled() {
    return query.shuffle().isPresent() && query.shuffle().get().kind() == Shuffle.Kind.JOIN;
  }

  /** Positions of the columns that the filter needs. */
  BitSet filterColumns() {
    BitSet out = new BitSet();
    conditions.forEach(k -> out.set(k.column));
    return out;
  }

  /** The weights of queries, in their order. */
  static double[] weights(List<QueryUse> queries) {
    return queries.stream().mapToDouble(QueryUse::weight).toArray();
  }

  /**
   * Bytes of a row of the columns that it needs.
   *
   * @param ofColumns by position in the schema
   */
  double bytesPerRow(double[] ofColumns) {
    return columns.stream().mapToDouble(c -> ofColumns[c]).sum();
  }

  /**
   * Whether a condition asks for single values: its ranges are as wide as that of a code that is
   * one value, or of one row.
   *
   * @param column position in the schema
   * @param rows of the table
   */
  boolean isPoints(int column, RankScale scale, double rows) {
    for (Known k : conditions) {
      if (k.column == column) {
        return k.ranges.stream().allMatch(r -> isPoint(r, scale, rows));
      }
    }
    return false;
  }

  private static boolean isPoint(RankRange r, RankScale scale, double rows) {
    int[] codes = scale.codes(r);
    if (codes == null || codes[0] != codes[1]) {
      return false;
    }
    double share = scale.share(codes[0]);
    double width = ROWS_OF_POINT / Math.max(1, rows);
    return r.share() <= width || Math.abs(r.share() - share) <= Math.max(width, ROUNDING * share);
  }

  private static RankRange widened(RankRange r, double more) {
    double from = r.from() == 0 ? 0 : Math.max(0, Math.min(1, r.from() - more));
    double to = r.to() == 1 ? 1 : Math.max(0, Math.min(1, r.to() + more));
    double middle = Math.max(0, Math.min(1, (from + to) / 2));
    return from <= to ? new RankRange(from, to) : new RankRange(middle, middle);
  }
}
