package io.placed.encoding.bool;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import java.util.Arrays;

/** Decoders of {@link Booleans}. */
final class BooleanDecoders {
  private BooleanDecoders() {}

  static final class Bitmap implements BooleanDecoder {
    private final byte[] bytes;
    private final int start;
    private final int end;

    Bitmap(DecodeContext context, int n) {
      ByteReader in = context.in();
      bytes = in.array();
      start = in.skip(Booleans.bitmapBytes(n), "bitmap");
      end = start + Booleans.bitmapBytes(n);
    }

    @Override
    public void decode(int from, int count, long[] out) {
      int at = start + (from >>> 3);
      for (int w = 0; w < Bits.words(count); w++, at += 8) {
        out[w] = at + 8 <= end ? LittleEndian.getLong(bytes, at) : tail(at);
      }
    }

    private long tail(int at) {
      long word = 0;
      for (int i = at; i < end; i++) {
        word |= (bytes[i] & 0xFFL) << 8 * (i - at);
      }
      return word;
    }

    @Override
    public String describe() {
      return "bitmap";
    }
  }

  static final class Sparse implements BooleanDecoder {
    private static final int BLOCK = Booleans.SPARSE_BLOCK;

    private final byte[] bytes;
    private final int n;
    private final boolean value;

    /** Four bitmaps of a block, which are all zero between calls. */
    private final long[] maps = new long[16];

    /** Start of the positions of each block in {@link #bytes}, and the end of the last block. */
    private final int[] starts;

    Sparse(DecodeContext context, int n) {
      ByteReader in = context.in();
      this.n = n;
      bytes = in.array();
      value = in.bool("boolean");
      int blocks = Booleans.blocks(n);
      int counts = in.skip(blocks, "counts");
      starts = context.intArray(blocks + 1);
      int all = 0;
      for (int b = 0; b < blocks; b++) {
        starts[b] = all;
        all += bytes[counts + b] & 0xFF;
      }
      starts[blocks] = all;
      int first = in.skip(all, "positions");
      for (int b = 0; b <= blocks; b++) {
        starts[b] += first;
      }
    }

    @Override
    public void decode(int from, int count, long[] out) {
      Arrays.fill(out, 0, Bits.words(count), 0);
      int b = from / BLOCK;
      for (int done = 0; done < count; done += BLOCK, b++) {
        int w = done >>> 6;
        if (count - done >= BLOCK && starts[b + 1] + 7 <= bytes.length) {
          whole(b, out, w);
        } else {
          last(b, Math.min(count - done, BLOCK), out, w);
        }
      }
      if (!value) {
        for (int w = 0; w < Bits.words(count); w++) {
          out[w] = ~out[w];
        }
      }
    }

    /**
     * Handles eight positions at a time; those after the last one are read as zero. A loop with
     * exactly as many iterations as positions would cost a mispredicted branch per block, because
     * each block has another number. Successive positions are set in four bitmaps in turn: a word
     * that was just stored can be loaded again only some cycles later, and most positions are in
     * the same word as the one before.
     */
    private void whole(int b, long[] out, int w) {
      byte[] in = bytes;
      long[] m = maps;
      int end = starts[b + 1];
      for (int k = starts[b]; k < end; k += 8) {
        int left = end - k;
        long p = LittleEndian.getLong(in, k);
        m[(int) p >>> 6 & 3] |= 1L << p;
        m[4 | (int) (p >>> 14) & 3] |= below(1, left) << (p >>> 8);
        m[8 | (int) (p >>> 22) & 3] |= below(2, left) << (p >>> 16);
        m[12 | (int) (p >>> 30) & 3] |= below(3, left) << (p >>> 24);
        m[(int) (p >>> 38) & 3] |= below(4, left) << (p >>> 32);
        m[4 | (int) (p >>> 46) & 3] |= below(5, left) << (p >>> 40);
        m[8 | (int) (p >>> 54) & 3] |= below(6, left) << (p >>> 48);
        m[12 | (int) (p >>> 62)] |= below(7, left) << (p >>> 56);
      }
      for (int j = 0; j < 4; j++) {
        out[w + j] = m[j] | m[4 + j] | m[8 + j] | m[12 + j];
        m[j] = 0;
        m[4 + j] = 0;
        m[8 + j] = 0;
        m[12 + j] = 0;
      }
    }

    /** 1 if i is below n, else 0. */
    private static long below(int i, int n) {
      return i - n >>> 31;
    }

    private void last(int b, int count, long[] out, int w) {
      for (int k = starts[b]; k < starts[b + 1]; k++) {
        int p = bytes[k] & 0xFF;
        if (p >= n - b * BLOCK) {
          throw new MalformedDataException("position " + p + " in block " + b + " of " + n);
        }
        if (p < count) {
          out[w + (p >>> 6)] |= 1L << p;
        }
      }
    }

    @Override
    public String describe() {
      int blocks = Booleans.blocks(n);
      return "sparse(" + (starts[blocks] - starts[0]) + ")";
    }
  }
}
