package io.placed.encoding.entropy;

import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.Log2;
import io.placed.encoding.values.PageValues;
import java.util.Arrays;

/**
 * Finds bins with the same number of offset bits: the upper bits of the distance to the smallest
 * value, of which only those that occur are bins. They decode nearly as fast as bins without
 * offsets, because packed numbers of one width unpack with the kernels of the frame of reference.
 */
final class EqualBins {
  private static final int CELL_BITS = 12;

  /** Approximate bits that describe a bin. */
  private static final double BITS_PER_BIN = 9;

  private EqualBins() {}

  /** The partition that takes the fewest bits; null if all values are in one bin. */
  static Partition of(IntegerValues values, long min, long max) {
    long[] in = values.values();
    int n = values.count();
    int least = Math.max(0, PageValues.bits(max - min) - CELL_BITS);
    int[] cells = new int[(int) (max - min >>> least) + 1];
    for (int i = 0; i < n; i++) {
      cells[(int) (in[i] - min >>> least)]++;
    }
    int[] best = cells;
    int width = least;
    double bits = bits(cells, n, least);
    int[] merged = cells;
    for (int w = least + 1; merged.length > 2; w++) {
      merged = merge(merged);
      double b = bits(merged, n, w);
      if (b < bits) {
        bits = b;
        best = merged;
        width = w;
      }
    }
    return partition(in, n, min, width, best);
  }

  private static double bits(int[] cells, int n, int width) {
    double bits = (double) n * width;
    for (int c : cells) {
      if (c > 0) {
        bits += BITS_PER_BIN + Log2.bits(c, n);
      }
    }
    return bits;
  }

  private static int[] merge(int[] cells) {
    int[] out = new int[cells.length + 1 >> 1];
    for (int i = 0; i < cells.length; i++) {
      out[i >> 1] += cells[i];
    }
    return out;
  }

  private static Partition partition(long[] in, int n, long min, int width, int[] cells) {
    char[] binOfCell = new char[cells.length];
    long[] lowers = new long[cells.length];
    int[] counts = new int[cells.length];
    int bins = 0;
    for (int c = 0; c < cells.length; c++) {
      if (cells[c] > 0) {
        lowers[bins] = min + ((long) c << width);
        counts[bins] = cells[c];
        binOfCell[c] = (char) bins++;
      }
    }
    if (bins < 2) {
      return null;
    }
    char[] binOf = new char[n];
    for (int i = 0; i < n; i++) {
      binOf[i] = binOfCell[(int) (in[i] - min >>> width)];
    }
    byte[] widths = new byte[bins];
    Arrays.fill(widths, (byte) width);
    return new Partition(
        Arrays.copyOf(lowers, bins), widths, width, Arrays.copyOf(counts, bins), binOf);
  }
}
