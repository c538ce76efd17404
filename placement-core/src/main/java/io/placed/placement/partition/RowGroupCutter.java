package io.placed.placement.partition;

import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;

/**
 * Decides, while a row group is being filled, where it ends.
 *
 * <p>Cuts by rows are exact. Cuts by bytes are predicted ({@link ByteMeter}). If the cutter is
 * called after every page, and the last page is shortened accordingly, a group ends within 5 % of
 * the target as long as pages and rows are small compared with a group. Cuts by efficiency do the
 * same with the bytes of one column, and with those of all columns against the block.
 *
 * <p>A minimum number n of row groups is exact if the number of rows is known in advance ({@link
 * #expectRows}). Otherwise no row group may exceed 1/n of all bytes so far, including its own: row
 * groups then start small and grow. A file with fewer bytes than n smallest row groups has fewer.
 */
public final class RowGroupCutter {
  /** Result while nothing is known. */
  public static final int UNKNOWN = Integer.MAX_VALUE;

  /**
   * Target fill of a block. Without slack every second group of the size of a block would be
   * slightly too large for it.
   */
  private static final double BLOCK_FILL = 0.97;

  /** Limit if the packing has no block size. */
  private static final long LARGEST_BYTES = 1L << 30;

  /** Smallest row groups at the start of a file with a minimum number; smaller ones do not pay. */
  private static final long SMALLEST_BYTES = 1L << 20;

  private final double largest;
  private final long maxRows;
  private final boolean exact;
  private final int least;
  private final ByteMeter all;

  /** Meter of the column of an efficiency, else null. */
  private final ByteMeter column;

  private long expectedRows;
  private long doneRows;
  private long doneBytes;
  private int doneGroups;
  private long rowsInGroup;

  private RowGroupCutter(
      double largest, int exactRows, int least, double bytesPerRow, ByteMeter column) {
    this.largest = largest;
    this.exact = exactRows > 0;
    this.maxRows = exact ? exactRows : RowGroups.MAX_ROWS;
    this.least = least;
    this.column = column;
    this.all = new ByteMeter(bytesPerRow);
    all.aim(aimOfNext());
  }

  /** A cutter without an estimate. */
  public static RowGroupCutter of(Placement placement) {
    return of(placement, 0);
  }

  /**
   * A cutter with an initial estimate.
   *
   * @param bytesPerRow estimated encoded bytes per row until the first page is encoded; 0 = none
   */
  public static RowGroupCutter of(Placement placement, double bytesPerRow) {
    double largest = largestBytes(placement);
    if (placement.rowGroups() instanceof RowGroups.OfRows r) {
      return new RowGroupCutter(largest, r.rows(), 1, 0, null);
    }
    ByteMeter column = null;
    if (placement.rowGroups() instanceof RowGroups.Efficient e) {
      column = new ByteMeter(0);
      column.aim(e.columnBytes());
    }
    return new RowGroupCutter(largest, 0, placement.rowGroups().least(), bytesPerRow, column);
  }

  /**
   * Maximum bytes of a row group, its target if it is given by bytes: whole row groups fill a
   * block; infinite if it is given by rows. A minimum number of row groups makes those of small
   * files smaller.
   */
  public static double largestBytes(Placement placement) {
    Packing packing =
        placement.packing() instanceof Packing.Copies c ? c.each() : placement.packing();
    if (placement.rowGroups() instanceof RowGroups.OfBytes target) {
      return largestBytes(packing, target.bytes());
    } else if (placement.rowGroups() instanceof RowGroups.OfRows) {
      return Double.POSITIVE_INFINITY;
    } else if (packing instanceof Packing.ManyRowGroups many) {
      return BLOCK_FILL * many.blockBytes();
    }
    return packing instanceof Packing.OneRowGroup one && one.blockBytes() != 0
        ? BLOCK_FILL * one.blockBytes()
        : LARGEST_BYTES;
  }

  private static double largestBytes(Packing packing, long target) {
    if (packing instanceof Packing.ManyRowGroups many && many.blockBytes() >= target) {
      long perBlock = many.blockBytes() / target;
      return Math.min(target, BLOCK_FILL * many.blockBytes() / perBlock);
    } else if (packing instanceof Packing.OneRowGroup one) {
      long block = one.blockBytes() == 0 ? target : one.blockBytes();
      return block >= target ? Math.min(target, BLOCK_FILL * block) : target;
    }
    return target;
  }

  /** Announces the number of rows of the file; the actual number may differ. */
  public void expectRows(long rows) {
    expectedRows = rows;
    all.aim(aimOfNext());
  }

  /** Target bytes of the next group; infinite if groups are cut by rows. */
  public double aimBytes() {
    return all.aim();
  }

  /** Target bytes of the column of an efficiency in a group; else 0. */
  public double aimColumnBytes() {
    return column == null ? 0 : column.aim();
  }

  /** As {@link #rowsUntilCut(long, long, double)}, without an efficiency. */
  public int rowsUntilCut(long rows, long encodedBytes) {
    return rowsUntilCut(rows, encodedBytes, 0);
  }

  /**
   * Predicted number of rows to add to the group. Call after each page: 0 ends the group, a number
   * smaller than a page is the length of the last page, {@link #UNKNOWN} is returned while no page
   * was encoded. Never 0 before the first row of a group.
   *
   * @param rows encoded since the group began; 0 begins a group
   * @param encodedBytes encoded and compressed bytes of these rows
   * @param columnBytes those of the column of an efficiency
   */
  public int rowsUntilCut(long rows, long encodedBytes, double columnBytes) {
    if (rows < rowsInGroup) {
      doneGroups++;
      doneRows += rowsInGroup;
      doneBytes += all.bytes();
      all.aim(aimOfNext());
    }
    rowsInGroup = rows;
    all.observe(rows, encodedBytes);
    long most = mostRows();
    long left = Math.max(0, most - rows);
    if (exact) {
      return (int) left;
    }
    int answer = all.rowsUntilAim(left);
    if (most < maxRows) {
      answer = (int) Math.min(answer, left);
    }
    if (column == null) {
      return answer;
    }
    column.observe(rows, columnBytes);
    return Math.min(answer, column.rowsUntilAim(left));
  }

  private long mostRows() {
    long rows = expectedRows - doneRows;
    int groups = least - doneGroups;
    if (rows <= 0 || groups <= 1) {
      return maxRows;
    }
    return Math.min(maxRows, (rows + groups - 1) / groups);
  }

  private double aimOfNext() {
    if (least == 1 || expectedRows > 0) {
      return largest;
    }
    return Math.min(largest, Math.max(SMALLEST_BYTES, (double) doneBytes / (least - 1)));
  }
}
