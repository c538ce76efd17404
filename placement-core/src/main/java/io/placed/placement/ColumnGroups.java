package io.placed.placement;

import io.placed.schema.Schema;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Second half of f_TP: which columns share a logical subset, and how their values alternate in it.
 * Text: {@code none}, {@code all} or {@code (a,b),(c)}, then optionally {@code stride 1}, {@code
 * stride 2048} or {@code stride row-group}, then optionally {@code order (c, a)}.
 *
 * <p>Instead of groups the text may name a search that derives them from a workload, and instead of
 * an order {@code order rainbow}. A search can be stored and compared, but is resolved before
 * anything is written.
 *
 * @param kind how groups are given
 * @param groups column names of each group for {@link Kind#LISTED}, else empty; each other column
 *     is a group by itself
 * @param stride number of rows that one column stores before the next column of the group follows:
 *     1 is row-major, a multiple of 1,024 is PAX within the group, {@link #ROW_GROUP} is column by
 *     column
 * @param order of the columns of a row group; a group has the position of its first column, and
 *     listed groups keep their own order inside
 */
public record ColumnGroups(Kind kind, List<List<String>> groups, int stride, ColumnOrder order) {
  /** Name of the setting. */
  public static final String SETTING = "placement.column-groups";

  /** Stride: all rows of the row group. */
  public static final int ROW_GROUP = 0;

  /** Strides above 1 are multiples of this. */
  public static final int VECTOR_ROWS = 1024;

  /** The largest stride but {@link #ROW_GROUP}: the rows of the largest page. */
  public static final int MAX_STRIDE = 1 << 20;

  /** Every column is a group, stored column by column. */
  public static final ColumnGroups NONE = new ColumnGroups(Kind.NONE, List.of(), ROW_GROUP);

  /** How groups are given. */
  public enum Kind {
    /** Every column is a group. */
    NONE("none"),
    /** All columns are one group. */
    ALL("all"),
    /** The groups are listed. */
    LISTED(""),
    /** Search: merges pairs of groups as long as that lowers the cost. */
    HILL_CLIMB("hillclimb"),
    /** Search: the same, starting from sets of columns that the same queries use. */
    AUTO_PART("autopart"),
    /** Search: by mutual information of the use of columns. */
    TROJAN("trojan"),
    /** Search: exhaustive. */
    BRUTE_FORCE("brute-force");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As in the text of a Placement; empty for {@link #LISTED}. */
    public String text() {
      return text;
    }

    /** Whether this is a search. */
    public boolean isSearch() {
      return ordinal() > LISTED.ordinal();
    }

    /** All searches. */
    public static List<Kind> searches() {
      return Arrays.stream(values()).filter(Kind::isSearch).toList();
    }
  }

  public ColumnGroups {
    groups = groups.stream().map(List::copyOf).toList();
    if ((kind == Kind.LISTED) == groups.isEmpty()) {
      throw new IllegalArgumentException(
          SETTING + ": groups can be listed for LISTED only, found " + kind + " and " + groups);
    }
    Set<String> seen = new HashSet<>();
    for (List<String> group : groups) {
      if (group.isEmpty()) {
        throw new IllegalArgumentException(SETTING + ": a group needs at least one column");
      }
      for (String column : group) {
        if (column.isEmpty()) {
          throw new IllegalArgumentException(SETTING + ": a column name must not be empty");
        }
        if (!seen.add(column)) {
          throw new IllegalArgumentException(
              SETTING + ": column " + Names.quote(column) + " is given twice");
        }
      }
    }
    if (stride != ROW_GROUP && stride != 1 && (stride < 0 || stride % VECTOR_ROWS != 0)) {
      throw notAllowed(stride);
    }
  }

  private static IllegalArgumentException notAllowed(int stride) {
    return new IllegalArgumentException(
        SETTING
            + ": stride "
            + stride
            + " is not allowed; allowed are 1, multiples of "
            + VECTOR_ROWS
            + " up to "
            + MAX_STRIDE
            + ", and row-group");
  }

  /**
   * Refuses a stride beyond {@link #MAX_STRIDE}, which tables of version 0.2.0 may have as their
   * setting all the same.
   */
  void requireStride() {
    if (stride > MAX_STRIDE) {
      throw notAllowed(stride);
    }
  }

  /** In the order of the schema. */
  public ColumnGroups(Kind kind, List<List<String>> groups, int stride) {
    this(kind, groups, stride, ColumnOrder.SCHEMA);
  }

  /** All columns in one group. */
  public static ColumnGroups all(int stride) {
    return new ColumnGroups(Kind.ALL, List.of(), stride);
  }

  /** Listed groups; each other column is a group by itself. */
  public static ColumnGroups of(List<List<String>> groups, int stride) {
    return new ColumnGroups(Kind.LISTED, groups, stride);
  }

  /** The same groups in another order. */
  public ColumnGroups withOrder(ColumnOrder value) {
    return new ColumnGroups(kind, groups, stride, value);
  }

  /** Whether groups or order must be resolved from a workload. */
  public boolean isSearch() {
    return kind.isSearch() || order instanceof ColumnOrder.Rainbow;
  }

  /**
   * Checks that the named columns exist, and that none comes twice among the groups or in the
   * order; a column may be in both.
   *
   * @param setting that has the groups, for the error
   */
  void requireFits(Schema schema, String setting) {
    ColumnNames.distinct(groups.stream().flatMap(List::stream).toList(), schema, setting);
    if (order instanceof ColumnOrder.Listed listed) {
      ColumnNames.distinct(listed.columns(), schema, setting);
    }
  }

  /** Number of groups for a schema; for a search the number of columns. */
  int count(Schema schema) {
    return switch (kind) {
      case ALL -> Math.min(1, schema.size());
      case LISTED -> schema.size() + groups.size() - groups.stream().mapToInt(List::size).sum();
      default -> schema.size();
    };
  }

  @Override
  public String toString() {
    String text =
        switch (kind) {
          case LISTED ->
              groups.stream()
                  .map(
                      g -> g.stream().map(Names::quote).collect(Collectors.joining(", ", "(", ")")))
                  .collect(Collectors.joining(","));
          default -> kind.text();
        };
    if (stride != ROW_GROUP) {
      text += " stride " + stride;
    }
    return order.equals(ColumnOrder.SCHEMA) ? text : text + " " + order;
  }
}
