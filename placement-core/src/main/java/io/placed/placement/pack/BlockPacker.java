package io.placed.placement.pack;

import io.placed.placement.Packing;
import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * f_DP: decides, before each logical subset is written, which file and which physical block it goes
 * to.
 *
 * <p>File 0 is the table file, file <i>k</i> its sibling <i>k</i>. Column groups are numbered from
 * 0 through all copies of the table: those of the second copy follow those of the first. What a row
 * group has in one file is a <i>unit</i>: the whole row group with {@code many-row-groups} and
 * {@code one-row-group}, one logical subset with {@code file-per-subset} and {@code
 * column-group-runs}, some column groups with {@code files(n)}. No unit straddles two blocks: one
 * that does not fit into the rest of the block starts the next. A unit larger than a block gets a
 * block of its own; a file system with a fixed block size then divides it. The first unit shares
 * its block with what the file begins with if both fit; so does the last with what it ends with.
 */
public final class BlockPacker {
  private static final long MIB = 1L << 20;

  /** Asked of the file system where nobody knows how large a row group will be. */
  private static final long UNKNOWN_BLOCK_BYTES = 1024 * MIB;

  private final Packing packing;
  private final long blockBytes;
  private final int[] copyOfGroup;
  private final int[] firstGroup;
  private final List<WrittenBlocks> files = new ArrayList<>();

  private BlockPacker(Packing packing, long blockBytes, int[] groups) {
    this.packing = packing;
    this.blockBytes = blockBytes;
    this.firstGroup = new int[groups.length + 1];
    for (int c = 0; c < groups.length; c++) {
      firstGroup[c + 1] = firstGroup[c] + groups[c];
    }
    this.copyOfGroup = new int[firstGroup[groups.length]];
    for (int c = 0; c < groups.length; c++) {
      Arrays.fill(copyOfGroup, firstGroup[c], firstGroup[c + 1], c);
    }
    file(0);
  }

  /**
   * A packer for one table file.
   *
   * @param groups number of column groups of each copy of the table
   * @throws IllegalArgumentException if the packing does not fit so many
   */
  public static BlockPacker of(Placement placement, int... groups) {
    Packing packing = placement.packing();
    Packing each = packing instanceof Packing.Copies c ? c.each() : packing;
    if (each instanceof Packing.Files f) {
      for (int g : groups) {
        if (f.count() > g) {
          throw new IllegalArgumentException(
              Packing.SETTING
                  + ": "
                  + packing
                  + " needs at least "
                  + f.count()
                  + " column groups, found "
                  + g);
        }
      }
    }
    return new BlockPacker(each, placement.blockBytes(), groups);
  }

  /**
   * The block size with which a file should be created: at least the largest block, in whole MiB,
   * the least that HDFS allows by default.
   *
   * @param fileBytes how long the file will be, as far as is known; else 0
   */
  public long fileBlockBytes(long fileBytes) {
    long wanted = blockBytes;
    if (packing instanceof Packing.FilePerSubset) {
      wanted = fileBytes > 0 ? fileBytes : Packing.ManyRowGroups.DEFAULT_BLOCK_BYTES;
    } else if (wanted == Long.MAX_VALUE) {
      wanted = UNKNOWN_BLOCK_BYTES;
    }
    return Math.max(MIB, wanted > Long.MAX_VALUE - MIB ? wanted : (wanted + MIB - 1) / MIB * MIB);
  }

  /** Whether the columns lie in siblings and the table file has nothing but the footer. */
  public boolean siblingsOnly() {
    return !isWhole();
  }

  /** Whether every row group has files of its own, rather than all of them the same files. */
  public boolean filesPerRowGroup() {
    return packing instanceof Packing.FilePerSubset;
  }

  /** Number of siblings; where every row group has files of its own, those of one row group. */
  public int siblings() {
    int copies = firstGroup.length - 1;
    return packing instanceof Packing.Files f
        ? copies * f.count()
        : isWhole() ? copies - 1 : copyOfGroup.length;
  }

  /** Whether a row group is one unit. */
  private boolean isWhole() {
    return packing instanceof Packing.ManyRowGroups || packing instanceof Packing.OneRowGroup;
  }

  /**
   * Number of the file that holds this column group of this row group.
   *
   * @param columnGroup numbered through all copies
   */
  public int fileOf(int rowGroup, int columnGroup) {
    int copy = copyOfGroup[columnGroup];
    if (packing instanceof Packing.FilePerSubset) {
      return Math.addExact(
          Math.multiplyExact(rowGroup, copyOfGroup.length), Math.addExact(1, columnGroup));
    } else if (packing instanceof Packing.ColumnGroupRuns) {
      return 1 + columnGroup;
    } else if (packing instanceof Packing.Files f) {
      long first = firstGroup[copy];
      long groups = firstGroup[copy + 1] - first;
      return (int) (1 + copy * (long) f.count() + (columnGroup - first) * f.count() / groups);
    }
    return copy;
  }

  /**
   * Places what the next row group has in a file. Call once per row group and file, in order; if
   * the answer is true, end the block before writing.
   *
   * @param position bytes of the file so far, where the unit will start
   * @param bytes its exact size
   */
  public boolean startsNewBlock(int file, long position, long bytes) {
    return file(file).place(position, bytes);
  }

  /**
   * Places what a file ends with; if the answer is true, end the block before writing.
   *
   * @param position bytes of the file so far
   * @param bytes that are still to be written
   */
  public boolean endStartsNewBlock(int file, long position, long bytes) {
    return file(file).placeEnd(position, bytes);
  }

  private WrittenBlocks file(int number) {
    while (files.size() <= number) {
      files.add(new WrittenBlocks(blockBytes, packing instanceof Packing.OneRowGroup));
    }
    return files.get(number);
  }

  /**
   * The blocks of all files, by file and offset.
   *
   * @param fileLengths bytes of each file when it is complete
   */
  public List<PhysicalBlock> blocks(long... fileLengths) {
    List<PhysicalBlock> blocks = new ArrayList<>();
    for (int f = 0; f < fileLengths.length; f++) {
      file(f).addTo(blocks, f, fileLengths[f]);
    }
    return blocks;
  }

  /**
   * The block, counted from 0 through all files, that holds this column group of this row group.
   *
   * @throws IllegalArgumentException if it has not been placed
   */
  public int blockOf(int rowGroup, int columnGroup) {
    int file =
        rowGroup < 0 || columnGroup < 0 || columnGroup >= copyOfGroup.length
            ? -1
            : fileOf(rowGroup, columnGroup);
    int unit = filesPerRowGroup() ? 0 : rowGroup;
    if (file < 0 || file >= files.size() || unit >= files.get(file).units()) {
      throw new IllegalArgumentException(
          "no row group " + rowGroup + " with column group " + columnGroup);
    }
    int before = 0;
    for (int f = 0; f < file; f++) {
      before += files.get(f).count();
    }
    return before + files.get(file).blockOf(unit);
  }
}
