package io.placed.encoding;

import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.PageValues;

/**
 * What the pages of a chunk would take without the dictionary that they share. An estimate compares
 * all encodings and takes longer than encoding the page, so it is made for the pages 1, 2, 4, 8, 16
 * and every sixteenth after them; the pages between count, per value, like the last one estimated.
 */
final class DirectSize {
  private static final int MAX_INTERVAL = 16;

  /** A page is estimated if its runs are longer or shorter by this factor than the last one's. */
  private static final double SIMILAR = 1.25;

  private final EncodeContext choices;
  private double bytes;
  private double nanos;

  /** The last estimate, per value. */
  private Estimate perValue;

  private double runsPerValue;
  private int interval = 1;
  private int untilNext;

  /**
   * @param choices of encodings without a dictionary
   */
  DirectSize(EncodeContext choices) {
    this.choices = choices;
  }

  /**
   * Adds a page.
   *
   * @param exactly whether to estimate it in any case
   */
  void add(PageValues page, boolean exactly) {
    int n = page.count();
    if (n == 0) {
      return;
    }
    double runs = (double) page.runs() / n;
    boolean similar = runs < runsPerValue * SIMILAR && runs * SIMILAR > runsPerValue;
    if (exactly || untilNext == 0 || !similar) {
      Estimate e = choices.estimate(page);
      perValue = new Estimate(e.bytes() / n, e.decodeNanos() / n);
      runsPerValue = runs;
      untilNext = interval;
      interval = Math.min(MAX_INTERVAL, interval * 2);
    }
    untilNext--;
    bytes += perValue.bytes() * n;
    nanos += perValue.decodeNanos() * n;
  }

  /** Of all pages added. */
  Estimate total() {
    return new Estimate(bytes, nanos);
  }
}
