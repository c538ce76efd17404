package io.placed.advise.check;

import static java.util.Objects.requireNonNull;

import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;

/**
 * A query of an advice.
 *
 * @param query text of a {@link Query}: columns, and conditions as ranks
 * @param before under the layout that the table had
 * @param after under the best placement that was found
 */
public record PredictedRun(String query, PredictedReads before, PredictedReads after) {
  public PredictedRun {
    int queries = Workload.parse(requireNonNull(query, "a run must have a query")).queries().size();
    if (queries != 1) {
      throw new IllegalArgumentException("a run must have one query, found " + queries);
    }
    requireNonNull(before, "a run must have reads before");
    requireNonNull(after, "a run must have reads after");
  }

  /** The query. */
  Query asked() {
    return Workload.parse(query).queries().get(0);
  }
}
