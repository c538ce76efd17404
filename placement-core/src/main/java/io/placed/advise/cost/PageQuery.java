package io.placed.advise.cost;

import io.placed.predicate.Predicate;
import java.util.List;
import java.util.Set;

/**
 * A query that is run on written pages.
 *
 * @param number in the workload; runs are found by it
 * @param template its name: queries of one template do the same work for a row
 * @param columns that it reads, those of the filter among them
 * @param filterColumns those that its filter needs
 * @param filter null = none
 * @param share of the rows that match if conditions are independent of each other, 0 to 1
 */
public record PageQuery(
    int number,
    String template,
    List<String> columns,
    Set<String> filterColumns,
    Predicate filter,
    double share) {
  public PageQuery {
    columns = List.copyOf(columns);
    filterColumns = Set.copyOf(filterColumns);
  }
}
