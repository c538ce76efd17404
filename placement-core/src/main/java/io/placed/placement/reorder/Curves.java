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

  /**
   * Position on the Hilbert curve. Converts the coordinates to the transposed position, whose bits
   * are then interleaved (J. Skilling: Programming the Hilbert curve, AIP Conference Proceedings
   * 707, 2004, function AxestoTranspose). Overwrites the coordinates.
   */
  public static void hilbert(long[] x, int bits, long[] out) {
    int n = x.length;
    long highest = 1L << (bits - 1);
    for (long q = highest; q != 1; q >>>= 1) {
      long below = q - 1;
      for (int i = 0; i < n; i++) {
        if ((x[i] & q) != 0) {
          x[0] ^= below;
        } else {
          long swapped = (x[0] ^ x[i]) & below;
          x[0] ^= swapped;
          x[i] ^= swapped;
        }
      }
    }
    for (int i = 1; i < n; i++) {
      x[i] ^= x[i - 1];
    }
    long flip = 0;
    for (long q = highest; q != 1; q >>>= 1) {
      if ((x[n - 1] & q) != 0) {
        flip ^= q - 1;
      }
    }
    for (int i = 0; i < n; i++) {
      x[i] ^= flip;
    }
    zOrder(x, bits, out);
  }
}
