package io.placed.advise.cost;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Processor times of columns and queries on pages that were written. */
final class PageTimer {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The fastest counts: others were disturbed, or not compiled yet. */
  private static final int SCANS = 3;

  /** Faster by less is noise. */
  private static final double FASTER = 0.98;

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

  private PageTimer() {}

  /**
   * Nanoseconds to decode a value of a column, without the begin of the scan, in the fastest scan.
   *
   * @param rows of the file
   * @param first whether the code that decodes may not be compiled yet
   */
  static double nanosPerRow(PageFormat.Pages pages, String column, int rows, boolean first)
      throws IOException {
    long settle = first ? FIRST_SETTLE_NANOS : SETTLE_NANOS;
    double perRow = Double.MAX_VALUE;
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
      sum += end - start;
      since = perRow < FASTER * before ? 0 : since + end - start;
    }
    return perRow;
  }

  /**
   * Runs all queries in turn, a few times, or until that makes them no faster.
   *
   * @param first whether the code that runs them may not be compiled yet
   * @return by number of the query; none of formats whose reader cannot be timed
   */
  static Map<Integer, PageRun> runs(PageFormat.Pages pages, List<PageQuery> queries, boolean first)
      throws IOException {
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
  static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
