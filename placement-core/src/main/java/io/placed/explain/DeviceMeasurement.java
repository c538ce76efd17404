package io.placed.explain;

import io.placed.placement.Device;
import java.util.List;

/**
 * The measured cost of reading from a directory.
 *
 * @param samples by size, ascending
 * @param device the line fitted to them: time = t_seek + bytes / B_D
 * @param cache the page cache during the measurement: {@code bypassed}, {@code emptied}, or {@code
 *     in use} where neither is possible, as on servers
 * @param readaheadBytes readahead of the kernel; −1 if unknown
 */
public record DeviceMeasurement(
    List<Sample> samples, Device device, String cache, long readaheadBytes) {
  /**
   * Reads of one size at random offsets.
   *
   * @param bytes size of one read
   * @param reads number of reads
   * @param medianNanos median time of one read
   */
  public record Sample(int bytes, int reads, long medianNanos) {
    public double bytesPerSecond() {
      return bytes / (medianNanos / 1e9);
    }
  }
}
