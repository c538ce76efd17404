package io.placed.encoding.frame;

import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.kernel.CompareRange;
import io.placed.encoding.kernel.Kernels;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;

/** Decoders of {@link FrameOfReference}. */
final class FrameOfReferenceDecoders {
  /**
   * Up to this number of values of a vector are unpacked individually, at about 2.3 ns each.
   * Unpacking all 1,024 values takes about 70 ns with the Vector API and 400 ns without, and
   * selecting from them is cheap.
   */
  private static final int FEW = Kernels.usesVectorApi() ? 40 : 160;

  private FrameOfReferenceDecoders() {}

  static final class Ints implements IntDecoder {
    private final FrameOfReference.Layout layout;
    private final DecodeContext context;
    private int[] scratch;

    Ints(DecodeContext context, int n) {
      this.context = context;
      layout = new FrameOfReference.Layout(context.in(), n, 4);
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      byte[] bytes = layout.bytes;
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int base = base(v);
        int at = outOffset + done;
        BitPacking.unpack(bytes, layout.packedAt[v], n, layout.width(v), base, out, at);
        for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
          int p = layout.position(k, v);
          if (p < n) {
            out[at + p] = exception(k);
          }
        }
      }
    }

    private int base(int v) {
      return LittleEndian.getInt(layout.bytes, layout.basesAt + 4 * v);
    }

    private int exception(int k) {
      return LittleEndian.getInt(layout.bytes, layout.valuesAt + 4 * k);
    }

    private int[] scratch() {
      if (scratch == null) {
        scratch = context.intArray(BitPacking.VECTOR);
      }
      return scratch;
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      if (n == 0) {
        return;
      }
      int v = from >>> 10;
      if (n > FEW) {
        decode(from, positions[n - 1] + 1, scratch(), 0);
        Matching.gather(scratch, positions, n, out, outOffset);
        return;
      }
      int base = base(v);
      int width = layout.width(v);
      int packedAt = layout.packedAt[v];
      for (int k = 0; k < n; k++) {
        out[outOffset + k] =
            (int) BitPacking.get(layout.bytes, packedAt, width, positions[k]) + base;
      }
      int at = 0;
      for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
        int p = layout.position(k, v);
        while (at < n && positions[at] < p) {
          at++;
        }
        if (at < n && positions[at] == p) {
          out[outOffset + at] = exception(k);
        }
      }
    }

    /** A vector whose frame is completely inside or outside of the interval is not unpacked. */
    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      int v = from >>> 10;
      int width = layout.width(v);
      long lowest = base(v);
      long highest = lowest + (1L << width) - 1;
      boolean wraps = highest > Integer.MAX_VALUE;
      if (match.isEmpty() || (!wraps && (match.high() < lowest || match.low() > highest))) {
        Matching.fill(bits, word, count, false);
      } else if (!wraps && covers(match, lowest, highest)) {
        Matching.fill(bits, word, count, true);
      } else {
        BitPacking.unpack(
            layout.bytes, layout.packedAt[v], count, width, (int) lowest, scratch(), 0);
        Matching.ints(scratch, count, match, bits, word);
      }
      for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
        int p = layout.position(k, v);
        if (p < count) {
          Matching.put(bits, word, p, match.test(exception(k)));
        }
      }
    }

    @Override
    public String describe() {
      return layout.describe();
    }
  }

  private static boolean covers(LongMatch match, long lowest, long highest) {
    return match.isInterval() && match.low() <= lowest && match.high() >= highest;
  }

  static final class Longs implements LongDecoder {
    private final FrameOfReference.Layout layout;
    private final DecodeContext context;
    private long[] scratch;
    private int[] narrow;

    Longs(DecodeContext context, int n) {
      this.context = context;
      layout = new FrameOfReference.Layout(context.in(), n, 8);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      byte[] bytes = layout.bytes;
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        long base = base(v);
        int at = outOffset + done;
        BitPacking.unpack(bytes, layout.packedAt[v], n, layout.width(v), base, out, at);
        for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
          int p = layout.position(k, v);
          if (p < n) {
            out[at + p] = exception(k);
          }
        }
      }
    }

    private long base(int v) {
      return LittleEndian.getLong(layout.bytes, layout.basesAt + 8 * v);
    }

    private long exception(int k) {
      return LittleEndian.getLong(layout.bytes, layout.valuesAt + 8 * k);
    }

    private long[] scratch() {
      if (scratch == null) {
        scratch = context.longArray(BitPacking.VECTOR);
      }
      return scratch;
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      if (n == 0) {
        return;
      }
      int v = from >>> 10;
      if (n > FEW) {
        decode(from, positions[n - 1] + 1, scratch(), 0);
        Matching.gather(scratch, positions, n, out, outOffset);
        return;
      }
      long base = base(v);
      int width = layout.width(v);
      int packedAt = layout.packedAt[v];
      for (int k = 0; k < n; k++) {
        out[outOffset + k] = BitPacking.get(layout.bytes, packedAt, width, positions[k]) + base;
      }
      int at = 0;
      for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
        int p = layout.position(k, v);
        while (at < n && positions[at] < p) {
          at++;
        }
        if (at < n && positions[at] == p) {
          out[outOffset + at] = exception(k);
        }
      }
    }

    /** Up to 32 bits, the interval is shifted to the packed numbers, which are 32-bit integers. */
    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      int v = from >>> 10;
      int width = layout.width(v);
      long lowest = base(v);
      long highest = width == 64 ? lowest - 1 : lowest + (1L << width) - 1;
      boolean wraps = highest < lowest;
      if (match.isEmpty() || (!wraps && (match.high() < lowest || match.low() > highest))) {
        Matching.fill(bits, word, count, false);
      } else if (!wraps && covers(match, lowest, highest)) {
        Matching.fill(bits, word, count, true);
      } else if (!wraps && width <= 32 && match.isInterval()) {
        int low = (int) (Math.max(match.low(), lowest) - lowest) - Integer.MIN_VALUE;
        int high = (int) (Math.min(match.high(), highest) - lowest) - low;
        if (narrow == null) {
          narrow = context.intArray(BitPacking.VECTOR);
        }
        BitPacking.unpack(layout.bytes, layout.packedAt[v], count, width, 0, narrow, 0);
        CompareRange.ints(narrow, 0, count, low, high, bits, word);
      } else {
        BitPacking.unpack(layout.bytes, layout.packedAt[v], count, width, lowest, scratch(), 0);
        Matching.longs(scratch, count, match, bits, word);
      }
      for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
        int p = layout.position(k, v);
        if (p < count) {
          Matching.put(bits, word, p, match.test(exception(k)));
        }
      }
    }

    @Override
    public String describe() {
      return layout.describe();
    }
  }
}
