package io.placed.table.vacuum;

import java.time.Duration;

/**
 * Options of a vacuum.
 *
 * @param olderThan retains snapshots that were the latest within this time, and files of unfinished
 *     writes for as long, but at least {@link Vacuum#MIN_UNFINISHED_MILLIS}
 * @param keep least number of snapshots to retain
 * @param dryRun whether to remove nothing
 */
public record VacuumOptions(Duration olderThan, int keep, boolean dryRun) {
  /** Longer than any read or write should take. */
  public static final Duration DEFAULT_AGE = Duration.ofDays(7);

  public VacuumOptions {
    if (olderThan.isNegative()) {
      throw new IllegalArgumentException("the age must not be negative, found " + olderThan);
    }
    if (keep < 1) {
      throw new IllegalArgumentException(
          "the number of snapshots to keep must be at least 1, found " + keep);
    }
  }

  public static VacuumOptions defaults() {
    return new VacuumOptions(DEFAULT_AGE, 1, false);
  }
}
