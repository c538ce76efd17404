package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.FetchRules;
import io.placed.advise.cost.QueryTimes;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.cost.ReadModel;
import io.placed.advise.cost.StoredColumns;
import io.placed.advise.cost.WrittenPages;
import io.placed.advise.order.CandidatePartitioning;
import io.placed.advise.order.CodeCondition;
import io.placed.advise.order.PageZones;
import io.placed.advise.rank.RankScale;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.placement.partition.ExpectedRows;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/** What the queries of a workload cost under the layout of a table, and under others. */
final class LayoutModel {
  /** Of the ranks of conditions, and of the values next to them. */
  private static final double RANK_ERROR = 0.01;

  /** Of the sizes of written pages: all of one, less of several. */
  private static final double SIZE_ERROR = 0.06;

  /** Of the size of a page against the mean of all. */
  private static final double VARIATION = 0.12;

  /** Of the place of pages: about one end of a range in two is off by a page. */
  private static final double PAGE_ERROR = 0.35;

  /**
   * Error of the ranks at which curves and trees are cut: the writer samples, too. A query whose
   * range ends at a cut reads a part more, or not, so ranges are also tried this much wider and
   * narrower. Cuts of trees are that far outside of the ranges.
   */
  static final double SHIFT = 0.002;

  private final AdvisedTable table;
  private final List<QueryUse> queries;
  private final TableSample sample;
  private final RankScale[] scales;
  private final int[] numbers;
  private final int[] positions;
  private final double[] currentBytes;
  private final Device device;
  private final FetchRules fetch;
  private final QueryCost cost;
  private final Shuffles shuffles;

  /** What each query reads now, by the plan of the reader. */
  private final ReadCost[] now;

  /** The same by the model; null until it is known. */
  private List<ReadCost> nowByModel;

  /** Seconds of each query that no layout changes; 0 until the current layout is known. */
  private final double[] rest;

  /**
   * @param scales ranks of the codes of the filter columns
   * @param numbers of the filter columns by position in the schema; negative for others
   * @param currentBytes per row, by position in the schema
   * @param fetch rules of the reader of the rewritten table
   */
  LayoutModel(
      AdvisedTable table,
      List<QueryUse> queries,
      TableSample sample,
      RankScale[] scales,
      int[] numbers,
      double[] currentBytes,
      Shuffles shuffles,
      Device device,
      FetchRules fetch,
      Calibration calibration) {
    this.table = table;
    this.queries = queries;
    this.sample = sample;
    this.scales = scales;
    this.numbers = numbers;
    this.positions = new int[scales.length];
    for (int c = 0; c < numbers.length; c++) {
      if (numbers[c] >= 0) {
        positions[numbers[c]] = c;
      }
    }
    this.currentBytes = currentBytes;
    this.device = device;
    this.fetch = fetch;
    this.cost = new QueryCost(device, table.rows(), calibration);
    this.shuffles = shuffles;
    this.rest = new double[queries.size()];
    this.now = new ReadCost[queries.size()];
  }

  /**
   * The layout that the table has, planned by its reader. Call it first: measured times say what
   * queries take beyond reading.
   *
   * @param measured pages in this order; null if none were written
   */
  LayoutCost current(WrittenPages measured) throws IOException {
    ColumnCost[] columns = columns(measured);
    List<AdvisedTable.Scan> scans = new ArrayList<>();
    for (QueryUse query : queries) {
      Predicate filter = sample.predicate(query.codes(numbers, scales));
      scans.add(new AdvisedTable.Scan(names(query.columns()), filter));
    }
    List<ReadCost> costs = table.read(scans, device);
    List<Advice.Reads> reads = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      QueryUse query = queries.get(q);
      ReadCost read = costs.get(q);
      now[q] = read;
      double shuffle =
          shuffles.seconds(
              query, table.partitioning(), table.placement().reorder(), matching(q, measured));
      Advice.Reads plain = cost.reads(read, q, query, columns, measured, RANK_ERROR, shuffle, 0);
      double millis = query.query().millis();
      rest[q] = Math.max(0, millis / 1e3 - plain.seconds().mean());
      reads.add(cost.reads(read, q, query, columns, measured, RANK_ERROR, shuffle, rest[q]));
    }
    return new LayoutCost(
        table.placement(),
        null,
        columns,
        everything(),
        sum(currentBytes),
        table.bytes(),
        writeNanos(measured),
        reads);
  }

  /** All partition fields; a copy is not partitioned as the table is. */
  private PartitionSpec partitioning(Design design, BitSet only) {
    boolean copy = only.cardinality() < currentBytes.length;
    List<PartitionTerm> terms = new ArrayList<>(copy ? List.of() : table.partitioning().terms());
    terms.addAll(design.partitioning().spec().terms());
    return new PartitionSpec(terms);
  }

  private double matching(int q, WrittenPages measured) {
    QueryTimes times = measured == null ? QueryTimes.NONE : measured.times();
    return cost.matching(q, queries.get(q), times);
  }

  private List<String> names(BitSet columns) {
    return columns.stream().mapToObj(c -> table.schema().field(c).name()).toList();
  }

  /**
   * Another layout.
   *
   * @param measured pages in its order; null if none were written
   * @param only positions of the columns that it has
   * @param pageRows rows of a page, which readers skip together
   */
  LayoutCost of(Design design, WrittenPages measured, BitSet only, int pageRows) {
    ColumnCost[] columns = columns(measured, only, design.partitioning());
    double sizeError =
        measured == null ? 0.2 : SIZE_ERROR / Math.sqrt(Math.max(1, measured.rows() / pageRows));
    List<PagesRead> pages = pages(design, columns, measured, only, pageRows);
    List<Advice.Reads> reads = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      PagesRead read = pages.get(q);
      ReadCost cost = read.cost;
      if (design.rows().isArrival() && nowByModel != null) {
        cost = cost.adjusted(nowByModel.get(q), now[q]);
      }
      double error = Math.hypot(sizeError, read.error) + RANK_ERROR;
      double shuffle =
          shuffles.seconds(
              queries.get(q),
              partitioning(design, only),
              design.placement().reorder(),
              matching(q, measured));
      reads.add(
          this.cost.reads(cost, q, queries.get(q), columns, measured, error, shuffle, rest[q]));
    }
    double rowBytes = rowBytes(columns, only);
    double all = rowBytes(columns(measured), everything());
    double share = all == 0 ? 1 : rowBytes / all;
    // Columns are encoded once, and written to each copy.
    double written = rowBytes * design.placement().copies().size();
    boolean copy = only.cardinality() < currentBytes.length;
    return new LayoutCost(
        design.placement(),
        design,
        columns,
        only,
        written,
        copy ? rowBytes(currentBytes, only) * table.rows() : table.bytes(),
        writeNanos(measured) * (copy ? Math.min(1, share) : 1),
        reads);
  }

  /**
   * What a query reads by the model.
   *
   * @param error of the number of pages: standard deviation of the logarithm
   */
  private record PagesRead(ReadCost cost, double error) {}

  /**
   * Compares the model with the plans of the reader: what both say about the layout that the table
   * has. Layouts with the same order of rows are adjusted by the difference, so that it is not
   * taken for a gain. Call it after {@link #current}.
   *
   * @param unchanged the layout that the table has, as far as a rewrite can have it
   * @param measured pages in this order; null if none were written
   * @param pageRows rows of a page, which readers skip together
   */
  void compare(Design unchanged, WrittenPages measured, int pageRows) {
    BitSet all = everything();
    ColumnCost[] columns = columns(measured, all, unchanged.partitioning());
    nowByModel =
        pages(unchanged, columns, measured, all, pageRows).stream().map(PagesRead::cost).toList();
  }

  private List<PagesRead> pages(
      Design design, ColumnCost[] columns, WrittenPages measured, BitSet only, int pageRows) {
    Placement placement = design.placement();
    CandidatePartitioning partitions = design.partitioning();
    Schema stored = schema(stored(only, partitions));
    Placement fitting = placement.fitting(stored);
    PageZones zones =
        design.rows().pages().of(pageRows, rowGroupRows(fitting, stored, columns, pageRows));
    ReadModel model =
        new ReadModel(
            zones, device, StoredColumns.of(fitting, stored, table.schema()), columns, fetch);
    boolean sampled =
        !design.rows().isArrival() && !(placement.reorder() instanceof Reordering.Sort);
    List<PagesRead> out = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      QueryUse query = queries.get(q);
      BitSet read = zones.matching(conditions(query, partitions, 0));
      double rows = zones.rows(read);
      double wide = sampled ? rows(zones, query, partitions, SHIFT) : rows;
      double narrow = sampled ? rows(zones, query, partitions, -SHIFT) : rows;
      double growth = design.rows().growth(q);
      double cuts = sample.all().hasHashes() ? rows : (wide + 2 * rows + narrow) / 4;
      double expected = Math.min(growth * cuts, Math.max(cuts, table.rows()));
      double cutError = wide <= narrow ? 0 : Math.log(wide / Math.max(narrow, wide / 4)) / 2;
      int n = Math.max(1, read.cardinality());
      double pageError = Math.hypot(PAGE_ERROR / n, VARIATION / Math.sqrt(n));
      BitSet needed = withParents(query.columns(), measured);
      ReadCost cost = model.read(needed, read).times(rows == 0 ? 1 : expected / rows);
      double growthError = Math.log(growth) / 2;
      out.add(new PagesRead(cost, Math.hypot(growthError, Math.hypot(pageError, cutError))));
    }
    return out;
  }

  /** The columns and those from which they are derived. */
  private BitSet withParents(BitSet columns, WrittenPages measured) {
    BitSet out = (BitSet) columns.clone();
    if (measured != null) {
      for (int c : columns.stream().toArray()) {
        measured
            .parents()
            .getOrDefault(table.schema().field(c).name(), Set.of())
            .forEach(p -> out.set(table.schema().indexOf(p)));
      }
    }
    return out;
  }

  private double rows(
      PageZones zones, QueryUse query, CandidatePartitioning partitions, double more) {
    return zones.rows(zones.matching(conditions(query, partitions, more)));
  }

  private BitSet everything() {
    BitSet all = new BitSet();
    all.set(0, currentBytes.length);
    return all;
  }

  private static double rowBytes(ColumnCost[] columns, BitSet only) {
    return only.stream().mapToDouble(c -> columns[c].bytesPerRow()).sum();
  }

  private static double rowBytes(double[] columns, BitSet only) {
    return only.stream().mapToDouble(c -> columns[c]).sum();
  }

  /** The conditions of a query in codes, with those on buckets. */
  private List<CodeCondition> conditions(
      QueryUse query, CandidatePartitioning partitions, double more) {
    return partitions.conditions(
        query.codes(numbers, scales, more),
        c -> query.isPoints(positions[c.column()], scales[c.column()], table.rows()),
        scales.length);
  }

  /**
   * Expected rows of a row group by those of its file; at least a page, unless they are given.
   *
   * @param stored the columns that files have
   */
  private DoubleUnaryOperator rowGroupRows(
      Placement placement, Schema stored, ColumnCost[] columns, int pageRows) {
    double[] bytesPerRow =
        stored.fields().stream()
            .mapToDouble(f -> columns[table.schema().indexOf(f.name())].bytesPerRow())
            .toArray();
    RowGroups of = placement.rowGroups();
    double least = of instanceof RowGroups.OfRows ? 1 : pageRows;
    return fileRows ->
        Math.max(
            Math.min(least, Math.ceil(fileRows / of.least())),
            ExpectedRows.of(placement, stored, bytesPerRow, fileRows));
  }

  /** Positions of the columns that files have. */
  private BitSet stored(BitSet only, CandidatePartitioning partitions) {
    Set<String> elsewhere = new HashSet<>(table.partitionColumns());
    BitSet out = new BitSet();
    only.stream()
        .filter(c -> !elsewhere.contains(table.schema().field(c).name()))
        .filter(c -> numbers[c] < 0 || !partitions.isIdentityOf(numbers[c]))
        .forEach(out::set);
    return out;
  }

  private Schema schema(BitSet columns) {
    return Schema.of(columns.stream().mapToObj(table.schema()::field).toList());
  }

  /** Costs by position in the schema; those that are not in the files cost nothing. */
  private ColumnCost[] columns(
      WrittenPages measured, BitSet only, CandidatePartitioning partitions) {
    ColumnCost[] out = columns(measured);
    BitSet stored = stored(only, partitions);
    for (int c = 0; c < out.length; c++) {
      out[c] = stored.get(c) ? out[c] : ColumnCost.NONE;
    }
    return out;
  }

  private ColumnCost[] columns(WrittenPages measured) {
    ColumnCost[] out = new ColumnCost[currentBytes.length];
    for (int c = 0; c < out.length; c++) {
      ColumnCost of =
          measured == null ? null : measured.columns().get(table.schema().field(c).name());
      // A column that was not written is needed by no query, or nothing was written.
      double nanos = measured == null ? currentBytes[c] / 2 : 0;
      out[c] = of != null ? of : new ColumnCost(currentBytes[c], 0, nanos);
    }
    return out;
  }

  private static double writeNanos(WrittenPages measured) {
    return measured == null ? 0 : measured.writeNanosPerRow();
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum;
  }
}
