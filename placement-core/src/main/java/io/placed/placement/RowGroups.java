package io.placed.placement;

import java.math.BigDecimal;
import java.util.Optional;

/** First half of f_TP: where a row group ends. Row groups are runs of consecutive rows. */
public sealed interface RowGroups {
  /** Name of the setting. */
  String SETTING = "placement.row-group";

  /** Most rows of one row group, whatever the size in bytes: keeps row numbers in an int. */
  int MAX_ROWS = 1 << 26;

  /** Most row groups that a file can be asked to have at least. */
  int MAX_LEAST = 1 << 16;

  /**
   * Row groups of equal size. Text: {@code 64MiB}, {@code 64MiB min 8}.
   *
   * @param bytes encoded and compressed bytes of all columns
   * @param least number of row groups that a file should have at least, for as many tasks to share
   *     it; in a small file they are smaller than {@code bytes} then
   */
  record OfBytes(long bytes, int least) implements RowGroups {
    public OfBytes {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            SETTING + ": a row group needs at least 1B, found " + bytes);
      }
      requireLeast(least);
    }

    /** However few there are. */
    public OfBytes(long bytes) {
      this(bytes, 1);
    }

    @Override
    public String toString() {
      return Sizes.print(bytes) + leastText(least);
    }
  }

  /**
   * Row groups so large that a column is read with this part of the bandwidth, between a seek for
   * each chunk: equation 4 of Huai et al., VLDB 2013, {@code e = S_C / (t_seek + S_C / B_D) / B_D}.
   * The bytes of a column in a row group follow from it, {@code S_C = e / (1 - e) · t_seek · B_D},
   * and the size of the row group from the encoded bytes of all columns for each of that column,
   * which the writer observes. No row group is larger than a block. Text: {@code efficiency(0.75;
   * column=c; seek=10ms; bandwidth=100MiB/s)}.
   *
   * @param efficiency e, 0.001 to 0.999
   * @param column the narrowest that queries need; none = the narrowest of all that take at least a
   *     bit for each row
   * @param seekNanos time between two reads in different places, t_seek
   * @param bytesPerSecond bandwidth of one reader, B_D
   * @param least as for {@link OfBytes}
   */
  record Efficient(
      double efficiency, Optional<String> column, long seekNanos, long bytesPerSecond, int least)
      implements RowGroups {
    private static final double MIN = 0.001;
    private static final double MAX = 0.999;

    public Efficient {
      if (!(efficiency >= MIN && efficiency <= MAX)) {
        throw new IllegalArgumentException(
            SETTING
                + ": an efficiency is "
                + MIN
                + " to "
                + MAX
                + " of the bandwidth, found "
                + efficiency);
      }
      Device.requireTimes(SETTING, seekNanos, bytesPerSecond);
      requireLeast(least);
    }

    /** S_C, the bytes of the column in a row group. */
    public double columnBytes() {
      return efficiency / (1 - efficiency) * (seekNanos / 1e9) * bytesPerSecond;
    }

    /**
     * S_RG, the size of a row group whatever the block.
     *
     * @param rowWidth bytes of all columns of a row
     * @param columnWidth bytes of the column
     */
    public double rowGroupBytes(double rowWidth, double columnWidth) {
      return columnBytes() * rowWidth / columnWidth;
    }

    @Override
    public String toString() {
      return "efficiency("
          + BigDecimal.valueOf(efficiency).stripTrailingZeros().toPlainString()
          + column.map(c -> "; column=" + Names.quote(c)).orElse("")
          + "; seek="
          + Durations.print(seekNanos)
          + "; bandwidth="
          + Sizes.print(bytesPerSecond)
          + "/s)"
          + leastText(least);
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

  private static void requireLeast(int least) {
    if (least < 1 || least > MAX_LEAST) {
      throw new IllegalArgumentException(
          SETTING
              + ": the least number of row groups of a file is 1 to "
              + MAX_LEAST
              + ", found "
              + least);
    }
  }

  private static String leastText(int least) {
    return least == 1 ? "" : " min " + least;
  }
}
