package io.placed.advise;

import io.placed.scan.RowGroupInfo;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Chooses runs of rows at equal distances: the first rows of every n-th page of a table. More and
 * shorter runs represent a clustered table better, but each costs a page of every column.
 */
final class PageSampling {
  /** Maximum number of pages that are read. */
  private static final int MAX_PAGES = 256;

  /** Rows of a run for which a page is read. */
  private static final int LEAST_ROWS = 512;

  private final double distance;
  private final long rowsOfRun;
  private long page;
  private double next;

  private PageSampling(double distance, long rowsOfRun) {
    this.distance = distance;
    this.rowsOfRun = rowsOfRun;
    this.next = distance / 2;
  }

  /**
   * @param pages of the table
   * @param rows wanted
   */
  static PageSampling of(long pages, long rows) {
    long most = Math.min(MAX_PAGES, (rows + LEAST_ROWS - 1) / LEAST_ROWS);
    long runs = Math.max(1, Math.min(pages, most));
    return new PageSampling((double) pages / runs, (rows + runs - 1) / runs);
  }

  /** The numbers of the chosen rows of the next file. */
  long[] of(List<RowGroupInfo> file) {
    LongStream.Builder out = LongStream.builder();
    long first = 0;
    for (RowGroupInfo g : file) {
      for (long at = 0; at < g.rows(); at += g.pageRows()) {
        if (page++ == (long) next) {
          long end = Math.min(Math.min(at + rowsOfRun, at + g.pageRows()), g.rows());
          for (long r = at; r < end; r++) {
            out.add(first + r);
          }
          next += distance;
        }
      }
      first += g.rows();
    }
    return out.build().toArray();
  }
}
