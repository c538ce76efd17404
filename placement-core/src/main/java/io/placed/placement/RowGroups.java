package io.placed.placement;

/** First half of f_TP: where a row group ends. Row groups are runs of consecutive rows. */
public sealed interface RowGroups {
  /** Name of the setting. */
  String SETTING = "placement.row-group";

  /** Most rows of one row group, whatever the size in bytes: keeps row numbers in an int. */
  int MAX_ROWS = 1 << 26;

  /**
   * Row groups of equal size. Text: {@code 64MiB}.
   *
   * @param bytes encoded and compressed bytes of all columns
   */
  record OfBytes(long bytes) implements RowGroups {
    public OfBytes {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            SETTING + ": a row group needs at least 1B, found " + bytes);
      }
    }

    @Override
    public String toString() {
      return Sizes.print(bytes);
    }
  }

  /** Row groups of exactly this many rows, the last one apart. Text: {@code 65536 rows}. */
  record OfRows(int rows) implements RowGroups {
    public OfRows {
      if (rows < 1 || rows > MAX_ROWS) {
        throw new IllegalArgumentException(
            SETTING + ": a row group has 1 to " + MAX_ROWS + " rows, found " + rows);
      }
    }

    @Override
    public String toString() {
      return rows + " rows";
    }
  }
}
