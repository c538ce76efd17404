package io.placed.scan.plan;

import io.placed.io.InputFile;
import io.placed.io.RandomInput;
import io.placed.placement.Device;
import java.io.IOException;

/**
 * The number of bytes that a scan fetches at a time. Columns of a row group are stored apart, so a
 * step of several pages takes a read per column; with latency per read, steps must be large enough
 * to amortize it: equation 4 of Huai et al., VLDB 2013, with the bytes of a step instead of a row
 * group.
 *
 * @param storeBytes that the store prefers
 * @param waitsPay whether the store has a latency that larger steps amortize
 */
public record StepSize(int storeBytes, boolean waitsPay) {
  /** Efficiency for columns of equal size. */
  private static final double EFFICIENCY = 0.9;

  private static final long MOST_BYTES = 64 << 20;

  /** All scans of a process (one per processor, two steps each) share a quarter of the heap. */
  private static final int HEAP_SHARE = 8;

  /** Of the store of an open file. */
  public static StepSize of(RandomInput file) {
    return new StepSize(file.stepBytes(), file.waitsPay());
  }

  /** Of the store of a file, which is opened to find out. */
  public static StepSize of(InputFile file) throws IOException {
    try (RandomInput in = file.open()) {
      return of(in);
    }
  }

  /**
   * The size of a step.
   *
   * @param columns number of columns that are stored apart
   * @param few whether the scan may end early, or skip pages found during the scan
   */
  public int bytes(Device device, int columns, boolean few) {
    if (few || !waitsPay) {
      return storeBytes;
    }
    double column = EFFICIENCY / (1 - EFFICIENCY) * device.seekBytes();
    Runtime machine = Runtime.getRuntime();
    long share = machine.maxMemory() / HEAP_SHARE / machine.availableProcessors();
    long most = Math.max(storeBytes, Math.min(MOST_BYTES, share));
    return (int) Math.max(storeBytes, Math.min(most, column * columns));
  }
}
