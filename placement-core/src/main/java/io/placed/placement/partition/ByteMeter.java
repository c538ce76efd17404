package io.placed.placement.partition;

/**
 * Predicts when the rows of a group will have reached a number of bytes: from the bytes per row in
 * the newer half of the group (a dictionary or the first values of a sort make the older half
 * larger), and before the first page from the previous group.
 */
final class ByteMeter {
  /** A group this close to its target is complete. */
  private static final double DONE = 0.995;

  private double aim;
  private double lastBytesPerRow;
  private long rows;
  private double bytes;
  private long markRows;
  private double markBytes;
  private long nextMarkRows;
  private double nextMarkBytes;

  /**
   * @param bytesPerRow estimate until the first page is encoded; 0 = none
   */
  ByteMeter(double bytesPerRow) {
    lastBytesPerRow = bytesPerRow;
  }

  /** Sets the target bytes of the current, or else the next, group. */
  void aim(double aimBytes) {
    aim = aimBytes;
  }

  double aim() {
    return aim;
  }

  /** Bytes of the current group. */
  double bytes() {
    return bytes;
  }

  void observe(long rowsNow, double bytesNow) {
    if (rowsNow < rows || rowsNow == 0) {
      if (rows > 0) {
        lastBytesPerRow = bytes / rows;
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

  /** Number of rows to add, at most {@code left}. */
  int rowsUntilAim(long left) {
    if (rows == 0) {
      return lastBytesPerRow > 0
          ? atMost(left, Math.max(1, aim / lastBytesPerRow))
          : RowGroupCutter.UNKNOWN;
    }
    double bytesLeft = aim - bytes;
    if (bytesLeft <= aim * (1 - DONE)) {
      return 0;
    }
    double perRow = bytesPerRow();
    // Rounded to the nearest row, so that a large row is taken only if that is closer to the
    // target.
    return perRow > 0 ? atMost(left, Math.rint(bytesLeft / perRow)) : (int) left;
  }

  private double bytesPerRow() {
    double newer = rows > markRows ? (bytes - markBytes) / (rows - markRows) : 0;
    return newer > 0 ? newer : bytes / rows;
  }

  private static int atMost(long limit, double rows) {
    return (int) Math.min((double) limit, rows);
  }
}
