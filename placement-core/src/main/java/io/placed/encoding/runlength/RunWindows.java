package io.placed.encoding.runlength;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.error.MalformedDataException;
import java.util.Arrays;

/**
 * The ends of runs of booleans, decoded in windows, because a list may have 2^30 booleans in as
 * many runs.
 */
final class RunWindows {
  /**
   * Runs per window: a multiple of a vector, so that decoding of lengths can start at each window.
   */
  private static final int WINDOW = 1 << 16;

  private final int count;
  private final IntDecoder lengths;

  /** Ends of the runs of the current window; the array may be longer. */
  private final int[] ends;

  /** End of the last run of each window. */
  private final int[] windowEnds;

  private int window;
  private int windowCount;

  /**
   * Current run in the window; equal to the number of runs if all of them end before the requested
   * position.
   */
  private int run;

  RunWindows(DecodeContext context, int runs, int n) {
    count = runs;
    lengths = context.ints(runs);
    ends = context.intArray(Math.min(runs, WINDOW));
    windowEnds = context.intArray((int) (((long) runs + WINDOW - 1) / WINDOW));
    long total = 0;
    for (int w = 0; (long) w * WINDOW < runs; w++) {
      total = load(w, (int) total, n);
      windowEnds[w] = (int) total;
    }
    if (total != n) {
      throw new MalformedDataException("runs of " + total + " values, expected " + n);
    }
    if (runs > WINDOW) {
      load(0, 0, n);
    }
  }

  /** Decodes the ends of a window; returns the last one. */
  private int load(int w, int start, int n) {
    int first = w * WINDOW;
    window = w;
    windowCount = Math.min(WINDOW, count - first);
    run = 0;
    lengths.decode(first, windowCount, ends, 0);
    long total = start;
    for (int r = 0; r < windowCount; r++) {
      if (ends[r] < 1) {
        throw new MalformedDataException("run " + (first + r) + " has " + ends[r] + " values");
      }
      total += ends[r];
      if (total > n) {
        throw new MalformedDataException("runs of " + total + " values or more, expected " + n);
      }
      ends[r] = (int) total;
    }
    return (int) total;
  }

  /** Number of runs. */
  int count() {
    return count;
  }

  /**
   * Moves to the run that contains a position, and returns its number; fast if it is near the
   * current one.
   */
  int find(int position) {
    int last = (count - 1) / WINDOW;
    int w = window;
    if (position >= windowEnds[w] || (w > 0 && position < windowEnds[w - 1])) {
      int at = Arrays.binarySearch(windowEnds, 0, last + 1, position);
      w = at >= 0 ? at + 1 : ~at;
      load(w, w == 0 ? 0 : windowEnds[w - 1], Integer.MAX_VALUE);
    }
    if (run >= windowCount || position >= ends[run] || (run > 0 && position < ends[run - 1])) {
      int at = Arrays.binarySearch(ends, 0, windowCount, position);
      run = at >= 0 ? at + 1 : ~at;
    }
    return w * WINDOW + run;
  }

  /** The ends of the runs of the current window. */
  int[] ends() {
    return ends;
  }

  /** Number of runs in the current window. */
  int windowCount() {
    return windowCount;
  }

  /** Index in the window of the current run. */
  int inWindow() {
    return run;
  }

  /** Sets the current run of the window, at which the next search starts. */
  void reached(int next) {
    run = next;
  }

  /** Moves to the next window if all runs of this one were passed and there is another one. */
  boolean nextWindow() {
    if (run < windowCount || (window + 1L) * WINDOW >= count) {
      return false;
    }
    load(window + 1, windowEnds[window], Integer.MAX_VALUE);
    return true;
  }
}
