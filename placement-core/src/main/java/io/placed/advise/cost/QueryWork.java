package io.placed.advise.cost;

/**
 * What a processor does for a query: amounts whose sum, each by what it takes, is the time.
 *
 * @param files that are opened
 * @param requests that are made
 * @param filterNanos of the columns of the filter in all pages that are read, by their times alone
 * @param otherNanos of the other columns, which are decoded where rows match
 * @param compared values that the filter looks at
 * @param copied values of matching rows that are copied, since others of their vector do not match
 */
public record QueryWork(
    double files,
    double requests,
    double filterNanos,
    double otherNanos,
    double compared,
    double copied) {
  /** Rows that a filter selects together: a vector without a match is not decoded further. */
  private static final int VECTOR_ROWS = 1024;

  /**
   * @param rows of the pages that are read
   * @param matching share of these rows, 0 to 1
   * @param filterNanos of a row of the columns of the filter
   * @param otherNanos of a row of the other columns
   * @param columns how many columns there are
   * @param filterColumns how many of them the filter needs
   */
  public static QueryWork of(
      double files,
      double requests,
      double rows,
      double matching,
      double filterNanos,
      double otherNanos,
      int columns,
      int filterColumns) {
    double decoded = filterColumns == 0 ? 1 : 1 - Math.pow(1 - matching, VECTOR_ROWS);
    double selected = filterColumns == 0 ? 0 : Math.min(matching, 1 - matching);
    return new QueryWork(
        files,
        requests,
        rows * filterNanos,
        rows * otherNanos * decoded,
        rows * filterColumns,
        rows * selected * columns);
  }

  /**
   * What remains if no rows are read.
   *
   * @param most number of requests
   */
  public QueryWork withoutRows(double most) {
    return new QueryWork(files, Math.min(requests, most), 0, 0, 0, 0);
  }

  double[] parts() {
    return new double[] {files, requests, filterNanos, otherNanos, compared, copied};
  }
}
