package io.placed.advise.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution of a column's values: a sample, of which as many values are kept as ranks need.
 * Ranks of kept values are those of the sample, and every value as frequent as 1 / {@value #POINTS}
 * is kept; ranks of others are interpolated. Immutable.
 */
public final class ColumnQuantiles {
  /** Values that are kept, about. */
  static final int POINTS = 8192;

  private static final int BYTES_OF_POINT = 64;

  private final Object[] points;
  private final double[] below;
  private final double[] upTo;

  /** Number of different values of the sample between a point and the one before. */
  private final int[] between;

  private final double nullShare;

  private ColumnQuantiles(
      Object[] points, double[] below, double[] upTo, int[] between, double nullShare) {
    this.points = points;
    this.below = below;
    this.upTo = upTo;
    this.between = between;
    this.nullShare = nullShare;
  }

  /**
   * The distribution of these values.
   *
   * @param values in any order, as {@link io.placed.vector.Values} returns them; nulls are counted
   * @throws IllegalArgumentException if their type has no order
   */
  public static ColumnQuantiles of(List<?> values) {
    Object[] keys =
        values.stream().filter(v -> v != null).map(RankOrder::key).toArray(Object[]::new);
    Arrays.sort(keys, RankOrder::compare);
    double nulls = values.isEmpty() ? 0 : 1 - (double) keys.length / values.size();
    List<int[]> groups = new ArrayList<>();
    for (int from = 0, to; from < keys.length; from = to) {
      to = from + 1;
      while (to < keys.length && RankOrder.compare(keys[from], keys[to]) == 0) {
        to++;
      }
      groups.add(new int[] {from, to});
    }
    return keep(keys, groups, nulls);
  }

  private static ColumnQuantiles keep(Object[] keys, List<int[]> groups, double nulls) {
    boolean all = groups.size() <= POINTS;
    double step = (double) keys.length / POINTS;
    List<int[]> kept = new ArrayList<>();
    List<Integer> between = new ArrayList<>();
    int passed = 0;
    for (int i = 0; i < groups.size(); i++) {
      int[] g = groups.get(i);
      boolean edge = i == 0 || i == groups.size() - 1;
      if (all || edge || (long) (g[0] / step) != (long) (g[1] / step)) {
        kept.add(g);
        between.add(passed);
        passed = 0;
      } else {
        passed++;
      }
    }
    double n = keys.length;
    return new ColumnQuantiles(
        kept.stream().map(g -> keys[g[0]]).toArray(),
        kept.stream().mapToDouble(g -> g[0] / n).toArray(),
        kept.stream().mapToDouble(g -> g[1] / n).toArray(),
        between.stream().mapToInt(Integer::intValue).toArray(),
        nulls);
  }

  /** Whether the sample has no value but null. */
  public boolean isEmpty() {
    return points.length == 0;
  }

  /** Share of the rows whose value is null. */
  public double nullShare() {
    return nullShare;
  }

  /** Number of values that are kept. */
  int size() {
    return points.length;
  }

  /** Heap of the values that are kept, about. */
  long memoryBytes() {
    return Arrays.stream(points).mapToLong(ColumnQuantiles::memoryBytes).sum();
  }

  /** Heap of a value and of its ranks, about. */
  static long memoryBytes(Object value) {
    int more = value instanceof String s ? s.length() : value instanceof byte[] b ? b.length : 0;
    return BYTES_OF_POINT + more;
  }

  /**
   * The ranks of a value: the share of non-null values below it, and of those that are not above.
   *
   * @param literal as in a {@link io.placed.predicate.Predicate}
   * @throws IllegalArgumentException if it cannot be compared with the column's values
   */
  public RankRange of(Object literal) {
    Object key = RankOrder.key(literal);
    int low = 0;
    int high = points.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (RankOrder.compare(points[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == points.length) {
      return new RankRange(1, 1);
    }
    if (RankOrder.compare(points[low], key) == 0) {
      return new RankRange(below[low], upTo[low]);
    }
    return low == 0 ? new RankRange(0, 0) : between(low, key);
  }

  /** Of a value between two points. */
  private RankRange between(int above, Object key) {
    double from = upTo[above - 1];
    double gap = below[above] - from;
    if (gap <= 0 || between[above] == 0) {
      return new RankRange(from, from);
    }
    double share = gap / between[above];
    double at = from + (gap - share) * RankOrder.fraction(points[above - 1], key, points[above]);
    return new RankRange(at, Math.min(at + share, below[above]));
  }
}
