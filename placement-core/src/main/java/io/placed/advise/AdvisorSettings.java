package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.Objective;
import io.placed.placement.Device;
import java.time.Duration;

/**
 * Settings of an adviser. Immutable.
 *
 * @param device that queries read from; null = that of the table
 * @param objective what the placement is to make small
 * @param horizon number of runs of the workload, by its weights, over which a rewrite has to pay
 * @param budget after which no further step is begun: estimates are then based on less, and say so;
 *     null = none
 * @param copies 1 for the table alone; n for up to n - 1 narrow copies with orders of their own
 * @param slots tasks that read a table at the same time; a file has at least as many row groups
 * @param buckets into which tables are divided by keys of joins and groups, so that their rows need
 *     not be moved: tables that are joined need as many; 0 = by the size of the table
 * @param calibration error of earlier predictions; null = that of the table's checked advice
 * @param keptBytes heap for rows that are kept to measure sizes
 * @param temporaryDirectory for these; null = {@code java.io.tmpdir}
 * @param seed of random decisions
 * @param progress is told how far the adviser is
 */
public record AdvisorSettings(
    Device device,
    Objective objective,
    double horizon,
    Duration budget,
    int copies,
    int slots,
    int buckets,
    Calibration calibration,
    long keptBytes,
    String temporaryDirectory,
    long seed,
    AdvisorProgress progress) {
  /** Leaves 256 MiB for the rest. */
  private static final long KEPT_BYTES = 96L << 20;

  private static final int MAX_COPIES = 8;

  private static final int MAX_BUCKETS = 4096;

  public AdvisorSettings {
    if (!(horizon > 0 && horizon <= 1e15)) {
      throw new IllegalArgumentException(
          "the horizon must be more than 0 and at most 1e15 runs of the workload, found "
              + horizon);
    }
    if (budget != null && (budget.isNegative() || budget.isZero())) {
      throw new IllegalArgumentException("the budget must be more than 0, found " + budget);
    }
    if (copies < 1 || copies > MAX_COPIES) {
      throw new IllegalArgumentException(
          "the number of copies must be 1 to " + MAX_COPIES + ", found " + copies);
    }
    if (slots < 1 || slots > 1 << 16) {
      throw new IllegalArgumentException(
          "the number of slots must be 1 to " + (1 << 16) + ", found " + slots);
    }
    if (buckets != 0 && (buckets < 2 || buckets > MAX_BUCKETS)) {
      throw new IllegalArgumentException(
          "the number of buckets must be 2 to " + MAX_BUCKETS + ", found " + buckets);
    }
    if (keptBytes < 1 << 20) {
      throw new IllegalArgumentException(
          "the memory for kept rows must be at least 1 MiB, found " + keptBytes + " bytes");
    }
  }

  /** Time on the table's own device, over 1,000 runs of the workload. */
  public static AdvisorSettings defaults() {
    return new AdvisorSettings(
        null,
        Objective.TIME,
        1000,
        null,
        1,
        Runtime.getRuntime().availableProcessors(),
        0,
        null,
        KEPT_BYTES,
        null,
        1,
        AdvisorProgress.NONE);
  }

  public AdvisorSettings withDevice(Device value) {
    return new AdvisorSettings(
        value,
        objective,
        horizon,
        budget,
        copies,
        slots,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withObjective(Objective value) {
    return new AdvisorSettings(
        device,
        value,
        horizon,
        budget,
        copies,
        slots,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withHorizon(double runs) {
    return new AdvisorSettings(
        device,
        objective,
        runs,
        budget,
        copies,
        slots,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withBudget(Duration value) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        value,
        copies,
        slots,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withCopies(int value) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        value,
        slots,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withSlots(int value) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        copies,
        value,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withBuckets(int value) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        copies,
        slots,
        value,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withCalibration(Calibration error) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        copies,
        slots,
        buckets,
        error,
        keptBytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withKeptBytes(long bytes) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        copies,
        slots,
        buckets,
        calibration,
        bytes,
        temporaryDirectory,
        seed,
        progress);
  }

  public AdvisorSettings withTemporaryDirectory(String path) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        copies,
        slots,
        buckets,
        calibration,
        keptBytes,
        path,
        seed,
        progress);
  }

  public AdvisorSettings withProgress(AdvisorProgress listener) {
    return new AdvisorSettings(
        device,
        objective,
        horizon,
        budget,
        copies,
        slots,
        buckets,
        calibration,
        keptBytes,
        temporaryDirectory,
        seed,
        listener);
  }
}
