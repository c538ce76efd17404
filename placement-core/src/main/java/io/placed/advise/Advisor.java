package io.placed.advise;

import io.placed.advise.workload.Workload;
import java.io.IOException;

/**
 * Finds the placement that a table should have for a workload. {@code docs/design/advise.md} has
 * the method.
 *
 * <pre>{@code
 * try (AdvisedTable table = PlacedTable.open(DataSet.at(stores, path))) {
 *   Advice advice = Advisor.of(table, Workload.parse(text), AdvisorSettings.defaults()).advise();
 * }
 * }</pre>
 */
public final class Advisor {
  private final AdvisedTable table;
  private final Workload workload;
  private final AdvisorSettings settings;

  private Advisor(AdvisedTable table, Workload workload, AdvisorSettings settings) {
    this.table = table;
    this.workload = workload;
    this.settings = settings;
  }

  /** An adviser; does no I/O. */
  public static Advisor of(AdvisedTable table, Workload workload, AdvisorSettings settings) {
    return new Advisor(table, workload, settings);
  }

  /**
   * Reads a sample and the columns that matter, and decides.
   *
   * @throws IllegalArgumentException if no query can be used, or the table is empty
   */
  public Advice advise() throws IOException {
    return new Advising(table, workload, settings).run();
  }
}
