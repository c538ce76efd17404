package io.placed.placement;

import java.util.List;
import java.util.stream.Collectors;

/**
 * f_DP, the data packing: assigns each logical subset to a physical block (storage unit of the file
 * system, for example an HDFS block).
 */
public sealed interface Packing {
  /** Name of the setting. */
  String SETTING = "placement.packing";

  /**
   * As many whole row groups per block as fit. Text: {@code many-row-groups(block=128MiB)}.
   *
   * @param blockBytes largest physical block, S_PB
   */
  record ManyRowGroups(long blockBytes) implements Packing {
    /** Used if the text has no size; the default block size of HDFS. */
    public static final long DEFAULT_BLOCK_BYTES = 128L << 20;

    public ManyRowGroups {
      requireBlock(blockBytes);
    }

    @Override
    public String toString() {
      return "many-row-groups(block=" + Sizes.print(blockBytes) + ")";
    }
  }

  /**
   * One row group per block. Text: {@code one-row-group}, with blocks as large as row groups (S_RG
   * = S_PB), or {@code one-row-group(block=128MiB)}.
   *
   * @param blockBytes largest physical block, S_PB; 0 = the size of the row group
   */
  record OneRowGroup(long blockBytes) implements Packing {
    public OneRowGroup {
      if (blockBytes != 0) {
        requireBlock(blockBytes);
      }
    }

    @Override
    public String toString() {
      return blockBytes == 0
          ? "one-row-group"
          : "one-row-group(block=" + Sizes.print(blockBytes) + ")";
    }
  }

  /** One block (file) per logical subset (x, y). Text: {@code file-per-subset}. */
  record FilePerSubset() implements Packing {
    @Override
    public String toString() {
      return "file-per-subset";
    }
  }

  /**
   * One column group of as many consecutive row groups as fit per block. Text: {@code
   * column-group-runs(block=128MiB)}.
   */
  record ColumnGroupRuns(long blockBytes) implements Packing {
    public ColumnGroupRuns {
      requireBlock(blockBytes);
    }

    @Override
    public String toString() {
      return "column-group-runs(block=" + Sizes.print(blockBytes) + ")";
    }
  }

  /**
   * The column groups of every row group spread over the same files: the first ones to the first
   * file, and so on. No part of a row group straddles two blocks of its file. Text: {@code
   * files(4)}, {@code files(4; block=64MiB)}.
   *
   * @param count number of files
   * @param blockBytes largest physical block, S_PB
   */
  record Files(int count, long blockBytes) implements Packing {
    public Files {
      if (count < 1) {
        throw new IllegalArgumentException(
            SETTING + ": the number of files must be at least 1, found " + count);
      }
      requireBlock(blockBytes);
    }

    /** With blocks of {@link ManyRowGroups#DEFAULT_BLOCK_BYTES}. */
    public Files(int count) {
      this(count, ManyRowGroups.DEFAULT_BLOCK_BYTES);
    }

    @Override
    public String toString() {
      return blockBytes == ManyRowGroups.DEFAULT_BLOCK_BYTES
          ? "files(" + count + ")"
          : "files(" + count + "; block=" + Sizes.print(blockBytes) + ")";
    }
  }

  /**
   * Several copies of every row group with different column groups, as Trojan data layouts have one
   * per HDFS replica. The first copy has the column groups of the Placement. Text: {@code
   * copies(one-row-group; (a,b); all stride 1)}.
   *
   * @param each packing of every copy
   * @param others column groups of the second and each further copy
   */
  record Copies(Packing each, List<ColumnGroups> others) implements Packing {
    public Copies {
      others = List.copyOf(others);
      if (others.isEmpty() || each instanceof Copies) {
        throw new IllegalArgumentException(
            SETTING
                + ": copies needs a packing other than copies, and the column groups of at least"
                + " one further copy, found "
                + each
                + " and "
                + others);
      }
    }

    @Override
    public String toString() {
      return others.stream()
          .map(ColumnGroups::toString)
          .collect(Collectors.joining("; ", "copies(" + each + "; ", ")"));
    }
  }

  private static void requireBlock(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          SETTING + ": the block size must be at least 1B, found " + bytes);
    }
  }
}
