package io.placed.table.vacuum;

import java.time.Duration;

/**
 * What a vacuum keeps.
 *
 * @param olderThan snapshots stay that were the newest within this time, and what writers left
 *     stays for as long, in any case for {@link Vacuum#MIN_UNFINISHED_MILLIS}
 * @param keep at least so many of the newest snapshots stay
 * @param dryRun nothing is removed
 */
public record VacuumOptions(Duration olderThan, int keep, boolean dryRun) {
  /** Longer than any reader or writer is expected to take. */
  public static final Duration DEFAULT_AGE = Duration.ofDays(7);

  public VacuumOptions {
    if (olderThan.isNegative()) {
      throw new IllegalArgumentException("the age must not be negative, found " + olderThan);
    }
    if (keep < 1) {
      throw new IllegalArgumentException("at least 1 snapshot is kept, found " + keep);
    }
  }

  public static VacuumOptions defaults() {
    return new VacuumOptions(DEFAULT_AGE, 1, false);
  }
}
