package io.placed.placement.reorder;

/**
 * Positions of points on space-filling curves. Coordinates are unsigned and have {@code bits} bits.
 */
public final class Curves {
  private Curves() {}

  /** Number of 64-bit words of a position. */
  public static int words(int dimensions, int bits) {
    return (dimensions * bits + 63) / 64;
  }

  /**
   * Position on the Z-order curve (Morton 1966): the bits of the coordinates interleaved, starting
   * with the highest bit of the first coordinate.
   *
   * @param out receives the position, most significant word first, right-aligned
   */
  public static void zOrder(long[] x, int bits, long[] out) {
    int at = 64 * out.length - x.length * bits;
    long word = 0;
    int w = 0;
    for (int bit = bits - 1; bit >= 0; bit--) {
      for (long coordinate : x) {
        word = word << 1 | (coordinate >>> bit & 1);
        if ((++at & 63) == 0) {
          out[w++] = word;
          word = 0;
        }
      }
    }
  }

  /** Position on the Hilbert curve. Overwrites the coordinates. */
  public static void hilbert(long[] x, int bits, long[] out) {
    hilbertAxes(x, bits);
    zOrder(x, bits, out);
  }

  /**
   * Converts coordinates to those whose position on the Z-order curve is that of the given ones on
   * the Hilbert curve (J. Skilling: Programming the Hilbert curve, AIP Conference Proceedings 707,
   * 2004, function AxestoTranspose), without branches, which would depend on bits that nobody can
   * predict.
   */
  public static void hilbertAxes(long[] x, int bits) {
    int n = x.length;
    long first = x[0];
    for (int bit = bits - 1; bit > 0; bit--) {
      long below = (1L << bit) - 1;
      first ^= below & -(first >>> bit & 1);
      for (int i = 1; i < n; i++) {
        long set = -(x[i] >>> bit & 1);
        long swapped = (first ^ x[i]) & below & ~set;
        first ^= below & set | swapped;
        x[i] ^= swapped;
      }
    }
    x[0] = first;
    for (int i = 1; i < n; i++) {
      x[i] ^= x[i - 1];
    }
    // Each bit is the parity of the bits above it.
    long flip = x[n - 1] >>> 1;
    for (int shift = 1; shift < Long.SIZE; shift <<= 1) {
      flip ^= flip >>> shift;
    }
    for (int i = 0; i < n; i++) {
      x[i] ^= flip;
    }
  }
}
