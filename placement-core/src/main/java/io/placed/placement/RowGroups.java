package io.placed.placement;

import java.math.BigDecimal;
import java.util.Optional;

/** First half of f_TP: the size of row groups, which are runs of consecutive rows. */
public sealed interface RowGroups {
  /** Name of the setting. */
  String SETTING = "placement.row-group";

  /** Maximum rows of a row group, regardless of bytes: keeps row numbers in an int. */
  int MAX_ROWS = 1 << 26;

  /** Limit of the minimum number of row groups of a file. */
  int MAX_LEAST = 1 << 16;

  /** Minimum number of row groups of a file. */
  int least();

  /**
   * Row groups of equal size. Text: {@code 64MiB}, {@code 64MiB min 8}.
   *
   * @param bytes encoded and compressed bytes of all columns
   * @param least minimum number of row groups of a file, so that as many tasks can share it; row
   *     groups of a small file are then smaller than {@code bytes}
   */
  record OfBytes(long bytes, int least) implements RowGroups {
    public OfBytes {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            SETTING + ": a row group must have at least 1B, found " + bytes);
      }
      requireLeast(least);
    }

    /** Without a minimum number of row groups. */
    public OfBytes(long bytes) {
      this(bytes, 1);
    }

    @Override
    public String toString() {
      return Sizes.print(bytes) + leastText(least);
    }
  }

  /**
   * Row groups so large that reading one column with a seek per chunk uses this share of the
   * bandwidth: equation 4 of Huai et al., VLDB 2013, {@code e = S_C / (t_seek + S_C / B_D) / B_D}.
   * It gives the bytes of the column in a row group, {@code S_C = e / (1 - e) · t_seek · B_D}; the
   * size of the row group follows from the ratio of the encoded bytes of all columns to those of
   * that column, which the writer observes. No row group is larger than a block. Text: {@code
   * efficiency(0.75; column=c; seek=10ms; bandwidth=100MiB/s)}.
   *
   * @param efficiency e, 0.001 to 0.999
   * @param column the narrowest column that queries need; empty = the narrowest with at least a bit
   *     per row
   * @param seekNanos time between reads at different offsets, t_seek
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
                + ": the efficiency must be "
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
     * S_RG, the size of a row group, regardless of the block.
     *
     * @param rowWidth bytes per row of all columns
     * @param columnWidth bytes per row of the column
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

  /** Row groups of exactly this many rows, except the last. Text: {@code 65536 rows}. */
  record OfRows(int rows) implements RowGroups {
    public OfRows {
      if (rows < 1 || rows > MAX_ROWS) {
        throw new IllegalArgumentException(
            SETTING + ": a row group must have 1 to " + MAX_ROWS + " rows, found " + rows);
      }
    }

    @Override
    public int least() {
      return 1;
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
              + ": the minimum number of row groups of a file must be 1 to "
              + MAX_LEAST
              + ", found "
              + least);
    }
  }

  private static String leastText(int least) {
    return least == 1 ? "" : " min " + least;
  }
}
