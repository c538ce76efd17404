package io.placed.placement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Second half of f_TP: which columns share a logical subset, and how their values alternate in it.
 * Text: {@code none}, {@code all} or {@code (a,b),(c)}, then optionally {@code stride 1}, {@code
 * stride 2048} or {@code stride row-group}.
 *
 * @param kind how groups are given
 * @param groups column names of each group for {@link Kind#LISTED}, else empty; columns that no
 *     group names are groups of their own
 * @param stride rows of one column that lie together before the next column of the group follows: 1
 *     is row-major, a multiple of 1,024 is PAX within the group, {@link #ROW_GROUP} is column by
 *     column
 */
public record ColumnGroups(Kind kind, List<List<String>> groups, int stride) {
  /** Name of the setting. */
  public static final String SETTING = "placement.column-groups";

  /** Stride: all rows of the row group. */
  public static final int ROW_GROUP = 0;

  /** Strides above 1 are whole vectors. */
  public static final int VECTOR_ROWS = 1024;

  /** Every column by itself, column by column. */
  public static final ColumnGroups NONE = new ColumnGroups(Kind.NONE, List.of(), ROW_GROUP);

  /** How groups are given. */
  public enum Kind {
    /** Every column is a group. */
    NONE,
    /** All columns are one group. */
    ALL,
    /** The groups are listed. */
    LISTED
  }

  public ColumnGroups {
    groups = groups.stream().map(List::copyOf).toList();
    if ((kind == Kind.LISTED) == groups.isEmpty()) {
      throw new IllegalArgumentException(
          SETTING + ": groups are listed for LISTED only, found " + kind + " and " + groups);
    }
    Set<String> seen = new HashSet<>();
    for (List<String> group : groups) {
      if (group.isEmpty()) {
        throw new IllegalArgumentException(SETTING + ": a group needs at least one column");
      }
      for (String column : group) {
        if (column.isEmpty()) {
          throw new IllegalArgumentException(SETTING + ": a column name is empty");
        }
        if (!seen.add(column)) {
          throw new IllegalArgumentException(
              SETTING + ": column " + Names.quote(column) + " is given twice");
        }
      }
    }
    if (stride != ROW_GROUP && stride != 1 && (stride < 0 || stride % VECTOR_ROWS != 0)) {
      throw new IllegalArgumentException(
          SETTING
              + ": stride "
              + stride
              + " is not allowed; allowed are 1, multiples of "
              + VECTOR_ROWS
              + ", and row-group");
    }
  }

  /** All columns in one group. */
  public static ColumnGroups all(int stride) {
    return new ColumnGroups(Kind.ALL, List.of(), stride);
  }

  /** Listed groups; other columns are groups of their own. */
  public static ColumnGroups of(List<List<String>> groups, int stride) {
    return new ColumnGroups(Kind.LISTED, groups, stride);
  }

  @Override
  public String toString() {
    String text =
        switch (kind) {
          case NONE -> "none";
          case ALL -> "all";
          case LISTED ->
              groups.stream()
                  .map(
                      g -> g.stream().map(Names::quote).collect(Collectors.joining(", ", "(", ")")))
                  .collect(Collectors.joining(","));
        };
    return stride == ROW_GROUP ? text : text + " stride " + stride;
  }
}
