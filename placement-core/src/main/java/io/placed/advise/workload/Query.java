package io.placed.advise.workload;

import io.placed.placement.ColumnNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The columns that a query needs, and which part of the table. Text: {@code q6: read
 * l_extendedprice, l_discount where l_shipdate [0.3 to 0.45], l_quantity weight 3 selectivity
 * 0.02}, {@code q3: read o_orderdate join by o_orderkey}. Queries of one name are runs of one
 * template.
 *
 * @param name for display; letters, digits, '_', '-', '.'
 * @param output columns that are needed of matching rows, those by which they are brought together
 *     included
 * @param all whether all columns are needed, {@code read *}
 * @param filter conditions, all of which have to hold
 * @param shuffle by which columns the engine brings matching rows together; empty if it does not,
 *     or this is not known
 * @param weight relative frequency of the query; positive
 * @param selectivity fraction of the rows, 0 to 1, whose pages must be read of output columns.
 *     Equals the fraction of matching rows only if these are clustered, as in a table sorted by the
 *     filter; 1 if they are scattered over all pages. A cost model that knows the order of the rows
 *     uses the ranges of the conditions instead
 * @param millis measured time of a run, 0 if unknown
 */
public record Query(
    String name,
    List<String> output,
    boolean all,
    List<Condition> filter,
    Optional<Shuffle> shuffle,
    double weight,
    double selectivity,
    double millis) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_.-]+");

  public Query {
    output = List.copyOf(output);
    filter = List.copyOf(filter);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of a query must consist of letters, digits, '_', '-', '.', found '"
              + name
              + "'");
    }
    if (all && !output.isEmpty()) {
      throw new IllegalArgumentException(
          "output columns must not be listed if all are read, found " + output);
    }
    if (!all && shuffle.isPresent()) {
      // Rows are moved by columns that are read.
      List<String> read = new ArrayList<>(output);
      List<String> filtered = filterColumns(filter);
      shuffle.get().columns().stream()
          .filter(c -> !read.contains(c) && !filtered.contains(c))
          .forEach(read::add);
      output = List.copyOf(read);
    }
    if (!all && output.isEmpty() && filter.isEmpty()) {
      throw new IllegalArgumentException("a query needs at least one column");
    }
    requireDistinct(output);
    requireDistinct(filterColumns(filter));
    if (!(weight > 0 && weight <= 1e15)) {
      throw new IllegalArgumentException(
          "the weight must be more than 0 and at most 1e15, found " + weight);
    }
    if (!(selectivity >= 0 && selectivity <= 1)) {
      throw new IllegalArgumentException("the selectivity must be 0 to 1, found " + selectivity);
    }
    if (!(millis >= 0 && millis <= 1e15)) {
      throw new IllegalArgumentException("the time must be 0 to 1e15 ms, found " + millis);
    }
  }

  /** A query whose rows stay where they are read. */
  public Query(
      String name,
      List<String> output,
      boolean all,
      List<Condition> filter,
      double weight,
      double selectivity,
      double millis) {
    this(name, output, all, filter, Optional.empty(), weight, selectivity, millis);
  }

  /** A query of weight 1 that reads these columns completely. */
  public static Query reading(String name, String... columns) {
    return new Query(name, List.of(columns), false, List.of(), 1, 1, 0);
  }

  /**
   * The same query.
   *
   * @param other empty if its rows are moved in the same way wherever they are
   */
  public Query withShuffle(Optional<Shuffle> other) {
    return new Query(name, output, all, filter, other, weight, selectivity, millis);
  }

  /** The columns of the filter. */
  public List<String> filterColumns() {
    return filterColumns(filter);
  }

  private static List<String> filterColumns(List<Condition> filter) {
    return filter.stream().map(Condition::column).toList();
  }

  private static void requireDistinct(List<String> columns) {
    HashSet<String> seen = new HashSet<>();
    for (String column : columns) {
      if (!seen.add(column)) {
        throw new IllegalArgumentException(
            "column " + ColumnNames.quote(column) + " is given twice");
      }
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append(':');
    if (all || !output.isEmpty()) {
      text.append(" read ").append(all ? "*" : names(output));
    }
    if (!filter.isEmpty()) {
      text.append(" where ")
          .append(filter.stream().map(Condition::toString).collect(Collectors.joining(", ")));
    }
    shuffle.ifPresent(s -> text.append(' ').append(s));
    if (weight != 1) {
      text.append(" weight ").append(number(weight));
    }
    if (selectivity != 1) {
      text.append(" selectivity ").append(number(selectivity));
    }
    if (millis != 0) {
      text.append(" millis ").append(number(millis));
    }
    return text.toString();
  }

  private static String names(List<String> columns) {
    return columns.stream().map(ColumnNames::quote).collect(Collectors.joining(", "));
  }

  static String number(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }
}
