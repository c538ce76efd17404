package io.placed.experiments.advise;

import io.placed.advise.workload.Query;
import io.placed.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;

/**
 * A query of a laboratory: as the adviser sees it, and as the reader does.
 *
 * @param query with ranks; its name is unique among those that are run
 * @param filter with literals
 */
record LabQuery(Query query, Predicate filter) {
  /** The columns that it needs, those of the filter included. */
  List<String> columns() {
    List<String> out = new ArrayList<>(query.output());
    query.filterColumns().stream().filter(c -> !out.contains(c)).forEach(out::add);
    return out;
  }
}
