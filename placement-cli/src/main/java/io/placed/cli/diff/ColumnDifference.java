package io.placed.cli.diff;

/**
 * A column that two tables do not have alike.
 *
 * @param column its name, that of the first table if both have it
 * @param first its definition in the first table; null if it is not there
 * @param second the same in the second
 * @param compared whether its values are compared
 */
public record ColumnDifference(String column, String first, String second, boolean compared) {
  @Override
  public String toString() {
    if (second == null) {
      return first + ", only in the first";
    }
    if (first == null) {
      return second + ", only in the second";
    }
    return "%s in the first, %s in the second%s"
        .formatted(first, second, compared ? "" : "; the values are not compared");
  }
}
