package io.placed.advise.workload;

import java.util.List;

/**
 * The queries of a table that a source has.
 *
 * @param queries none if nothing of the table was understood
 */
public record LoadedWorkload(List<Query> queries, WorkloadReport report) {
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
      throw new IllegalArgumentException(
          "no query of the workload is understood. " + String.join(". ", report.lines()));
    }
    return new Workload(queries);
  }
}
