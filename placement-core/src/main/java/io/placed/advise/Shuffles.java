package io.placed.advise;

import io.placed.advise.cost.ShuffleTime;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Which queries need not move rows of a table for a join or a grouping, because its partitions
 * already have equal keys together, and what the others take. The other tables of a join are taken
 * to be divided in the same way, see {@link JoinedTables}.
 */
final class Shuffles {
  /** Of which a task of Spark reads at most so many. */
  private static final double TASK_BYTES = 128 << 20;

  /** With fewer, buckets differ much in size. */
  private static final double VALUES_OF_BUCKET = 8;

  private final AdvisedTable table;

  /** Different values, by position in the schema, as far as they are known. */
  private final Map<Integer, Double> distinct = new HashMap<>();

  private final double tasks;
  private final int buckets;

  Shuffles(AdvisedTable table, WorkloadUse workload, AdvisorSettings settings) throws IOException {
    this.table = table;
    this.tasks = Math.max(settings.slots(), Math.ceil(table.bytes() / TASK_BYTES));
    this.buckets = settings.buckets() > 0 ? settings.buckets() : BucketCount.of(table.bytes());
    for (QueryUse q : workload.queries()) {
      for (int c : q.shuffled()) {
        if (!distinct.containsKey(c)) {
          OptionalLong known = table.distinct(table.schema().field(c).name());
          distinct.put(c, known.isPresent() ? known.getAsLong() : (double) table.rows());
        }
      }
    }
  }

  /**
   * Seconds in which an engine moves and sorts the rows of a query, and those of the other tables
   * of a join, which it does not move either if it does not move these.
   *
   * @param order inside of partitions
   * @param rows that match
   */
  double seconds(QueryUse query, PartitionSpec partitions, Reordering order, double rows) {
    if (query.shuffled().isEmpty()) {
      return 0;
    }
    boolean served = isServed(query, partitions, table.schema());
    boolean sorted = served && isSortedBy(order, partitions.terms().get(0).column());
    double sort = query.sortsShuffled() && !sorted ? ShuffleTime.sortSeconds(rows) : 0;
    double moved = served ? 0 : moved(query, rows);
    double others = served ? 0 : query.query().shuffle().orElseThrow().otherSeconds();
    return sort + ShuffleTime.moveSeconds(moved, query.columns().cardinality()) + others;
  }

  /** Into how many buckets a table is divided. */
  int buckets() {
    return buckets;
  }

  /** Rows that are moved of those that match: each task moves a row of each of its groups. */
  private double moved(QueryUse query, double rows) {
    if (query.sortsShuffled()) {
      return rows;
    }
    double groups = 1;
    for (int c : query.shuffled()) {
      groups *= Math.max(1, distinct.get(c));
    }
    return Math.min(rows, groups * tasks);
  }

  /** Seconds of all runs of a query in which its rows are moved, if conditions are independent. */
  double seconds(QueryUse query) {
    double rows = query.share() * table.rows();
    double sort = query.sortsShuffled() ? ShuffleTime.sortSeconds(rows) : 0;
    double move = ShuffleTime.moveSeconds(moved(query, rows), query.columns().cardinality());
    return query.weight() * (move + sort);
  }

  /**
   * Positions of the columns whose buckets spare shuffles, the most important first: by the time
   * that moving and sorting takes.
   */
  int[] columns(WorkloadUse workload) {
    Map<Integer, Double> seconds = new TreeMap<>();
    for (QueryUse q : workload.queries()) {
      for (int c : q.shuffled()) {
        if (q.isServedBy(c) && canDivide(c)) {
          seconds.merge(c, seconds(q), Double::sum);
        }
      }
    }
    return seconds.keySet().stream()
        .sorted(
            Comparator.<Integer>comparingDouble(c -> -seconds.get(c))
                .thenComparingDouble(c -> -distinct.get(c)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Whether buckets by a column are of use: its type has buckets, its values fill them about
   * equally, and no other column divides the table.
   */
  private boolean canDivide(int column) {
    Field field = table.schema().field(column);
    return new PartitionTransform(PartitionTransform.Kind.BUCKET, buckets).isAllowed(field.type())
        && distinct.get(column) >= VALUES_OF_BUCKET * buckets
        && table.partitioning().terms().stream()
            .allMatch(t -> divides(t) && t.column().equals(field.name()));
  }

  /**
   * Whether the rows of a query stay where they are read. Spark does not look for equal keys in
   * partitions that other columns divide, too.
   */
  static boolean isServed(QueryUse query, PartitionSpec partitions, Schema schema) {
    List<PartitionTerm> terms = partitions.terms();
    return !query.shuffled().isEmpty()
        && !terms.isEmpty()
        && terms.stream().allMatch(t -> divides(t) && query.isServedBy(schema.indexOf(t.column())));
  }

  private static boolean divides(PartitionTerm t) {
    return t.transform().isIdentity() || t.transform().kind() == PartitionTransform.Kind.BUCKET;
  }

  private static boolean isSortedBy(Reordering order, String column) {
    if (!(order instanceof Reordering.Sort sort)) {
      return false;
    }
    SortKey first = sort.keys().get(0);
    return first.column().equals(column) && !first.descending();
  }
}
