package io.placed.cli.raw;

import java.util.Arrays;
import java.util.List;

/**
 * What to dump.
 *
 * @param columns whose pages and statistics are dumped; null: all
 * @param pages maximum number of pages and dictionaries
 * @param pageBytes maximum number of bytes of each of them
 * @param only if not negative, the offset of the only page to read
 */
public record RawOptions(List<String> columns, int pages, int pageBytes, long only) {
  private static final int FEW_PAGES = 200;
  private static final int FEW_BYTES = 64;

  /** More would be kept in memory. */
  private static final int ALL_PAGES = 1 << 20;

  /**
   * @param all every page with all of its bytes, instead of a limit for both
   */
  public static RawOptions of(List<String> columns, boolean all) {
    return new RawOptions(
        columns, all ? ALL_PAGES : FEW_PAGES, all ? Integer.MAX_VALUE : FEW_BYTES, -1);
  }

  /** One page of a column, or of a column group with shared pages if the column is null. */
  public static RawOptions page(String column, long offset) {
    return new RawOptions(
        column == null ? null : List.of(column), ALL_PAGES, Integer.MAX_VALUE, offset);
  }

  boolean wants(String column) {
    return columns == null || columns.contains(column);
  }

  /** The bytes of a page that are dumped. */
  byte[] head(byte[] page) {
    return page.length <= pageBytes ? page : Arrays.copyOf(page, pageBytes);
  }
}
