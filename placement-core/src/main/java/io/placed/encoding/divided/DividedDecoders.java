package io.placed.encoding.divided;

import io.placed.bytes.ByteReader;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.kernel.ConversionKernels;
import io.placed.encoding.kernel.Unpack;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.vector.match.LongMatch;

/** Decoders of {@link Divided}. */
final class DividedDecoders {
  private DividedDecoders() {}

  static String describe(long divisor, String quotients, String remainders) {
    return "divided(" + divisor + ")/" + quotients + "," + remainders;
  }

  private static void check(long divisor, int size, int maxSize) {
    if (divisor < 2) {
      throw new MalformedDataException("a divisor of " + divisor + ", expected 2 or more");
    }
    if (size != 4 && size != maxSize) {
      throw new MalformedDataException("quotients of " + size + " bytes");
    }
  }

  static final class Ints implements IntDecoder {
    private final int divisor;
    private final IntDecoder quotients;
    private final IntDecoder remainders;

    /** Null if all remainders are equal. */
    private final int[] scratch;

    private int remainder;
    private int[] decoded;

    Ints(DecodeContext context, int n) {
      ByteReader in = context.in();
      divisor = in.u32("divisor");
      check(divisor, in.u8("size of the quotients"), 4);
      quotients = context.ints(n);
      remainders = context.ints(n);
      if (remainders.isConstant()) {
        int[] one = new int[1];
        remainders.decode(0, 1, one, 0);
        remainder = one[0];
        scratch = null;
      } else {
        scratch = context.intArray(Math.min(n, BitPacking.VECTOR));
      }
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int at = outOffset + done;
        quotients.decode(from + done, n, out, at);
        if (scratch == null) {
          multiply(out, at, n, divisor, remainder);
        } else {
          remainders.decode(from + done, n, scratch, 0);
          multiply(out, at, n, divisor, scratch);
        }
      }
    }

    private static void multiply(int[] out, int at, int n, int divisor, int remainder) {
      for (int i = at; i < at + n; i++) {
        out[i] = out[i] * divisor + remainder;
      }
    }

    private static void multiply(int[] out, int at, int n, int divisor, int[] remainders) {
      for (int i = 0; i < n; i++) {
        out[at + i] = out[at + i] * divisor + remainders[i];
      }
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      quotients.select(from, positions, n, out, outOffset);
      if (scratch == null) {
        multiply(out, outOffset, n, divisor, remainder);
      } else {
        remainders.select(from, positions, n, scratch, 0);
        multiply(out, outOffset, n, divisor, scratch);
      }
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      if (decoded == null) {
        decoded = new int[BitPacking.VECTOR];
      }
      decode(from, count, decoded, 0);
      Matching.ints(decoded, count, match, bits, word);
    }

    @Override
    public String describe() {
      return DividedDecoders.describe(divisor, quotients.describe(), remainders.describe());
    }
  }

  static final class Longs implements LongDecoder {
    private final ConversionKernels kernels;
    private final long divisor;

    /** Quotients of 32 bits, null if they have 64 bits; the same applies to the remainders. */
    private final IntDecoder narrow;

    private final LongDecoder wide;
    private final IntDecoder narrowRemainders;
    private final LongDecoder wideRemainders;
    private final boolean sameRemainder;
    private final long remainder;
    private final int[] ints;
    private final long[] longs;
    private long[] decoded;
    private final MatchCache<LongMatch> found = new MatchCache<>();

    Longs(DecodeContext context, int n) {
      ByteReader in = context.in();
      kernels = context.conversions();
      divisor = in.u64("divisor");
      int size = in.u8("size of the quotients");
      check(divisor, size, 8);
      narrow = size == 4 ? context.ints(n) : null;
      wide = size == 8 ? context.longs(n) : null;
      boolean small = Divided.remainderStorage(divisor) == Storage.INT;
      narrowRemainders = small ? context.ints(n) : null;
      wideRemainders = small ? null : context.longs(n);
      int scratch = Math.min(n, BitPacking.VECTOR);
      if (small && narrowRemainders.isConstant()) {
        int[] one = new int[1];
        narrowRemainders.decode(0, 1, one, 0);
        remainder = one[0];
        sameRemainder = true;
      } else if (!small && wideRemainders.isConstant()) {
        long[] one = new long[1];
        wideRemainders.decode(0, 1, one, 0);
        remainder = one[0];
        sameRemainder = true;
      } else {
        remainder = 0;
        sameRemainder = false;
      }
      ints =
          narrow != null || (small && !sameRemainder)
              ? context.intArray(scratch + Unpack.PADDING)
              : null;
      longs = small || sameRemainder ? null : context.longArray(scratch);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int at = outOffset + done;
        if (narrow != null) {
          narrow.decode(from + done, n, ints, 0);
          kernels.multiply(ints, divisor, remainder, n, out, at);
        } else {
          wide.decode(from + done, n, out, at);
          multiply(out, at, n, divisor, remainder);
        }
        if (sameRemainder) {
          continue;
        }
        if (narrowRemainders != null) {
          narrowRemainders.decode(from + done, n, ints, 0);
          add(ints, n, out, at);
        } else {
          wideRemainders.decode(from + done, n, longs, 0);
          add(longs, n, out, at);
        }
      }
    }

    private static void multiply(long[] out, int at, int n, long divisor, long remainder) {
      for (int i = at; i < at + n; i++) {
        out[i] = out[i] * divisor + remainder;
      }
    }

    private static void add(int[] remainders, int n, long[] out, int at) {
      for (int i = 0; i < n; i++) {
        out[at + i] += remainders[i];
      }
    }

    private static void add(long[] remainders, int n, long[] out, int at) {
      for (int i = 0; i < n; i++) {
        out[at + i] += remainders[i];
      }
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      if (narrow != null) {
        narrow.select(from, positions, n, ints, 0);
        kernels.multiply(ints, divisor, remainder, n, out, outOffset);
      } else {
        wide.select(from, positions, n, out, outOffset);
        multiply(out, outOffset, n, divisor, remainder);
      }
      if (sameRemainder) {
        return;
      }
      if (narrowRemainders != null) {
        narrowRemainders.select(from, positions, n, ints, 0);
        add(ints, n, out, outOffset);
      } else {
        wideRemainders.select(from, positions, n, longs, 0);
        add(longs, n, out, outOffset);
      }
    }

    /**
     * If there is only one remainder and products cannot overflow, the interval is mapped to one of
     * quotients.
     */
    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      if (narrow != null && sameRemainder && narrowRemainders != null && match.isInterval()) {
        narrow.filter(from, count, found.get(match, this::quotients), bits, word);
        return;
      }
      if (decoded == null) {
        decoded = new long[BitPacking.VECTOR];
      }
      decode(from, count, decoded, 0);
      Matching.longs(decoded, count, match, bits, word);
    }

    /** The divisor is at most 2^31 here, so all values are less than 2^63 in magnitude. */
    private LongMatch quotients(LongMatch match) {
      long low = Math.max(match.low(), Long.MIN_VALUE / 2 - (1L << 32)) - remainder;
      long high = Math.min(match.high(), Long.MAX_VALUE / 2 + (1L << 32)) - remainder;
      return match.isEmpty()
          ? LongMatch.NONE
          : LongMatch.between(-Math.floorDiv(-low, divisor), Math.floorDiv(high, divisor));
    }

    @Override
    public String describe() {
      String q = narrow != null ? narrow.describe() : wide.describe();
      String r = narrowRemainders != null ? narrowRemainders.describe() : wideRemainders.describe();
      return DividedDecoders.describe(divisor, q, r);
    }
  }
}
