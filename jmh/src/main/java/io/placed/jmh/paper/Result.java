package io.placed.jmh.paper;

import java.util.List;

/**
 * What was counted for a setting.
 *
 * @param fileBytes of the table in this layout
 * @param rowGroups that it has
 * @param needed bytes of the pages that are read
 * @param read bytes that our own streams asked for
 * @param requests that they made
 * @param seeks of these that did not follow the one before in their file
 * @param device bytes that the device delivered, one number per repetition; empty if that cannot be
 *     told
 */
record Result(
    Setting setting,
    long fileBytes,
    int rowGroups,
    long needed,
    long read,
    long requests,
    long seeks,
    List<Long> device) {
  /** Median over the repetitions, -1 without any. */
  long deviceMedian() {
    return device.isEmpty() ? -1 : device.stream().sorted().toList().get((device.size() - 1) / 2);
  }

  /** Bytes that count: those of the device where they are known. */
  long bytes() {
    return device.isEmpty() ? read : deviceMedian();
  }

  /** How many times as much as needed. */
  double excess() {
    return (double) bytes() / needed;
  }

  /**
   * Time on a disk of the paper, in seconds: 10 ms a seek, 100 MiB/s (§6), whatever the disk here.
   */
  double modelSeconds() {
    return seeks * 0.010 + bytes() / (100.0 * (1 << 20));
  }
}
