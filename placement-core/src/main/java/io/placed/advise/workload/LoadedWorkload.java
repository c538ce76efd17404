package io.placed.advise.workload;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The queries of a table that a source has.
 *
 * @param queries none if nothing of the table was understood
 */
public record LoadedWorkload(List<Query> queries, WorkloadReport report) {
  /** In the message about a workload of which nothing is understood. */
  private static final int SHOWN_REASONS = 3;

  public LoadedWorkload {
    queries = List.copyOf(queries);
  }

  /** Of a source that is a workload itself. */
  static LoadedWorkload of(Workload workload) {
    return new LoadedWorkload(workload.queries(), WorkloadReport.all(workload));
  }

  /**
   * The workload.
   *
   * @throws IllegalArgumentException with the reasons if there are no queries
   */
  public Workload workload() {
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("no query of the workload is understood: " + reasons());
    }
    return new Workload(queries);
  }

  private String reasons() {
    List<WorkloadReport.NotUnderstood> all = report.notUnderstood();
    String first =
        all.stream()
            .limit(SHOWN_REASONS)
            .map(WorkloadReport.NotUnderstood::reason)
            .collect(Collectors.joining("; "));
    return all.size() <= SHOWN_REASONS
        ? first.isEmpty() ? "it has none for this table" : first
        : first + "; and " + (all.size() - SHOWN_REASONS) + " more";
  }
}
