package io.placed.scan.plan;

import io.placed.io.RandomInput;
import io.placed.scan.fetch.FileSet;
import java.io.IOException;

/**
 * How many bytes a scan fetches at a time. In a row group each column lies by itself, so that a
 * step of some pages is a read in each of them; where a read begins with a wait, the step has to be
 * so large that the wait is little beside what is read: equation 4 of Huai et al., VLDB 2013, with
 * the bytes of a step for those of a row group.
 */
public final class StepSize {
  /** Part of the bandwidth that is used, if the columns of a step are of one size. */
  private static final double EFFICIENCY = 0.9;

  private static final long MOST_BYTES = 64 << 20;

  /**
   * All scans of a process, one for each processor and two steps each, have a quarter of the heap.
   */
  private static final int HEAP_SHARE = 8;

  private StepSize() {}

  /**
   * The size of a step.
   *
   * @param columns that lie apart
   * @param few whether the scan may end early, or find out on its way what it need not read
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
