package io.placed.placement.pack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The physical blocks of one file while it is written. */
final class WrittenBlocks {
  private final long blockBytes;
  private final boolean oneUnit;
  private final List<Long> starts = new ArrayList<>();
  private int[] blockOfUnit = new int[4];
  private int units;
  private long end;

  /**
   * @param blockBytes maximum bytes of a block
   * @param oneUnit whether every unit starts a block
   */
  WrittenBlocks(long blockBytes, boolean oneUnit) {
    this.blockBytes = blockBytes;
    this.oneUnit = oneUnit;
    starts.add(0L);
  }

  int units() {
    return units;
  }

  int count() {
    return starts.size();
  }

  /** Places a unit, which must not straddle two blocks; true if it starts a block. */
  boolean place(long position, long bytes) {
    if (position < end || bytes < 0) {
      throw new IllegalArgumentException(
          "a row group of "
              + bytes
              + " bytes cannot start at "
              + position
              + ", where the previous one ends at "
              + end);
    }
    boolean fits = fits(position, bytes);
    boolean starts =
        units == 0
            // If the unit exceeds a block, a separate block for the header gains nothing.
            ? !fits && position > blockStart() && bytes <= blockBytes
            : oneUnit || !fits;
    if (starts) {
      this.starts.add(position);
    }
    if (units == blockOfUnit.length) {
      blockOfUnit = Arrays.copyOf(blockOfUnit, units * 2);
    }
    blockOfUnit[units++] = this.starts.size() - 1;
    end = position + bytes;
    return starts;
  }

  /** Places the end of the file; true if it gets a separate block. */
  boolean placeEnd(long position, long bytes) {
    boolean starts = !fits(position, bytes) && position > blockStart();
    if (starts) {
      this.starts.add(position);
    }
    return starts;
  }

  private boolean fits(long position, long bytes) {
    return bytes <= blockBytes - (position - blockStart());
  }

  private long blockStart() {
    return starts.get(starts.size() - 1);
  }

  int blockOf(int unit) {
    return blockOfUnit[unit];
  }

  void addTo(List<PhysicalBlock> blocks, int file, long fileLength) {
    for (int b = 0; b < starts.size(); b++) {
      long next = b + 1 < starts.size() ? starts.get(b + 1) : fileLength;
      blocks.add(new PhysicalBlock(file, starts.get(b), next - starts.get(b)));
    }
  }
}
