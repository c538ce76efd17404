package io.placed.advise.order;

import io.placed.advise.order.CandidateSearch.Ranked;
import io.placed.advise.rank.ColumnCodes;
import io.placed.schema.Field;
import io.placed.schema.TypeKind;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.PartitionTransform.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Orders inside of partitions by transforms of filter columns. Every field that does not make too
 * many partitions is tried with the best orders of the table without it, then the best ones with
 * another field.
 */
final class PartitionSearch {
  /** Orders that are tried inside of the partitions of a field. */
  private static final int ORDERS = 2;

  /** Partitionings that get another field. */
  private static final int EXTENDED = 2;

  /** Transforms of a column that are tried: the finest that is allowed, and coarser ones. */
  private static final int TRANSFORMS = 3;

  private static final int BUCKETINGS = 2;

  /** A file of its own for each value of the column makes sense up to about as many. */
  private static final int MAX_PARTITIONS = 4096;

  private static final int[] BUCKETS = {4, 8, 16, 32, 64, 128, 256};
  private static final int MAX_PREFIX = 3;
  private static final int MAX_WIDTH = 100_000_000;

  private final List<Field> columns;
  private final List<CandidatePartitioning.Source> sources = new ArrayList<>();
  private final List<CodeBatch> sample;
  private final long most;
  private final BitSet points;
  private final ToDoubleFunction<CandidateOrder> cost;
  private final BooleanSupplier out;

  /**
   * @param columns filter columns that the table may be ordered by
   * @param sample by partition
   * @param mostPartitions of the table, so that they do not become small files
   * @param points columns with equalities: those that buckets help
   */
  PartitionSearch(
      List<Field> columns,
      ColumnCodes[] codes,
      List<CodeBatch> sample,
      long mostPartitions,
      BitSet points,
      ToDoubleFunction<CandidateOrder> cost,
      BooleanSupplier out) {
    this.columns = columns;
    for (int c = 0; c < columns.size(); c++) {
      sources.add(CandidatePartitioning.Source.of(c, columns.get(c), codes[c]));
    }
    this.sample = sample;
    this.most = Math.min(mostPartitions, MAX_PARTITIONS);
    this.points = points;
    this.cost = cost;
    this.out = out;
  }

  /**
   * @param orders of the table without further partitions, best first
   */
  List<Ranked> search(List<Ranked> orders) {
    List<Ranked> one = new ArrayList<>();
    extend(CandidatePartitioning.NONE, orders, one);
    one.sort(Comparator.comparingDouble(Ranked::cost));
    List<Ranked> two = new ArrayList<>();
    for (Ranked r : one.subList(0, Math.min(EXTENDED, one.size()))) {
      extend(r.order().partitioning(), List.of(r), two);
    }
    one.addAll(two);
    return one;
  }

  private void extend(CandidatePartitioning p, List<Ranked> orders, List<Ranked> found) {
    List<CandidateOrder> candidates = new ArrayList<>();
    for (int c = 0; c < columns.size() && !out.getAsBoolean(); c++) {
      if (!p.uses(c)) {
        for (CandidatePartitioning more : extended(p, c)) {
          for (CandidateOrder o : inside(orders, c, more.isIdentityOf(c))) {
            candidates.add(o.in(more));
          }
        }
      }
    }
    found.addAll(CandidateSearch.rank(candidates, cost, out));
  }

  /** The partitioning with one more field of a column: a few that differ most. */
  private List<CandidatePartitioning> extended(CandidatePartitioning p, int column) {
    long before = p.count(sample, most);
    TreeMap<Long, CandidatePartitioning> ordered = new TreeMap<>();
    TreeMap<Long, CandidatePartitioning> buckets = new TreeMap<>();
    for (PartitionTransform t : transforms(columns.get(column))) {
      boolean bucket = t.kind() == Kind.BUCKET;
      if (before < most && (!bucket || points.get(column))) {
        CandidatePartitioning more = allowed(p, t, column);
        long n = more == null ? 0 : more.count(sample, most);
        if (n > before && n <= most) {
          (bucket ? buckets : ordered).putIfAbsent(n, more);
        }
      }
    }
    List<CandidatePartitioning> out = some(ordered, TRANSFORMS);
    out.addAll(some(buckets, BUCKETINGS));
    return out;
  }

  /** The last, and others at equal distances. */
  private static List<CandidatePartitioning> some(
      TreeMap<Long, CandidatePartitioning> all, int count) {
    List<CandidatePartitioning> sorted = new ArrayList<>(all.values());
    List<CandidatePartitioning> out = new ArrayList<>();
    int n = Math.min(count, sorted.size());
    for (int k = 1; k <= n; k++) {
      out.add(sorted.get(k * sorted.size() / n - 1));
    }
    return out;
  }

  /**
   * The partitioning with one more field; null if the type has no such transform, or the sample
   * does not tell its partitions.
   */
  private CandidatePartitioning allowed(CandidatePartitioning p, PartitionTransform t, int c) {
    if (!sources.get(c).isPossible(t)) {
      return null;
    }
    try {
      return p.with(t, sources.get(c));
    } catch (IllegalArgumentException e) {
      // Also if there are far too many partitions.
      return null;
    }
  }

  /** Those whose partitions are the simplest come first, and stay if others have as many. */
  private static List<PartitionTransform> transforms(Field column) {
    List<PartitionTransform> out = new ArrayList<>();
    for (Kind k : List.of(Kind.YEAR, Kind.MONTH, Kind.DAY, Kind.HOUR)) {
      out.add(PartitionTransform.of(k));
    }
    out.add(PartitionTransform.IDENTITY);
    if (column.type().kind() == TypeKind.STRING) {
      for (int n = 1; n <= MAX_PREFIX; n++) {
        out.add(new PartitionTransform(Kind.TRUNCATE, n));
      }
    } else {
      for (int width = 10; width <= MAX_WIDTH; width *= 10) {
        out.add(new PartitionTransform(Kind.TRUNCATE, width));
      }
    }
    for (int n : BUCKETS) {
      out.add(new PartitionTransform(Kind.BUCKET, n));
    }
    return out;
  }

  /**
   * The best orders, and that by the column itself. A column whose values are partitions is not in
   * the files, so they are not ordered by it.
   */
  private static List<CandidateOrder> inside(List<Ranked> orders, int column, boolean identity) {
    List<CandidateOrder> some = new ArrayList<>();
    int best = 0;
    for (Ranked r : orders) {
      int[] keys = r.order().columns();
      boolean has = keys.length == 0 || Arrays.stream(keys).anyMatch(k -> k == column);
      boolean own = keys.length == 1 && keys[0] == column;
      if (!(identity && has) && (own || best < ORDERS)) {
        some.add(r.order());
        best += own ? 0 : 1;
      }
    }
    return some;
  }
}
