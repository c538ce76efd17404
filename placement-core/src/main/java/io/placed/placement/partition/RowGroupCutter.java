package io.placed.placement.partition;

import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;

/**
 * Decides where a row group ends, while it is being filled.
 *
 * <p>By rows the cut is exact. By bytes the cutter predicts ({@link ByteMeter}). Asked after every
 * page, and with the last page cut short to the answer, a group ends within 5 % of the target as
 * long as a page is a small part of a group and no row is large. By efficiency the same is done
 * with the bytes of one column, and with those of all columns against the block.
 *
 * <p>A least number of row groups is kept exactly where the rows of the file are known before
 * ({@link #expectRows}). Where they are not, no row group may be larger than the part of all bytes
 * so far, itself included, that it would be if there were just so many: row groups of a file then
 * start small and grow by that part. A file of fewer bytes than the least number of smallest row
 * groups has fewer.
 */
public final class RowGroupCutter {
  /** The answer while nothing is known. */
  public static final int UNKNOWN = Integer.MAX_VALUE;

  /**
   * How full groups shall make a block. Without the slack every second group of the size of a block
   * would be a little too large for it.
   */
  private static final double BLOCK_FILL = 0.97;

  /** Where the packing has no block size: about what a block of a file system can be. */
  private static final long LARGEST_BYTES = 1L << 30;

  /** First row groups of a file that is to have many; smaller ones would cost more than they do. */
  private static final long SMALLEST_BYTES = 1L << 20;

  private final double largest;
  private final long maxRows;
  private final boolean exact;
  private final int least;
  private final ByteMeter all;

  /** Of the column that an efficiency is about, else null. */
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
      return new RowGroupCutter(Double.POSITIVE_INFINITY, r.rows(), 1, 0, null);
    }
    if (placement.rowGroups() instanceof RowGroups.Efficient e) {
      ByteMeter column = new ByteMeter(0);
      column.aim(e.columnBytes());
      return new RowGroupCutter(largestBytes(placement), 0, e.least(), bytesPerRow, column);
    }
    RowGroups.OfBytes target = (RowGroups.OfBytes) placement.rowGroups();
    double aim = aim(placement.packing(), target.bytes());
    return new RowGroupCutter(aim, 0, target.least(), bytesPerRow, null);
  }

  private static double aim(Packing ofPlacement, long target) {
    Packing packing = ofPlacement instanceof Packing.Copies c ? c.each() : ofPlacement;
    double aim = target;
    if (packing instanceof Packing.ManyRowGroups many && many.blockBytes() >= target) {
      long perBlock = many.blockBytes() / target;
      aim = Math.min(aim, BLOCK_FILL * many.blockBytes() / perBlock);
    } else if (packing instanceof Packing.OneRowGroup one) {
      long block = one.blockBytes() == 0 ? target : one.blockBytes();
      if (block >= target) {
        aim = Math.min(aim, BLOCK_FILL * block);
      }
    }
    return aim;
  }

  /** Most bytes of a row group by efficiency, whatever the efficiency. */
  public static double largestBytes(Placement placement) {
    Packing packing =
        placement.packing() instanceof Packing.Copies c ? c.each() : placement.packing();
    if (packing instanceof Packing.ManyRowGroups many) {
      return BLOCK_FILL * many.blockBytes();
    }
    return packing instanceof Packing.OneRowGroup one && one.blockBytes() != 0
        ? BLOCK_FILL * one.blockBytes()
        : LARGEST_BYTES;
  }

  /** Says how many rows the file will have; more or fewer may come all the same. */
  public void expectRows(long rows) {
    expectedRows = rows;
    all.aim(aimOfNext());
  }

  /** Most bytes that the next group is meant to have; infinite if groups are cut by rows. */
  public double aimBytes() {
    return all.aim();
  }

  /** Bytes of a column that a group is meant to have; 0 unless groups are cut by efficiency. */
  public double aimColumnBytes() {
    return column == null ? 0 : column.aim();
  }

  /** Like {@link #rowsUntilCut(long, long, double)}, where no column counts by itself. */
  public int rowsUntilCut(long rows, long encodedBytes) {
    return rowsUntilCut(rows, encodedBytes, 0);
  }

  /**
   * How many rows should still be added to the group, as far as is known now. Ask after each page:
   * 0 means that the group ends here, an answer smaller than a page says how long the last page is,
   * {@link #UNKNOWN} means that nothing is known before a page was encoded. A group that was begun
   * never gets the answer 0 before its first row.
   *
   * @param rows encoded since the group began; 0 begins a group
   * @param encodedBytes encoded and compressed bytes of these rows
   * @param columnBytes those of the column that an efficiency is about
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
