package io.placed.advise.workload;

import io.placed.scan.request.RowChoice;
import io.placed.vector.Column;

/**
 * Rows of blocks at equal distances in a table, and of these rows a random part: pages of other
 * blocks are not read. Not rows at equal distances, because values may come again at the same ones.
 */
final class SystematicRows implements RowChoice {
  /** Rows of a block: of a page, as it usually is. */
  static final int BLOCK = 8192;

  private final long base;
  private final long blocks;
  private final long rows;

  /**
   * @param base rows of the table before the file
   * @param blocks every how many blocks one is chosen
   * @param rows of how many rows of a block one is chosen, about
   */
  SystematicRows(long base, long blocks, long rows) {
    this.base = base;
    this.blocks = blocks;
    this.rows = rows;
  }

  @Override
  public String column() {
    return null;
  }

  @Override
  public boolean mayChoose(long first, long count, Known known) {
    long from = (base + first) / BLOCK;
    long to = (base + first + count - 1) / BLOCK;
    // The chosen blocks are in the middle of their distances, so that neither end is preferred.
    return Math.floorDiv(to - blocks / 2, blocks) > Math.floorDiv(from - 1 - blocks / 2, blocks);
  }

  @Override
  public void choose(long first, Column values, long[] chosen, int count) {
    for (int i = 0; i < count; i++) {
      long row = base + first + i;
      if (row / BLOCK % blocks != blocks / 2 || Math.floorMod(mix(row), rows) != 0) {
        chosen[i >> 6] &= ~(1L << i);
      }
    }
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long z) {
    long a = z * 0x9E3779B97F4A7C15L;
    a = (a ^ a >>> 30) * 0xBF58476D1CE4E5B9L;
    a = (a ^ a >>> 27) * 0x94D049BB133111EBL;
    return a ^ a >>> 31;
  }
}
