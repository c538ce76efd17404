package io.placed.placement;

import java.io.Serializable;

/**
 * A sort key. Text: {@code name [asc|desc] [nulls first|nulls last]}; the defaults are ascending,
 * nulls first if ascending and last if descending, as in Spark.
 *
 * @param column name of a top-level column
 */
public record SortKey(String column, boolean descending, boolean nullsFirst)
    implements Serializable {
  public SortKey {
    if (column == null || column.isEmpty()) {
      throw new IllegalArgumentException(
          "placement.reorder: the column name of a sort key must not be empty");
    }
  }

  /** Ascending, nulls first. */
  public static SortKey asc(String column) {
    return new SortKey(column, false, true);
  }

  /** Descending, nulls last. */
  public static SortKey desc(String column) {
    return new SortKey(column, true, false);
  }

  @Override
  public String toString() {
    String nulls = nullsFirst != descending ? "" : nullsFirst ? " nulls first" : " nulls last";
    return Names.quote(column) + (descending ? " desc" : "") + nulls;
  }
}
