package io.placed.table.file;

import java.io.Serializable;

/**
 * The ids of the rows of a data file that a snapshot lists: its first row has the first one, and
 * deleted rows keep theirs. See {@code docs/design/row-ids.md}.
 *
 * @param first id of the first row, at least 0
 * @param snapshot id of the snapshot that added the file, at least 1: its sequence number
 */
public record RowIds(long first, long snapshot) implements Serializable {
  public RowIds {
    if (first < 0 || snapshot < 1) {
      throw new IllegalArgumentException(
          "row ids begin at 0 or above, in snapshot 1 or above; found "
              + first
              + " in snapshot "
              + snapshot);
    }
  }

  /**
   * The first id after those of some rows.
   *
   * @throws IllegalArgumentException if there is none in 64 bits
   */
  public long end(long rows) {
    if (rows > Long.MAX_VALUE - first) {
      throw new IllegalArgumentException(
          "row ids end at "
              + Long.MAX_VALUE
              + ", found "
              + rows
              + " rows from id "
              + first
              + " on");
    }
    return first + rows;
  }
}
