package io.placed.placement.pack;

import io.placed.placement.Packing;
import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * f_DP: assigns each logical subset, before it is written, to a file and a physical block.
 *
 * <p>File 0 is the table file, file <i>k</i> its sibling <i>k</i>. Column groups are numbered from
 * 0 over all copies of the table: those of the second copy follow those of the first. The part of a
 * row group in one file is a <i>unit</i>: the whole row group with {@code many-row-groups} and
 * {@code one-row-group}, one logical subset with {@code file-per-subset} and {@code
 * column-group-runs}, some column groups with {@code files(n)}. No unit straddles two blocks: if it
 * does not fit into the rest of the block it starts the next one. A unit larger than a block gets a
 * separate block, which a file system with a fixed block size splits. The first unit shares its
 * block with the file header if both fit, the last unit with the end of the file.
 */
public final class BlockPacker {
  private static final long MIB = 1L << 20;

  /** Block size to request if the size of row groups is unknown. */
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
   * @throws IllegalArgumentException if the packing needs more
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
   * The block size for creating a file: at least the largest block, in whole MiB, the default
   * minimum of HDFS.
   *
   * @param fileBytes expected length of the file; 0 if unknown
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

  /** Whether all columns are in siblings, and the table file has only the footer. */
  public boolean siblingsOnly() {
    return !isWhole();
  }

  /** Whether every row group has separate files. */
  public boolean filesPerRowGroup() {
    return packing instanceof Packing.FilePerSubset;
  }

  /** Number of siblings; per row group if every row group has separate files. */
  public int siblings() {
    int copies = firstGroup.length - 1;
    return packing instanceof Packing.Files f
        ? copies * f.count()
        : isWhole() ? copies - 1 : copyOfGroup.length;
  }

  /** Whether a row group is a single unit. */
  private boolean isWhole() {
    return packing instanceof Packing.ManyRowGroups || packing instanceof Packing.OneRowGroup;
  }

  /**
   * Number of the file with this column group of this row group.
   *
   * @param columnGroup numbered over all copies
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
   * Places the next unit in a file. Call once per row group and file, in order; if the result is
   * true, end the block before writing.
   *
   * @param position bytes of the file so far, the offset of the unit
   * @param bytes its exact size
   */
  public boolean startsNewBlock(int file, long position, long bytes) {
    return file(file).place(position, bytes);
  }

  /**
   * Places the end of a file; if the result is true, end the block before writing.
   *
   * @param position bytes of the file so far
   * @param bytes remaining bytes to be written
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
   * @param fileLengths bytes of each complete file
   */
  public List<PhysicalBlock> blocks(long... fileLengths) {
    List<PhysicalBlock> blocks = new ArrayList<>();
    for (int f = 0; f < fileLengths.length; f++) {
      file(f).addTo(blocks, f, fileLengths[f]);
    }
    return blocks;
  }

  /**
   * The block, numbered from 0 over all files, of this column group of this row group.
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
          "row group " + rowGroup + " with column group " + columnGroup + " has not been placed");
    }
    int before = 0;
    for (int f = 0; f < file; f++) {
      before += files.get(f).count();
    }
    return before + files.get(file).blockOf(unit);
  }
}
