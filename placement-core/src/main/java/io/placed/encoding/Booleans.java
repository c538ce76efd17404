package io.placed.encoding;

import io.placed.vector.Bits;

/**
 * Encodes bitmaps, of values or of validity: constant, bitmap, positions of the rarer value, or run
 * lengths, whichever is smallest.
 */
final class Booleans {
  private Booleans() {}

  static int bitmapBytes(int n) {
    return (n + 7) >>> 3;
  }

  /**
   * Writes the bits from 0, identifier first.
   *
   * @param lengths of run lengths, if there are any
   * @return what was chosen, for people
   */
  static String encode(long[] words, int n, EncodeContext lengths, ByteWriter out) {
    if (n == 0) {
      out.u8(EncodingId.BITMAP);
      return "empty";
    }
    int ones = Bits.count(words, 0, n);
    if (ones == 0 || ones == n) {
      out.u8(EncodingId.CONSTANT);
      out.u8(ones == 0 ? 0 : 1);
      return "constant";
    }
    boolean rarer = ones <= n / 2;
    int rare = rarer ? ones : n - ones;
    long sparse = 1 + 2L * FrameOfReference.vectors(n) + 2L * rare;
    long best = Math.min(sparse, bitmapBytes(n));
    int runs = runs(words, n);
    if (runs + 8L < best) {
      int mark = out.length();
      runLength(words, n, runs, lengths, out);
      if (out.length() - mark <= best) {
        return "runs(" + runs + ")";
      }
      out.truncate(mark);
    }
    if (sparse < bitmapBytes(n)) {
      sparse(words, n, rarer, out);
      return "sparse(" + rare + ")";
    }
    out.u8(EncodingId.BITMAP);
    int at = out.reserve(bitmapBytes(n));
    for (int i = 0; i < n; i += 8) {
      int take = Math.min(8, n - i);
      out.array()[at + (i >>> 3)] = (byte) Bits.read(words, i, take);
    }
    return "bitmap";
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
    out.u8(EncodingId.RUN_LENGTH);
    out.i32(runs);
    out.u8(Bits.get(words, 0) ? 1 : 0);
    Choice.encode(RunLength.lengths(starts, runs, n), lengths, out);
  }

  private static void sparse(long[] words, int n, boolean value, ByteWriter out) {
    out.u8(EncodingId.SPARSE);
    out.u8(value ? 1 : 0);
    for (int from = 0; from < n; from += BitPacking.VECTOR) {
      int end = Math.min(n, from + BitPacking.VECTOR);
      int ones = Bits.count(words, from, end);
      out.u16(value ? ones : end - from - ones);
    }
    for (int i = 0; i < n; i++) {
      if (Bits.get(words, i) == value) {
        out.u16(i & (BitPacking.VECTOR - 1));
      }
    }
  }
}
