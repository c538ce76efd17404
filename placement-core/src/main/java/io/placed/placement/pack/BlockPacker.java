package io.placed.placement.pack;

import io.placed.placement.Packing;
import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides, before each row group is written, whether a new physical block starts.
 *
 * <p>With many row groups to a block no row group straddles two: one that does not fit into the
 * rest of the block starts the next. With one row group to a block each starts one. A row group
 * larger than a block gets a block of its own in either case; a file system with a fixed block size
 * then divides it. The first row group shares its block with what the file begins with if both fit,
 * and what the file ends with goes to the last block.
 */
public final class BlockPacker {
  private static final long MIB = 1L << 20;

  /** Asked of the file system where nobody knows how large a row group will be. */
  private static final long UNKNOWN_BLOCK_BYTES = 1024 * MIB;

  private final long blockBytes;
  private final boolean oneRowGroup;
  private final List<Long> starts = new ArrayList<>();
  private int[] blockOfRowGroup = new int[16];
  private int rowGroups;
  private long end;

  private BlockPacker(long blockBytes, boolean oneRowGroup) {
    this.blockBytes = blockBytes;
    this.oneRowGroup = oneRowGroup;
    starts.add(0L);
  }

  /**
   * A packer for one file.
   *
   * @throws IllegalArgumentException if the packing cannot be written
   */
  public static BlockPacker of(Placement placement) {
    if (!placement.packing().writable()) {
      placement.requireWritable();
    }
    return new BlockPacker(
        placement.blockBytes(), placement.packing() instanceof Packing.OneRowGroup);
  }

  /**
   * The block size with which the file should be created: at least the largest block, in whole MiB,
   * the least that HDFS allows by default.
   */
  public long fileBlockBytes() {
    long wanted = blockBytes == Long.MAX_VALUE ? UNKNOWN_BLOCK_BYTES : blockBytes;
    return Math.max(MIB, wanted > Long.MAX_VALUE - MIB ? wanted : (wanted + MIB - 1) / MIB * MIB);
  }

  /**
   * Places the next row group. Call once per row group, in order; if the answer is true, end the
   * block before writing.
   *
   * @param position bytes of the file so far, where the row group will start
   * @param rowGroupBytes its exact size
   */
  public boolean startsNewBlock(long position, long rowGroupBytes) {
    if (position < end || rowGroupBytes < 0) {
      throw new IllegalArgumentException(
          "a row group of "
              + rowGroupBytes
              + " bytes cannot start at "
              + position
              + " where the one before ends at "
              + end);
    }
    long blockStart = starts.get(starts.size() - 1);
    boolean fits = rowGroupBytes <= blockBytes - (position - blockStart);
    boolean starts =
        rowGroups == 0
            // Beyond the size of a block nothing is won by leaving the header alone in one.
            ? !fits && position > blockStart && rowGroupBytes <= blockBytes
            : oneRowGroup || !fits;
    if (starts) {
      this.starts.add(position);
    }
    if (rowGroups == blockOfRowGroup.length) {
      blockOfRowGroup = Arrays.copyOf(blockOfRowGroup, rowGroups * 2);
    }
    blockOfRowGroup[rowGroups++] = this.starts.size() - 1;
    end = position + rowGroupBytes;
    return starts;
  }

  /**
   * The blocks of the file.
   *
   * @param fileLength bytes of the file when it is complete
   */
  public List<PhysicalBlock> blocks(long fileLength) {
    List<PhysicalBlock> blocks = new ArrayList<>(starts.size());
    for (int b = 0; b < starts.size(); b++) {
      long next = b + 1 < starts.size() ? starts.get(b + 1) : fileLength;
      blocks.add(new PhysicalBlock(0, starts.get(b), next - starts.get(b)));
    }
    return blocks;
  }

  /** The block, counted from 0, that holds this column group of this row group. */
  public int blockOf(int rowGroup, int columnGroup) {
    if (rowGroup < 0 || rowGroup >= rowGroups || columnGroup < 0) {
      throw new IllegalArgumentException(
          "no row group "
              + rowGroup
              + " with column group "
              + columnGroup
              + "; there are "
              + rowGroups);
    }
    return blockOfRowGroup[rowGroup];
  }
}
