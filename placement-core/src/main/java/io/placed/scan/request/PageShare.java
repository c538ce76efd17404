package io.placed.scan.request;

import java.io.Serializable;

/**
 * A part of the pages of each row group: pages are divided evenly among a number of parts, each of
 * which has consecutive ones. So several tasks can read one row group, without knowing how many
 * pages it has. Together the parts have each page once.
 *
 * @param number of the part, from 0
 * @param parts number of the parts
 */
public record PageShare(int number, int parts) implements Serializable {
  public static final PageShare ALL = new PageShare(0, 1);

  public PageShare {
    if (number < 0 || number >= parts) {
      throw new IllegalArgumentException(
          "the number of a part must be from 0 to parts - 1, found part "
              + number
              + " of "
              + parts);
    }
  }

  /** First page of a row group with so many pages. */
  public int first(int pages) {
    return (int) share(pages, number);
  }

  /** First page after this part. */
  public int end(int pages) {
    return (int) share(pages, number + 1);
  }

  /**
   * About so many of the rows or bytes of a row group are in this part; those of all parts add up.
   */
  public long part(long all) {
    return share(all, number + 1) - share(all, number);
  }

  private long share(long all, int part) {
    return all / parts * part + all % parts * part / parts;
  }

  public boolean isAll() {
    return parts == 1;
  }
}
