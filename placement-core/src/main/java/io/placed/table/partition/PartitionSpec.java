package io.placed.table.partition;

import io.placed.schema.Schema;
import io.placed.table.partition.PartitionTransform.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How somebody wants a table to be partitioned, by names of columns. In a table it becomes a {@link
 * Partitioning}. Immutable.
 *
 * @param terms in the order of the directories
 */
public record PartitionSpec(List<PartitionTerm> terms) {
  public static final PartitionSpec NONE = new PartitionSpec(List.of());

  /** Possessive, because otherwise the stack grows with the length of a name. */
  private static final String COLUMN = "([A-Za-z_][A-Za-z0-9_]*+|`(?:[^`]++|``)++`)";

  private static final Pattern TERM =
      Pattern.compile(
          "\\s*(?:([A-Za-z]+)\\s*\\(\\s*(?:([0-9]{1,9})\\s*,\\s*)?"
              + COLUMN
              + "\\s*\\)|"
              + COLUMN
              + ")\\s*(,|$)");

  public PartitionSpec {
    terms = List.copyOf(terms);
    Set<PartitionTerm> seen = new HashSet<>();
    for (PartitionTerm t : terms) {
      if (!seen.add(t)) {
        throw new IllegalArgumentException("the table is partitioned by " + t + " twice");
      }
    }
  }

  /** By columns as they are. */
  public static PartitionSpec ofColumns(List<String> columns) {
    return new PartitionSpec(
        columns.stream().map(c -> new PartitionTerm(c, PartitionTransform.IDENTITY)).toList());
  }

  /**
   * As in SQL: {@code days(ts), bucket(16, id), truncate(4, name), region}. Names of columns with
   * other characters than letters, digits and {@code _} stand in backticks. An empty text is no
   * partitioning.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static PartitionSpec parse(String text) {
    List<PartitionTerm> terms = new ArrayList<>();
    Matcher m = TERM.matcher(text);
    int at = 0;
    boolean more = !text.isBlank();
    while (more) {
      if (!m.region(at, text.length()).lookingAt()) {
        throw new IllegalArgumentException(
            "a partitioning is a list of columns, bucket(N, COLUMN), truncate(W, COLUMN),"
                + " years(COLUMN), months(COLUMN), days(COLUMN) and hours(COLUMN), found '"
                + text
                + "'");
      }
      terms.add(
          m.group(1) == null
              ? new PartitionTerm(unquoted(m.group(4)), PartitionTransform.IDENTITY)
              : new PartitionTerm(unquoted(m.group(3)), transform(m.group(1), m.group(2))));
      at = m.end();
      more = !m.group(5).isEmpty();
    }
    return new PartitionSpec(terms);
  }

  private static String unquoted(String name) {
    return name.startsWith("`") ? name.substring(1, name.length() - 1).replace("``", "`") : name;
  }

  /**
   * The transform of a function in SQL.
   *
   * @param number null if the function has no number
   * @throws IllegalArgumentException if there is no such transform
   */
  public static PartitionTransform transform(String function, String number) {
    String name = function.toLowerCase(java.util.Locale.ROOT);
    for (Kind kind : Kind.values()) {
      String own = kind.name().toLowerCase(java.util.Locale.ROOT);
      if (kind != Kind.IDENTITY && (name.equals(own) || name.equals(own + "s"))) {
        return new PartitionTransform(kind, number == null ? 0 : Integer.parseInt(number));
      }
    }
    throw new IllegalArgumentException(
        "there is no transform "
            + function
            + "; allowed are bucket, truncate, years, months, days and hours");
  }

  public boolean isEmpty() {
    return terms.isEmpty();
  }

  /** Columns that are partition columns themselves: files do not store them. */
  public List<String> columns() {
    return terms.stream()
        .filter(t -> t.transform().isIdentity())
        .map(PartitionTerm::column)
        .toList();
  }

  /** Whether it has other terms than columns. */
  public boolean hasTransforms() {
    return terms.stream().anyMatch(t -> !t.transform().isIdentity());
  }

  /** The same for columns of other names. */
  public PartitionSpec renamed(java.util.function.UnaryOperator<String> names) {
    return new PartitionSpec(
        terms.stream()
            .map(t -> new PartitionTerm(names.apply(t.column()), t.transform()))
            .toList());
  }

  /**
   * @throws IllegalArgumentException if the table lacks a column, or its type does not go with the
   *     transform
   */
  public PartitionSpec requireAllowed(Schema table) {
    for (PartitionTerm t : terms) {
      t.transform().requireAllowed(t.column(), table.require(t.column()).type());
    }
    return this;
  }

  @Override
  public String toString() {
    return terms.stream().map(PartitionTerm::toString).collect(Collectors.joining(", "));
  }
}
