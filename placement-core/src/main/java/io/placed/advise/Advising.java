package io.placed.advise;

import io.placed.advise.cost.KeptRows;
import io.placed.advise.cost.WrittenPages;
import io.placed.advise.order.CandidateOrder;
import io.placed.advise.order.CandidateSearch;
import io.placed.advise.order.OrderedPages;
import io.placed.advise.order.PageZones;
import io.placed.advise.rank.RankScale;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnNames;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One run of an {@link Advisor}: sample, rank, scan, write pages, choose. */
final class Advising {
  private static final long SAMPLE_ROWS = 200_000;

  /** Shares of the budget after which the ranking, and the scan, are ended. */
  private static final double RANK_SHARE = 0.4;

  private static final double SCAN_SHARE = 0.9;

  private static final int MAX_KEPT_PAGES = 16;

  /** Rows that small pages have together, so that dictionaries and times are those of many rows. */
  private static final int KEPT_ROWS = 1 << 17;

  /** Of a prediction, which ranks no candidates. */
  private static final int MAX_PREDICTED_COLUMNS = 16;

  private final AdvisedTable table;
  private final Workload asked;
  private final AdvisorSettings settings;
  private final long start = System.nanoTime();

  private WorkloadUse workload;
  private double[] currentBytes;
  private Shuffles shuffles;
  private FilterColumns filters;
  private TableSample sample;
  private Ranking ranking;
  private int pageRows;

  /** Rows that readers skip together. */
  private int skippedRows;

  private long heapOfRow;
  private final List<String> notes = new ArrayList<>();

  Advising(AdvisedTable table, Workload workload, AdvisorSettings settings) {
    this.table = table;
    this.asked = workload;
    this.settings = settings;
  }

  Advice run() throws IOException {
    Placement base = base();
    prepare(base, Set.of(), CandidateSearch.MAX_COLUMNS);
    List<CandidateSearch.Ranked> ranked = ranking.rank(() -> isUp(RANK_SHARE));
    List<CandidateOrder> wanted = ranking.wanted(ranked, device());
    wanted.addAll(ranking.inBuckets(ranked, shuffles.buckets()));
    Finals finals = scan(Finalists.of(ranked, wanted), base);
    return new Choosing(
            table,
            settings,
            device(),
            workload,
            currentBytes,
            model(finals),
            finals,
            ranked,
            notes,
            start,
            () -> isUp(1))
        .choose(base);
  }

  /**
   * What the queries cost under placements, by placement.
   *
   * @throws IllegalArgumentException if one cannot be predicted
   */
  List<List<Advice.Template>> predict(List<Placement> placements, Profile profile)
      throws IOException {
    Set<String> ordered = new LinkedHashSet<>();
    for (Placement p : placements) {
      p.reorder().requireFits(table.schema());
      List<String> names = CandidateOrder.columns(p.reorder());
      for (int c : ColumnNames.ordered(names, table.schema())) {
        ordered.add(table.schema().field(c).name());
      }
    }
    prepare(base(), ordered, MAX_PREDICTED_COLUMNS);
    List<Placement> distinct = new ArrayList<>();
    List<CandidateOrder> orders = new ArrayList<>();
    int[] orderOf = new int[placements.size()];
    for (int k = 0; k < orderOf.length; k++) {
      Placement p = placements.get(k);
      int same = 0;
      while (same < distinct.size() && !distinct.get(same).reorder().equals(p.reorder())) {
        same++;
      }
      if (same == distinct.size()) {
        distinct.add(p);
        orders.add(
            CandidateOrder.of(
                p.reorder(), sample.fields(), sample.columns(), sample.all(), table.rows()));
      }
      orderOf[k] = same;
    }
    Finals finals = scan(orders, base());
    PageMeasuring pages = finals.pages();
    LayoutModel model = model(finals);
    LayoutCost current = model.current(pages.of(finals.arrival(), pages.profile()));
    BitSet columns = new BitSet();
    columns.set(0, table.schema().size());
    List<List<Advice.Template>> out = new ArrayList<>();
    for (int k = 0; k < orderOf.length; k++) {
      Finalist order = finals.all().get(orderOf[k]);
      Placement p = placements.get(k);
      WrittenPages measured = pages.of(order, profile);
      Design design = new Design(order, p, profile);
      LayoutCost layout = model.of(design, measured, columns, skippedRows(p));
      LayoutSet set = LayoutSet.of(workload.queries(), List.of(layout), settings.objective());
      out.add(Templates.of(workload.queries(), current, set));
    }
    return out;
  }

  private LayoutModel model(Finals finals) throws IOException {
    return new LayoutModel(
        table,
        workload.queries(),
        sample,
        finals.scales(),
        filters.numbers(table.schema().size()),
        currentBytes,
        shuffles,
        device(),
        table.rewriting().fetch(),
        settings.calibration());
  }

  /** Binds the workload, and reads the sample. */
  private void prepare(Placement base, Set<String> ordered, int columns) throws IOException {
    if (table.rows() == 0) {
      throw new IllegalArgumentException(table.name() + " is empty: there is nothing to advise on");
    }
    workload = WorkloadUse.of(asked, table.schema());
    notes.addAll(workload.notes());
    currentBytes = table.bytesPerRow();
    shuffles = new Shuffles(table, workload, settings);
    filters = FilterColumns.of(workload, table, currentBytes, shuffles, ordered, columns);
    if (!filters.ignored().isEmpty()) {
      notes.add(
          "conditions on "
              + String.join(", ", filters.ignored())
              + " have too little weight to be followed");
    }
    heapOfRow = heapOfRow();
    settings.progress().at(AdvisorProgress.Stage.SAMPLE, 0, SAMPLE_ROWS);
    sample = TableSample.of(table, filters.positions(), SAMPLE_ROWS);
    settings.progress().at(AdvisorProgress.Stage.SAMPLE, sample.rows(), sample.rows());
    Rewriting rewriting = table.rewriting();
    pageRows = rewriting.pageRows(base, heapOfRow);
    skippedRows = rewriting.skippedRows(pageRows);
    notes.addAll(rewriting.limits());
    ranking =
        new Ranking(table, workload, settings, filters, sample, currentBytes, skippedRows, base);
  }

  private int skippedRows(Placement of) {
    Rewriting rewriting = table.rewriting();
    return rewriting.skippedRows(rewriting.pageRows(of, heapOfRow));
  }

  /** The placement whose order is chosen; searches were resolved when the table was written. */
  private Placement base() {
    Placement p = table.rewriting().base(table.placement());
    return p.isSearch() ? p.withColumnGroups(ColumnGroups.NONE) : p;
  }

  private Device device() throws IOException {
    return settings.device() != null ? settings.device() : table.device();
  }

  private boolean isUp(double share) {
    return settings.budget() != null
        && System.nanoTime() - start > share * settings.budget().toNanos();
  }

  /** Heap of a row of all columns that files have, from a few rows. */
  private long heapOfRow() throws IOException {
    long rows = 0;
    long bytes = 0;
    List<String> names = stored(table.schema().fields()).stream().map(Field::name).toList();
    try (AdvisedTable.Rows in = table.sample(names, 4096)) {
      while (rows < 4096 && in.next()) {
        rows += in.batch().rows();
        bytes += in.batch().memoryBytes();
      }
    }
    return bytes / Math.max(1, rows);
  }

  private List<Field> stored(List<Field> fields) {
    Set<String> elsewhere = new HashSet<>(table.partitionColumns());
    return fields.stream().filter(f -> !elsewhere.contains(f.name())).toList();
  }

  /**
   * The finalists with their pages.
   *
   * @param all the order of the table last, if its pages are known and a rewrite can keep it
   * @param arrival that one, for its sizes
   * @param positions of the filter columns in the schema
   * @param scales ranks of the codes
   */
  record Finals(
      List<Finalist> all,
      Finalist arrival,
      PageMeasuring pages,
      RankScale[] scales,
      int[] positions,
      Advice.Effort effort) {}

  private Finals scan(List<CandidateOrder> orders, Placement base) throws IOException {
    List<Field> used = new ArrayList<>();
    BitSet needed = (BitSet) workload.columns().clone();
    for (CandidateOrder order : orders) {
      if (order.reordering() instanceof Reordering.Sort) {
        // The writer sorts the kept rows, also by columns that no query reads.
        List<String> names = CandidateOrder.columns(order.reordering());
        for (int c : ColumnNames.ordered(names, table.schema())) {
          needed.set(c);
        }
      }
    }
    for (int c : withParents(needed)) {
      used.add(table.schema().field(c));
    }
    Schema stored = Schema.of(stored(used));
    List<TableScanning.Target> targets = new ArrayList<>();
    double sampled = (double) table.rows() / Math.max(1, sample.rows());
    long pages = (table.rows() + pageRows - 1) / pageRows;
    int kept = keptPages(orders.size() + 1, pages);
    for (CandidateOrder order : orders) {
      OrderedPages of =
          new OrderedPages(order, filters.positions().length, sample.batches(), sampled, pages);
      targets.add(
          new TableScanning.Target(
              of, new KeptRows(stored, of.expectedRows(), kept, pageRows), false));
    }
    CandidateOrder none = CandidateOrder.arrival();
    OrderedPages now =
        new OrderedPages(none, filters.positions().length, sample.batches(), sampled, pages);
    double[] perPage = new double[(int) pages];
    Arrays.fill(perPage, pageRows);
    targets.add(new TableScanning.Target(now, new KeptRows(stored, perPage, kept, pageRows), true));
    TableScanning scanning = new TableScanning(table, sample, stored, pageRows);
    boolean complete = scanning.run(targets, () -> isUp(SCAN_SHARE), settings.progress());
    RankScale[] scales = complete ? scanning.scales() : sample.scales();
    int[] numbers = filters.numbers(table.schema().size());
    List<Finalist> all = new ArrayList<>();
    PageMeasuring pagesOf =
        new PageMeasuring(
            table.rewriting(),
            table.writeOptions().profile(),
            pageRows,
            skippedRows,
            settings.temporaryDirectory(),
            PageQueries.of(workload, sample, numbers, scales, table.schema(), stored));
    for (TableScanning.Target t : targets) {
      OrderedPages of = t.pages();
      PageZones sampledPages = complete || t.isArrival() ? null : ranking.scaled(of.order());
      Finalist f =
          new Finalist(
              t.isArrival() ? null : of.order(),
              t.isArrival() ? base.reorder() : of.order().reordering(),
              complete ? of::pages : (p, g) -> sampledPages,
              t.isArrival() ? null : ranking.growth(of.order()));
      all.add(f);
      pagesOf.keep(f, t.kept());
    }
    Finalist arrival = all.get(all.size() - 1);
    if (complete && stored.size() > 0 && !isUp(1)) {
      pagesOf.measure(all, () -> isUp(1), settings.progress());
    }
    if (!complete) {
      notes.add(
          "the budget was used up before the scan was complete, so pages are those of the sample");
    }
    return new Finals(
        complete && table.rewriting().choosesEncoding() ? all : all.subList(0, all.size() - 1),
        arrival,
        pagesOf,
        scales,
        filters.positions(),
        new Advice.Effort(
            sample.rows(), sample.bytesRead(), scanning.rows(), scanning.bytesRead(), complete, 0));
  }

  /** The columns, and those from which the table derives some of them: they are read anyway. */
  private int[] withParents(BitSet columns) throws IOException {
    BitSet out = (BitSet) columns.clone();
    for (int c : columns.stream().toArray()) {
      for (String parent : table.parents(table.schema().field(c).name())) {
        out.set(table.schema().indexOf(parent));
      }
    }
    return out.stream().toArray();
  }

  /** Pages that are kept of each order. */
  private int keptPages(int orders, long pages) {
    double page = 1.6 * pageRows * Math.max(1, heapOfRow);
    double fit = settings.keptBytes() / (orders * page);
    double wanted = Math.max(MAX_KEPT_PAGES, (double) KEPT_ROWS / pageRows);
    return (int) Math.max(1, Math.min(Math.min(wanted, pages), fit));
  }
}
