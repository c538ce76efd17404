package io.placed.explain;

import io.placed.placement.Device;
import java.util.List;

/**
 * What reading from a place costs.
 *
 * @param samples by size, ascending
 * @param device the line through them: time = t_seek + bytes / B_D
 * @param cache how the page cache was kept out: {@code bypassed}, {@code emptied}, or {@code in
 *     use} where neither can be done, as on servers
 * @param readaheadBytes what the kernel reads ahead there; −1 where that is not known
 */
public record DeviceMeasurement(
    List<Sample> samples, Device device, String cache, long readaheadBytes) {
  /**
   * Reads of one size, at random places.
   *
   * @param bytes of one read
   * @param reads how many were made
   * @param medianNanos of one read
   */
  public record Sample(int bytes, int reads, long medianNanos) {
    public double bytesPerSecond() {
      return bytes / (medianNanos / 1e9);
    }
  }
}
