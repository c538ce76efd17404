package io.placed.advise.workload;

import io.placed.placement.ColumnNames;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A filter column of a query, and which of its values match. Text: {@code l_shipdate [0.3 to
 * 0.45]}, or only the name if the values are not known.
 *
 * @param ranges one of them has to contain the value. Empty if not known, as for a condition that
 *     is not a comparison with literals
 */
public record Condition(String column, List<RankRange> ranges) {
  public Condition {
    ranges = List.copyOf(ranges);
  }

  /** A condition whose values are not known. */
  public static Condition on(String column) {
    return new Condition(column, List.of());
  }

  /** A condition with one range. */
  public static Condition on(String column, double from, double to) {
    return new Condition(column, List.of(new RankRange(from, to)));
  }

  /** Whether it is known which values match. */
  public boolean isKnown() {
    return !ranges.isEmpty();
  }

  @Override
  public String toString() {
    return ColumnNames.quote(column)
        + ranges.stream().map(r -> " " + r).collect(Collectors.joining());
  }
}
