package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.order.CandidateOrder;
import io.placed.advise.order.CandidatePartitioning;
import io.placed.advise.order.CandidateSearch;
import io.placed.advise.order.CodeCondition;
import io.placed.advise.order.OrderedPages;
import io.placed.advise.order.PageZones;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.placement.SortKey;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Ranks the orders and partitions that a table may have by a sample of its rows. */
final class Ranking {
  /** Sampled rows of a page, at least. */
  private static final int LEAST_SAMPLED = 64;

  /** Of tables whose row groups have no size in bytes. */
  private static final long DEFAULT_ROW_GROUP = 64L << 20;

  private final AdvisedTable table;
  private final WorkloadUse workload;
  private final AdvisorSettings settings;
  private final FilterColumns filters;
  private final TableSample sample;
  private final double[] currentBytes;
  private final int skippedRows;
  private final Placement base;
  private final double[] weights;

  /** By query; see {@link #growth}. Null if no template has several runs, or there is no tree. */
  private double[] growth;

  /** By candidate, by query its share of the sampled rows. */
  private final Map<CandidateOrder, double[]> rowShares =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * @param currentBytes of a row by position in the schema
   * @param skippedRows rows that readers skip together
   * @param base the placement whose order is chosen
   */
  Ranking(
      AdvisedTable table,
      WorkloadUse workload,
      AdvisorSettings settings,
      FilterColumns filters,
      TableSample sample,
      double[] currentBytes,
      int skippedRows,
      Placement base) {
    this.table = table;
    this.workload = workload;
    this.settings = settings;
    this.filters = filters;
    this.sample = sample;
    this.currentBytes = currentBytes;
    this.skippedRows = skippedRows;
    this.base = base;
    this.weights = QueryUse.weights(workload.queries());
  }

  /**
   * All candidates, best first.
   *
   * @param out whether the time is up
   */
  List<CandidateSearch.Ranked> rank(BooleanSupplier out) {
    if (filters.keys() == 0) {
      return List.of();
    }
    List<List<CodeCondition>> conditions = new ArrayList<>();
    int[] numbers = filters.numbers(table.schema().size());
    double[] bytes = new double[weights.length];
    for (int q = 0; q < weights.length; q++) {
      QueryUse query = workload.queries().get(q);
      conditions.add(query.codes(numbers, sample.scales()));
      bytes[q] = query.bytesPerRow(currentBytes);
    }
    BitSet points = new BitSet();
    for (int c = 0; c < filters.keys(); c++) {
      points.set(c, hasPoints(c));
    }
    int[] done = new int[1];
    CandidateSearch search =
        new CandidateSearch(
            sample.fields().subList(0, filters.keys()),
            table.rewriting().orders(),
            order -> {
              synchronized (done) {
                settings.progress().at(AdvisorProgress.Stage.RANK, ++done[0], 0);
              }
              PageZones zones = zones(order);
              double[] shares = new double[weights.length];
              double sum = 0;
              for (int q = 0; q < weights.length; q++) {
                BitSet read = zones.matching(conditions(conditions.get(q), q, order));
                shares[q] = zones.rows(read) / sample.rows();
                shares[q] = growth(order) == null ? shares[q] : Math.min(1, growth[q] * shares[q]);
                sum += weights[q] * bytes[q] * shares[q];
              }
              rowShares.put(order, shares);
              return sum;
            },
            out);
    growth = OtherLiterals.growth(workload.queries(), conditions, of -> treeZones(search, of));
    return search.search(
        sample.columns(),
        forTree(workload.byWeight()),
        sample.all(),
        sample.batches(),
        skippedRows,
        table.rows(),
        table.canBePartitioned() ? mostPartitions() : 0,
        points);
  }

  private List<List<CodeCondition>> forTree(List<QueryUse> queries) {
    int[] numbers = filters.numbers(table.schema().size());
    return queries.stream().map(q -> q.codes(numbers, sample.scales(), LayoutModel.SHIFT)).toList();
  }

  /** Pages under the tree of some queries. */
  private Optional<PageZones> treeZones(CandidateSearch search, Set<QueryUse> of) {
    List<QueryUse> queries = workload.byWeight().stream().filter(of::contains).toList();
    Optional<CandidateOrder> tree =
        search.tree(sample.columns(), forTree(queries), sample.all(), skippedRows, table.rows());
    Optional<PageZones> out = tree.map(this::zones);
    tree.ifPresent(CandidateOrder::release);
    return out;
  }

  /**
   * By query, how many times as many rows it reads under an order with other literals than those of
   * the workload, at least 1; null = as many. Trees are made for literals, other orders are not.
   */
  double[] growth(CandidateOrder order) {
    return order.reordering() instanceof Reordering.QdTree ? growth : null;
  }

  /**
   * Candidates that are followed whatever their rank: the best for either half of the queries, see
   * {@link HeldOut}, and the best of those by which no template of weight loses.
   */
  List<CandidateOrder> wanted(List<CandidateSearch.Ranked> ranked, Device device)
      throws IOException {
    List<CandidateOrder> out = new ArrayList<>();
    if (ranked.isEmpty()) {
      return out;
    }
    if (HeldOut.isKnown(workload.queries())) {
      boolean[] halves = HeldOut.halves(workload.queries());
      for (boolean half : new boolean[] {true, false}) {
        out.add(
            ranked.stream()
                .map(CandidateSearch.Ranked::order)
                .min(Comparator.comparingDouble(o -> bytes(o, halves, half)))
                .orElseThrow());
      }
    }
    double[] most = mostShares(device);
    ranked.stream()
        .map(CandidateSearch.Ranked::order)
        .filter(o -> IntStream.range(0, most.length).allMatch(q -> rowShares.get(o)[q] <= most[q]))
        .findFirst()
        .ifPresent(out::add);
    return out;
  }

  /**
   * Orders in buckets by keys of joins and groups, which are followed whatever their rank: they
   * read no less, but rows need not be moved. Rows of a bucket are sorted by the key, so that a
   * join does not sort them either, or are in the order that reads least. None if only reading
   * counts.
   *
   * @param count of the buckets
   */
  List<CandidateOrder> inBuckets(List<CandidateSearch.Ranked> ranked, int count) {
    List<CandidateOrder> out = new ArrayList<>();
    if (settings.objective() != Objective.TIME) {
      return out;
    }
    int[] numbers = filters.numbers(table.schema().size());
    for (int c : filters.shuffled()) {
      Field field = table.schema().field(c);
      // A table that is divided is so by this column.
      CandidatePartitioning inside =
          table.partitioning().isEmpty()
              ? CandidatePartitioning.NONE.withBuckets(
                  count, numbers[c], field, sample.columns()[numbers[c]])
              : CandidatePartitioning.NONE;
      Reordering.Sort sort = new Reordering.Sort(List.of(SortKey.asc(field.name())));
      out.add(CandidateOrder.sort(sort, new int[] {numbers[c]}).in(inside));
      ranked.stream()
          .map(CandidateSearch.Ranked::order)
          .filter(o -> o.partitioning().isEmpty())
          .findFirst()
          .filter(o -> !inside.isEmpty())
          .ifPresent(o -> out.add(o.in(inside)));
    }
    return out;
  }

  private double bytes(CandidateOrder order, boolean[] halves, boolean half) {
    double[] shares = rowShares.get(order);
    double sum = 0;
    for (int q = 0; q < shares.length; q++) {
      double bytes = workload.queries().get(q).bytesPerRow(currentBytes);
      sum += halves[q] == half ? weights[q] * bytes * shares[q] : 0;
    }
    return sum;
  }

  /** By query the share of rows beyond which it loses; for a query of each template of weight. */
  private double[] mostShares(Device device) throws IOException {
    double[] out = new double[weights.length];
    Arrays.fill(out, Double.POSITIVE_INFINITY);
    Map<String, Double> weightOf = new HashMap<>();
    for (QueryUse q : workload.queries()) {
      weightOf.merge(q.query().name(), q.weight(), Double::sum);
    }
    int[] numbers = filters.numbers(table.schema().size());
    Set<String> seen = new HashSet<>();
    List<Integer> some = new ArrayList<>();
    List<AdvisedTable.Scan> scans = new ArrayList<>();
    for (int q = 0; q < out.length; q++) {
      QueryUse query = workload.queries().get(q);
      double weight = weightOf.get(query.query().name());
      if (weight >= RewriteDecision.SHARE * workload.weight() && seen.add(query.query().name())) {
        List<String> names =
            query.columns().stream().mapToObj(c -> table.schema().field(c).name()).toList();
        Predicate filter = sample.predicate(query.codes(numbers, sample.scales()));
        some.add(q);
        scans.add(new AdvisedTable.Scan(names, filter));
      }
    }
    List<ReadCost> costs = table.read(scans, device);
    double sum = 0;
    double of = 0;
    for (int k = 0; k < some.size(); k++) {
      int q = some.get(k);
      double weight = weightOf.get(workload.queries().get(q).query().name());
      double now = costs.get(k).rows() / table.rows();
      out[q] = (1 + RewriteDecision.LOSS) * now;
      sum += weight * now;
      of += weight;
    }
    for (int q = 0; q < out.length; q++) {
      // As in the decision: what reads nothing now is compared with the mean.
      out[q] = out[q] == 0 ? RewriteDecision.LOSS * sum / of : out[q];
    }
    return out;
  }

  private List<CodeCondition> conditions(List<CodeCondition> of, int query, CandidateOrder order) {
    QueryUse use = workload.queries().get(query);
    return order
        .partitioning()
        .conditions(of, c -> isPoints(use, c.column()), filters.positions().length);
  }

  private boolean hasPoints(int filter) {
    return workload.queries().stream().anyMatch(q -> isPoints(q, filter));
  }

  private boolean isPoints(QueryUse query, int filter) {
    return query.isPoints(filters.positions()[filter], sample.scales()[filter], table.rows());
  }

  /** Partitions are at least half a row group on average, so that their files are not small. */
  private long mostPartitions() {
    long group = base.rowGroups() instanceof RowGroups.OfBytes b ? b.bytes() : DEFAULT_ROW_GROUP;
    return Math.max(1, 2 * table.bytes() / group);
  }

  /** Pages of the sample in an order: as many as the table has. */
  private PageZones zones(CandidateOrder order) {
    long pages = Math.max(1, (table.rows() + skippedRows - 1) / skippedRows);
    double rowsOfPage = Math.max(LEAST_SAMPLED, (double) sample.rows() / pages);
    OrderedPages of =
        OrderedPages.ofSample(
            order,
            filters.positions().length,
            sample.batches(),
            (long) Math.ceil(sample.rows() / rowsOfPage));
    return of.pages(rowsOfPage);
  }

  /** Pages of the sample, as large as those of the table. */
  PageZones scaled(CandidateOrder order) {
    PageZones zones = zones(order);
    zones.scale((double) table.rows() / sample.rows());
    return zones;
  }
}
