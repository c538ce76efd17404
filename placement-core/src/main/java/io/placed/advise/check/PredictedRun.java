package io.placed.advise.check;

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
  /** The query. */
  Query asked() {
    return Workload.parse(query).queries().get(0);
  }
}
