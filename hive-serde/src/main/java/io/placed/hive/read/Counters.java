package io.placed.hive.read;

import io.placed.io.IoCounters;
import io.placed.scan.ScanMetrics;
import org.apache.hadoop.mapred.Reporter;

/** Metrics of scans as counters of the task, which Hive and Tez aggregate and display. */
public final class Counters {
  /** Name of the counter group. */
  public static final String GROUP = "Placed";

  public static final String BYTES_NEEDED = "BYTES_NEEDED";
  public static final String BYTES_READ = "BYTES_READ";
  public static final String REQUESTS = "REQUESTS";
  public static final String ROWS_RETURNED = "ROWS_RETURNED";

  private Counters() {}

  /**
   * @param eliminated row groups that were skipped while splits were planned
   */
  static void report(Reporter to, IoCounters io, ScanMetrics m, long eliminated) {
    to.incrCounter(GROUP, BYTES_NEEDED, io.bytesNeeded());
    to.incrCounter(GROUP, BYTES_READ, io.bytesRead());
    to.incrCounter(GROUP, "BYTES_OVER_READ", io.bytesOverRead());
    to.incrCounter(GROUP, "BYTES_IN_GAPS", io.bytesInGaps());
    to.incrCounter(GROUP, REQUESTS, io.requests());
    to.incrCounter(GROUP, "ROW_GROUPS", m.rowGroups() + eliminated);
    to.incrCounter(GROUP, "ROW_GROUPS_SKIPPED", m.rowGroupsSkipped() + eliminated);
    to.incrCounter(GROUP, "PAGES", m.pages());
    to.incrCounter(GROUP, "PAGES_SKIPPED", m.pagesSkipped());
    to.incrCounter(GROUP, "ROWS_TESTED", m.rowsDecoded());
    to.incrCounter(GROUP, ROWS_RETURNED, m.rowsReturned());
  }
}
