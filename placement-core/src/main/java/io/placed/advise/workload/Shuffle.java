package io.placed.advise.workload;

import io.placed.placement.ColumnNames;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * That an engine brings the rows of a scan with equal values together, before it does anything else
 * that moves rows. Text: {@code join by l_orderkey with orders (o_orderkey)}, {@code group by
 * l_partkey, l_suppkey}.
 *
 * @param columns by which, in the order of the engine; at least one
 * @param with the other scans whose rows a join brings together with these; empty if they are not
 *     known, and for groups
 * @param otherSeconds of a run, in which rows of these are moved and sorted; 0 if it is not known.
 *     No part of a workload's text
 */
public record Shuffle(Kind kind, List<String> columns, List<Side> with, double otherSeconds) {
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

  /**
   * Another scan of a join.
   *
   * @param table its path, or its name
   * @param columns by which its rows are brought together; at least one
   */
  public record Side(String table, List<String> columns) {
    public Side {
      columns = List.copyOf(columns);
      if (table.isEmpty() || columns.isEmpty()) {
        throw new IllegalArgumentException(
            "the other side of a join needs a table and at least one column");
      }
    }

    @Override
    public String toString() {
      return ColumnNames.quote(table) + " (" + names(columns) + ")";
    }
  }

  public Shuffle {
    columns = List.copyOf(columns);
    with = List.copyOf(with);
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
    if (kind == Kind.GROUP && !with.isEmpty()) {
      throw new IllegalArgumentException("a group has no other side, found " + with);
    }
  }

  public Shuffle(Kind kind, List<String> columns, List<Side> with) {
    this(kind, columns, with, 0);
  }

  /** A group, or a join with unknown other sides. */
  public Shuffle(Kind kind, List<String> columns) {
    this(kind, columns, List.of());
  }

  @Override
  public String toString() {
    String text = kind.text() + " by " + names(columns);
    return with.isEmpty()
        ? text
        : text + " with " + with.stream().map(Side::toString).collect(Collectors.joining(", "));
  }

  private static String names(List<String> columns) {
    return columns.stream().map(ColumnNames::quote).collect(Collectors.joining(", "));
  }
}
