package io.placed.scan.plan;

import io.placed.io.RandomInput;
import io.placed.scan.fetch.FileSet;
import java.io.IOException;

/**
 * The number of bytes that a scan fetches at a time. Columns of a row group are stored apart, so a
 * step of several pages takes a read per column; with latency per read, steps must be large enough
 * to amortize it: equation 4 of Huai et al., VLDB 2013, with the bytes of a step instead of a row
 * group.
 */
public final class StepSize {
  /** Efficiency for columns of equal size. */
  private static final double EFFICIENCY = 0.9;

  private static final long MOST_BYTES = 64 << 20;

  /** All scans of a process (one per processor, two steps each) share a quarter of the heap. */
  private static final int HEAP_SHARE = 8;

  private StepSize() {}

  /**
   * The size of a step.
   *
   * @param columns number of columns that are stored apart
   * @param few whether the scan may end early, or skip pages found during the scan
   */
  public static int of(FileSet files, int columns, boolean few) throws IOException {
    RandomInput file = files.input(0);
    if (few || !file.waitsPay()) {
      return file.stepBytes();
    }
    double column = EFFICIENCY / (1 - EFFICIENCY) * files.device().seekBytes();
    Runtime machine = Runtime.getRuntime();
    long share = machine.maxMemory() / HEAP_SHARE / machine.availableProcessors();
    long most = Math.max(file.stepBytes(), Math.min(MOST_BYTES, share));
    return (int) Math.max(file.stepBytes(), Math.min(most, column * columns));
  }
}
