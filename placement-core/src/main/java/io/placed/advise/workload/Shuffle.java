package io.placed.advise.workload;

import io.placed.placement.ColumnNames;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * That an engine brings the rows of a scan with equal values together, before it does anything else
 * that moves rows. Text: {@code join by l_orderkey}, {@code group by l_partkey, l_suppkey}.
 *
 * @param columns by which, in the order of the engine; at least one
 */
public record Shuffle(Kind kind, List<String> columns) {
  /** What for. */
  public enum Kind {
    /** A join. It is taken to sort the rows by the columns, which hash joins do not. */
    JOIN,
    /** A grouping, a window, or removing duplicates. */
    GROUP;

    /** As in a workload. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Shuffle {
    columns = List.copyOf(columns);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a " + kind.text() + " needs at least one column");
    }
    HashSet<String> seen = new HashSet<>();
    for (String c : columns) {
      if (!seen.add(c)) {
        throw new IllegalArgumentException(
            "column " + ColumnNames.quote(c) + " of the " + kind.text() + " is given twice");
      }
    }
  }

  @Override
  public String toString() {
    return kind.text()
        + " by "
        + columns.stream().map(ColumnNames::quote).collect(Collectors.joining(", "));
  }
}
