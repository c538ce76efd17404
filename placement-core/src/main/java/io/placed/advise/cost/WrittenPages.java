package io.placed.advise.cost;

import io.placed.io.LocalFileStore;
import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Sizes and decode times of columns under an order, measured on pages that were written to a
 * temporary file.
 *
 * @param columns by name
 * @param parents by name the columns from which it is derived, which are read with it
 * @param rows that were written
 * @param writeNanosPerRow to sort, encode and write
 * @param beginNanos of a scan, before its first batch is decoded
 * @param runs of queries, by their numbers
 * @param times of queries, from the runs of all orders in this profile
 */
public record WrittenPages(
    Map<String, ColumnCost> columns,
    Map<String, Set<String>> parents,
    long rows,
    double writeNanosPerRow,
    double beginNanos,
    Map<Integer, PageRun> runs,
    QueryTimes times) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BATCH_ROWS = 4096;

  /** The fastest counts: others were disturbed, or not compiled yet. */
  private static final int SCANS = 3;

  /** Faster by less is noise. */
  private static final double FASTER = 0.98;

  /** Difference of sizes up to which columns are taken to be encoded alike. */
  private static final double ALIKE = 0.1;

  /**
   * A column is scanned until no scan was faster for so long. The first pages of a profile are
   * decoded by code that is compiled meanwhile; without waiting for it, whatever is measured later
   * would seem faster.
   */
  private static final long FIRST_SETTLE_NANOS = 40_000_000;

  private static final long SETTLE_NANOS = 5_000_000;

  /** Scans of a column end in any case after so many times of the above. */
  private static final int MAX_SETTLE = 8;

  /** The same for queries, of which there are more. */
  private static final long QUERY_SETTLE_NANOS = 100_000_000;

  /** Queries of the first pages are run for so long at most, until their code is compiled. */
  private static final long MAX_WARM_NANOS = 2_000_000_000L;

  private static final int QUERY_RUNS = 8;

  /** No query is run again on these pages after so long. */
  private static final long MAX_QUERY_NANOS = 250_000_000;

  public WrittenPages {
    columns = Map.copyOf(columns);
    parents = Map.copyOf(parents);
    runs = Map.copyOf(runs);
  }

  /**
   * Writes rows and reads them back.
   *
   * @param reordering of the layout. Sorts are done by the writer, since keys do not order the rows
   *     of one code
   * @param format of the table
   * @param directory for the file; null = {@code java.io.tmpdir}
   * @param queries that are run on the pages
   * @param first whether no pages of this format were measured before in this advice
   */
  public static WrittenPages measure(
      KeptRows kept,
      Reordering reordering,
      PageFormat format,
      String directory,
      List<PageQuery> queries,
      boolean first)
      throws IOException {
    Path parent = Path.of(directory != null ? directory : System.getProperty("java.io.tmpdir"));
    Path temporary = Files.createTempDirectory(parent, "placed-advise");
    try {
      String path = temporary.resolve("pages.placed").toString();
      Reordering sort = reordering instanceof Reordering.Sort ? reordering : Reordering.NONE;
      Schema schema = kept.rows().schema();
      int[] order = kept.order();
      int rows = order.length;
      long start = processorNanos();
      format.write(path, schema, sort, batches(kept, order));
      double nanos = (double) (processorNanos() - start) / Math.max(1, rows);
      Map<String, ColumnCost> columns = new LinkedHashMap<>();
      Map<String, Set<String>> parents = new LinkedHashMap<>();
      Map<Integer, PageRun> runs;
      double begin = Double.MAX_VALUE;
      long settle = first ? FIRST_SETTLE_NANOS : SETTLE_NANOS;
      try (PageFormat.Pages pages = format.open(path, schema)) {
        for (Map.Entry<String, PageFormat.Stored> e : pages.stored().entrySet()) {
          PageFormat.Stored c = e.getValue();
          ScanTime time = time(pages, e.getKey(), rows, settle);
          begin = Math.min(begin, time.begin);
          columns.put(
              e.getKey(),
              new ColumnCost((double) c.pageBytes() / rows, c.dictionaryBytes(), time.perRow));
          parents.put(e.getKey(), pages.parents(e.getKey()));
        }
        runs = run(pages, queries, first);
      }
      return new WrittenPages(
          columns, parents, rows, nanos, columns.isEmpty() ? 0 : begin, runs, QueryTimes.NONE);
    } finally {
      new LocalFileStore().delete(temporary.toString(), true);
    }
  }

  /**
   * The same with less noise in decode times: columns that are about as large in several orders
   * have the same encodings, and the fastest scan of them counts. Times of queries come from the
   * runs of all.
   *
   * @param all elements may be null
   * @param queries that were run
   */
  public static List<WrittenPages> smoothed(List<WrittenPages> all, List<PageQuery> queries) {
    List<WrittenPages> out = new ArrayList<>();
    double begin =
        all.stream().filter(Objects::nonNull).mapToDouble(WrittenPages::beginNanos).min().orElse(0);
    for (WrittenPages w : all) {
      if (w == null) {
        out.add(null);
        continue;
      }
      Map<String, ColumnCost> columns = new LinkedHashMap<>();
      w.columns.forEach((name, cost) -> columns.put(name, fastest(name, cost, all)));
      out.add(w.with(columns, begin, w.times));
    }
    QueryTimes times = QueryTimes.of(out, queries);
    out.replaceAll(w -> w == null ? null : w.with(w.columns, w.beginNanos, times));
    return out;
  }

  private WrittenPages with(
      Map<String, ColumnCost> newColumns, double begin, QueryTimes ofQueries) {
    return new WrittenPages(newColumns, parents, rows, writeNanosPerRow, begin, runs, ofQueries);
  }

  private static ColumnCost fastest(String name, ColumnCost cost, List<WrittenPages> all) {
    double nanos = cost.nanosPerRow();
    for (WrittenPages w : all) {
      ColumnCost other = w == null ? null : w.columns.get(name);
      boolean alike =
          other != null
              && Math.abs(other.bytesPerRow() - cost.bytesPerRow()) <= ALIKE * cost.bytesPerRow();
      nanos = alike ? Math.min(nanos, other.nanosPerRow()) : nanos;
    }
    return new ColumnCost(cost.bytesPerRow(), cost.dictionaryBytes(), nanos);
  }

  private static Iterator<Batch> batches(KeptRows kept, int[] order) {
    Batch batch = Batch.of(kept.rows().schema());
    return new Iterator<>() {
      private int from;

      @Override
      public boolean hasNext() {
        return from < order.length;
      }

      @Override
      public Batch next() {
        int[] some = Arrays.copyOfRange(order, from, Math.min(order.length, from + BATCH_ROWS));
        from += BATCH_ROWS;
        batch.clear();
        batch.appendSelected(kept.rows(), some, some.length);
        return batch;
      }
    };
  }

  /**
   * Time of a column.
   *
   * @param perRow nanoseconds, without the begin of the scan
   * @param begin nanoseconds before the first batch was decoded
   */
  private record ScanTime(double perRow, double begin) {}

  private static ScanTime time(PageFormat.Pages pages, String column, int rows, long settle)
      throws IOException {
    double perRow = Double.MAX_VALUE;
    double begin = Double.MAX_VALUE;
    long sum = 0;
    long since = 0;
    for (int k = 0; k < SCANS || since < settle && sum < MAX_SETTLE * settle; k++) {
      double before = perRow;
      long[] begun = {processorNanos()};
      long start = begun[0];
      long more = pages.scan(column, () -> begun[0] = processorNanos());
      long end = processorNanos();
      perRow =
          Math.min(
              perRow,
              more > 0
                  ? (double) (end - begun[0]) / more
                  : (double) (end - start) / Math.max(1, rows));
      begin = more > 0 ? Math.min(begin, begun[0] - start - perRow * (rows - more)) : 0;
      sum += end - start;
      since = perRow < FASTER * before ? 0 : since + end - start;
    }
    return new ScanTime(perRow, Math.max(0, begin));
  }

  /**
   * Runs all queries in turn: the first of a process again and again, while that makes them faster.
   */
  private static Map<Integer, PageRun> run(
      PageFormat.Pages pages, List<PageQuery> queries, boolean first) throws IOException {
    Map<Integer, PageRun> out = new LinkedHashMap<>();
    Map<PageQuery, PageFormat.PlannedQuery> planned = new LinkedHashMap<>();
    for (PageQuery q : queries) {
      PageFormat.PlannedQuery p = pages.plan(q.columns(), q.filter());
      if (p != null) {
        planned.put(q, p);
      }
    }
    double best = Double.MAX_VALUE;
    long sum = 0;
    long since = 0;
    boolean more = !planned.isEmpty();
    for (int k = 0; more; k++) {
      long begun = processorNanos();
      double round = 0;
      for (Map.Entry<PageQuery, PageFormat.PlannedQuery> e : planned.entrySet()) {
        PageFormat.PlannedQuery p = e.getValue();
        long start = processorNanos();
        long matching = p.run();
        double nanos = processorNanos() - start;
        PageRun before = out.get(e.getKey().number());
        double least = before == null ? nanos : Math.min(nanos, before.nanos());
        out.put(e.getKey().number(), new PageRun(least, p.requests(), p.rows(), matching));
        round += least;
      }
      long took = processorNanos() - begun;
      sum += took;
      since = round < FASTER * best ? 0 : since + took;
      best = Math.min(best, round);
      more =
          first
              ? (k < QUERY_RUNS || since < QUERY_SETTLE_NANOS) && sum < MAX_WARM_NANOS
              : k + 1 < QUERY_RUNS && sum < MAX_QUERY_NANOS;
    }
    return out;
  }

  /** Time of this thread on a processor, which other processes do not disturb as much. */
  private static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
