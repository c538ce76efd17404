package io.placed.table.optimize;

import io.placed.predicate.Predicate;
import io.placed.table.rewrite.RewriteOptions;
import java.util.Map;

/**
 * Options of {@link Optimize}.
 *
 * @param where filter on partition columns; null = the whole table
 * @param fileBytes target size of files; files of at least half of it are not small
 * @param overlap share of the bytes of a partition that may overlap the rest of it in the leading
 *     sort key, from 0 to 0.5. Smaller values keep more of the table in order, and rewrite more
 * @param keepAccess as in {@link RewriteOptions}
 */
public record OptimizeOptions(Predicate where, long fileBytes, double overlap, boolean keepAccess) {
  public static final double DEFAULT_OVERLAP = 0.25;
  private static final double MAX_OVERLAP = 0.5;

  public OptimizeOptions {
    if (fileBytes < 1) {
      throw new IllegalArgumentException("file bytes must be positive, found " + fileBytes);
    }
    if (!(overlap >= 0 && overlap <= MAX_OVERLAP)) {
      throw new IllegalArgumentException(
          "overlap must be from 0 to " + MAX_OVERLAP + ", found " + overlap);
    }
  }

  /** The whole table, with the default sizes. */
  public static OptimizeOptions defaults() {
    return new OptimizeOptions(null, RewriteOptions.DEFAULT_FILE_BYTES, DEFAULT_OVERLAP, true);
  }

  public OptimizeOptions withWhere(Predicate partitions) {
    return new OptimizeOptions(partitions, fileBytes, overlap, keepAccess);
  }

  public OptimizeOptions withFileBytes(long bytes) {
    return new OptimizeOptions(where, bytes, overlap, keepAccess);
  }

  public OptimizeOptions withOverlap(double share) {
    return new OptimizeOptions(where, fileBytes, share, keepAccess);
  }

  /**
   * A share such as {@code 0.25}.
   *
   * @throws IllegalArgumentException if it is not a number
   */
  public static double parseOverlap(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "overlap must be a number from 0 to " + MAX_OVERLAP + ", found '" + text + "'", e);
    }
  }

  public OptimizeOptions withKeepAccess(boolean keep) {
    return new OptimizeOptions(where, fileBytes, overlap, keep);
  }

  /** All settings stay those of the table. */
  RewriteOptions rewrite() {
    return RewriteOptions.of(Map.of())
        .withWhere(where)
        .withFileBytes(fileBytes)
        .withKeepAccess(keepAccess);
  }

  /**
   * Bytes that are merged with a run of files are at least this multiple of its bytes, so that a
   * run grows by a factor of at least 1 + growth = 1 / (1 − overlap) with every rewrite.
   */
  double growth() {
    return overlap / (1 - overlap);
  }
}
