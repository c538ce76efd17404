package io.placed.encoding.bool;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.constant.ConstantEncoding;
import io.placed.encoding.runlength.RunLengthEncoding;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.IntegerValues;
import io.placed.vector.Bits;

/**
 * Encodes bitmaps of values or of validity: as constant, bitmap, positions of the rarer value, or
 * run lengths, whichever has the lowest cost of bytes and decoding time.
 */
public final class Booleans {
  /** Values per block, so that a position in a block fits a byte. */
  static final int SPARSE_BLOCK = 256;

  /** Bytes of an empty array of run lengths. */
  private static final int RUNS_HEADER = 8;

  private Booleans() {}

  static int bitmapBytes(int n) {
    return (n + 7) >>> 3;
  }

  /**
   * Writes the bits from bit 0, identifier first.
   *
   * @param lengths the context of the array of run lengths, if that is chosen
   * @return readable description of the encoding
   */
  public static String encode(long[] words, int n, EncodeContext lengths, ByteWriter out) {
    if (n == 0) {
      out.u8(BitmapEncoding.ID);
      return "empty";
    }
    int ones = Bits.count(words, 0, n);
    if (ones == 0 || ones == n) {
      out.u8(ConstantEncoding.ID);
      out.u8(ones == 0 ? 0 : 1);
      return "constant";
    }
    boolean rarer = ones <= n / 2;
    int rare = rarer ? ones : n - ones;
    double byteNanos = lengths.nanosPerByte();
    int bitmapBytes = 1 + bitmapBytes(n);
    int sparseBytes = 2 + blocks(n) + rare;
    double bitmap = bitmapBytes * byteNanos + n / 64 * DecodeCost.BITMAP_WORD;
    double sparse =
        isSparse(words, n, rarer)
            ? sparseBytes * byteNanos + rare * DecodeCost.POSITION
            : Double.POSITIVE_INFINITY;
    double best = Math.min(sparse, bitmap);
    int runs = runs(words, n);
    double runNanos = runs * DecodeCost.BIT_RUN;
    if (RUNS_HEADER * byteNanos + runNanos < best) {
      int mark = out.size();
      runLength(words, n, runs, lengths, out);
      if ((out.size() - mark) * byteNanos + runNanos <= best) {
        return "runs(" + runs + ")";
      }
      out.truncate(mark);
    }
    if (sparse < bitmap) {
      sparse(words, n, rarer, out);
      return "sparse(" + rare + ")";
    }
    out.u8(BitmapEncoding.ID);
    int at = out.reserve(bitmapBytes(n));
    for (int i = 0; i < n; i += 8) {
      int take = Math.min(8, n - i);
      out.array()[at + (i >>> 3)] = (byte) Bits.read(words, i, take);
    }
    return "bitmap";
  }

  public static int blocks(int n) {
    return (n + SPARSE_BLOCK - 1) / SPARSE_BLOCK;
  }

  /** Whether the number of rare values of every block fits a byte. */
  private static boolean isSparse(long[] words, int n, boolean value) {
    for (int from = 0; from + SPARSE_BLOCK <= n; from += SPARSE_BLOCK) {
      int ones = Bits.count(words, from, from + SPARSE_BLOCK);
      if (ones == (value ? SPARSE_BLOCK : 0)) {
        return false;
      }
    }
    return true;
  }

  private static int runs(long[] words, int n) {
    int changes = 0;
    for (int i = 0; i < n - 1; i += 63) {
      int take = Math.min(63, n - 1 - i);
      long bits = Bits.read(words, i, take + 1);
      long mask = -1L >>> (64 - take);
      changes += Long.bitCount((bits ^ bits >>> 1) & mask);
    }
    return changes + 1;
  }

  private static void runLength(
      long[] words, int n, int runs, EncodeContext lengths, ByteWriter out) {
    int[] starts = new int[runs];
    int r = 1;
    for (int i = 1; i < n; i++) {
      if (Bits.get(words, i) != Bits.get(words, i - 1)) {
        starts[r++] = i;
      }
    }
    out.u8(RunLengthEncoding.ID);
    out.u32(runs);
    out.u8(Bits.get(words, 0) ? 1 : 0);
    lengths.encode(IntegerValues.lengths(starts, runs, n), out);
  }

  private static void sparse(long[] words, int n, boolean value, ByteWriter out) {
    out.u8(SparseEncoding.ID);
    out.u8(value ? 1 : 0);
    for (int from = 0; from < n; from += SPARSE_BLOCK) {
      int end = Math.min(n, from + SPARSE_BLOCK);
      int ones = Bits.count(words, from, end);
      out.u8(value ? ones : end - from - ones);
    }
    for (int w = 0; w < Bits.words(n); w++) {
      long rare = value ? words[w] : ~words[w];
      if ((w + 1) * 64 > n) {
        rare &= -1L >>> ((w + 1) * 64 - n);
      }
      for (; rare != 0; rare &= rare - 1) {
        out.u8((w << 6) + Long.numberOfTrailingZeros(rare) & (SPARSE_BLOCK - 1));
      }
    }
  }
}
