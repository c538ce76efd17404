package io.placed.placement.partition;

import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;

/**
 * Decides where a row group ends, while it is being filled.
 *
 * <p>By rows the cut is exact. By bytes the cutter predicts the bytes of a row from the newer half
 * of the group so far (a dictionary or the first values of a sort make the older half dearer), and
 * before the first page from the group before. Asked after every page, and with the last page cut
 * short to the answer, a group ends within 5 % of the target as long as a page is a small part of a
 * group and no row is large.
 */
public final class RowGroupCutter {
  /** The answer while nothing is known. */
  public static final int UNKNOWN = Integer.MAX_VALUE;

  /**
   * How full groups shall make a block. Without the slack every second group of the size of a block
   * would be a little too large for it.
   */
  private static final double BLOCK_FILL = 0.97;

  /** A group this close to its aim is done. */
  private static final double DONE = 0.995;

  private final double aim;
  private final long maxRows;
  private final boolean exact;
  private double lastBytesPerRow;
  private long rows;
  private long bytes;
  private long markRows;
  private long markBytes;
  private long nextMarkRows;
  private long nextMarkBytes;

  private RowGroupCutter(double aim, long maxRows, boolean exact, double bytesPerRow) {
    this.aim = aim;
    this.maxRows = maxRows;
    this.exact = exact;
    this.lastBytesPerRow = bytesPerRow;
  }

  /** A cutter that knows nothing of the rows yet. */
  public static RowGroupCutter of(Placement placement) {
    return of(placement, 0);
  }

  /**
   * A cutter that starts with a guess.
   *
   * @param bytesPerRow guess of the encoded bytes of a row, used until the first page is encoded; 0
   *     = none
   */
  public static RowGroupCutter of(Placement placement, double bytesPerRow) {
    if (placement.rowGroups() instanceof RowGroups.OfRows r) {
      return new RowGroupCutter(Double.POSITIVE_INFINITY, r.rows(), true, 0);
    }
    long target = ((RowGroups.OfBytes) placement.rowGroups()).bytes();
    double aim = target;
    if (placement.packing() instanceof Packing.ManyRowGroups many && many.blockBytes() >= target) {
      long perBlock = many.blockBytes() / target;
      aim = Math.min(aim, BLOCK_FILL * many.blockBytes() / perBlock);
    } else if (placement.packing() instanceof Packing.OneRowGroup one) {
      long block = one.blockBytes() == 0 ? target : one.blockBytes();
      if (block >= target) {
        aim = Math.min(aim, BLOCK_FILL * block);
      }
    }
    return new RowGroupCutter(aim, RowGroups.MAX_ROWS, false, bytesPerRow);
  }

  /** Bytes that groups are meant to have; infinite if groups are cut by rows. */
  public double aimBytes() {
    return aim;
  }

  /**
   * How many rows should still be added to the group, as far as is known now. Ask after each page:
   * 0 means that the group ends here, an answer smaller than a page says how long the last page is,
   * {@link #UNKNOWN} means that nothing is known before a page was encoded. A group that was begun
   * never gets the answer 0 before its first row.
   *
   * @param rowsInGroup rows encoded since the group began; 0 begins a group
   * @param encodedBytes encoded and compressed bytes of these rows
   */
  public int rowsUntilCut(long rowsInGroup, long encodedBytes) {
    long left = Math.max(0, maxRows - rowsInGroup);
    if (exact) {
      return (int) left;
    }
    observe(rowsInGroup, encodedBytes);
    if (rowsInGroup == 0) {
      return lastBytesPerRow > 0 ? atMost(left, Math.max(1, aim / lastBytesPerRow)) : UNKNOWN;
    }
    double bytesLeft = aim - encodedBytes;
    if (bytesLeft <= aim * (1 - DONE)) {
      return 0;
    }
    double perRow = bytesPerRow();
    // Rounded to the nearest row: stopping short of a large row, or taking it, whichever is closer.
    return perRow > 0 ? atMost(left, Math.rint(bytesLeft / perRow)) : (int) left;
  }

  private void observe(long rowsNow, long bytesNow) {
    if (rowsNow < rows || rowsNow == 0) {
      if (rows > 0) {
        lastBytesPerRow = (double) bytes / rows;
      }
      markRows = 0;
      markBytes = 0;
      nextMarkRows = 0;
      nextMarkBytes = 0;
    } else if (rowsNow >= 2 * nextMarkRows && rowsNow > rows) {
      markRows = nextMarkRows;
      markBytes = nextMarkBytes;
      nextMarkRows = rowsNow;
      nextMarkBytes = bytesNow;
    }
    rows = rowsNow;
    bytes = bytesNow;
  }

  private double bytesPerRow() {
    double newer = rows > markRows ? (double) (bytes - markBytes) / (rows - markRows) : 0;
    return newer > 0 ? newer : (double) bytes / rows;
  }

  private static int atMost(long limit, double rows) {
    return (int) Math.min((double) limit, rows);
  }
}
