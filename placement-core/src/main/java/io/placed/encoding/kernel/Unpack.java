package io.placed.encoding.kernel;

import io.placed.bytes.LittleEndian;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Unpacks whole vectors of 1,024 values in the layout of {@code BitPacking}: reads exactly {@code
 * 128 * width} bytes. Throws {@link IndexOutOfBoundsException} before writing anything if arguments
 * are outside of the arrays.
 */
public final class Unpack {
  /** Values per vector. */
  public static final int VECTOR = 1024;

  /** Extra ints that an array should have after those that {@link ConversionKernels} reads. */
  public static final int PADDING = 16;

  /**
   * Minimum number of values of a partial vector that is unpacked like a whole one, which is
   * faster.
   */
  private static final int PREFIX = 64;

  /** Intermediate arrays for kernels with other result types. */
  private static final class Scratch {
    final byte[] packed = new byte[VECTOR * 4];
    final int[] words = new int[VECTOR + PADDING];

    /** Pairs of ints, as {@link ScalarUnpackPairs} writes them, and twice the same bytes. */
    final long[] pairs = new long[VECTOR / 2];

    private final byte[] bytes = new byte[VECTOR * 4];
    final LongBuffer asLongs = LittleEndian.buffer(bytes, 0, bytes.length).asLongBuffer();
    final IntBuffer asInts = LittleEndian.buffer(bytes, 0, bytes.length).asIntBuffer();
  }

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private Unpack() {}

  /**
   * @param width 0 to 32 bits
   * @param base added to every value, modulo 2^32
   */
  public static void ints(byte[] in, int inOff, int width, int base, int[] out, int outOff) {
    check(in, inOff, width, out.length, outOff);
    if (width == 0) {
      Arrays.fill(out, outOff, outOff + VECTOR, base);
    } else if (Kernels.VECTOR) {
      vector(in, inOff, width, base, out, outOff);
    } else {
      scalar(in, inOff, width, base, out, outOff);
    }
  }

  /**
   * Without the Vector API: pairs of values, which two block moves turn into ints, and then the
   * base in a loop of its own, which the compiler vectorizes.
   */
  static void scalar(byte[] in, int inOff, int width, int base, int[] out, int outOff) {
    Scratch scratch = SCRATCH.get();
    ScalarUnpackPairs.unpack(in, inOff, width, scratch.pairs);
    scratch.asLongs.put(0, scratch.pairs);
    scratch.asInts.get(0, out, outOff, VECTOR);
    if (base != 0) {
      for (int i = outOff; i < outOff + VECTOR; i++) {
        out[i] += base;
      }
    }
  }

  /**
   * @param width 0 to 64 bits
   * @param base added to every value, modulo 2^64
   */
  public static void longs(byte[] in, int inOff, int width, long base, long[] out, int outOff) {
    check(in, inOff, width, out.length, outOff);
    if (width == 0) {
      Arrays.fill(out, outOff, outOff + VECTOR, base);
    } else if (Kernels.VECTOR && width <= 32) {
      int[] words = SCRATCH.get().words;
      vector(in, inOff, width, 0, words, 0);
      VectorConversions.widen(words, VECTOR, base, out, outOff);
    } else {
      ScalarUnpackLongs.unpack(in, inOff, width, base, out, outOff);
    }
  }

  /** Whether {@link #prefix} is faster for n values. */
  public static boolean takesPrefix(int n, int width) {
    return Kernels.VECTOR && n >= PREFIX && width <= 32;
  }

  /**
   * Unpacks the first n values of a vector, of which only a part may be stored.
   *
   * @param bytes size of the stored part
   */
  public static void prefix(
      byte[] in, int inOff, int bytes, int n, int width, int base, int[] out, int outOff) {
    System.arraycopy(prefix(in, inOff, bytes, width, base), 0, out, outOff, n);
  }

  /** The same, to longs. */
  public static void prefix(
      byte[] in, int inOff, int bytes, int n, int width, long base, long[] out, int outOff) {
    Objects.checkFromIndexSize(outOff, n, out.length);
    VectorConversions.widen(prefix(in, inOff, bytes, width, 0), n, base, out, outOff);
  }

  /** The values after the stored bytes are undefined. */
  private static int[] prefix(byte[] in, int inOff, int bytes, int width, int base) {
    Scratch scratch = SCRATCH.get();
    System.arraycopy(in, inOff, scratch.packed, 0, bytes);
    vector(scratch.packed, 0, width, base, scratch.words, 0);
    return scratch.words;
  }

  private static void vector(byte[] in, int inOff, int width, int base, int[] out, int outOff) {
    if (Warmup.ready(width)) {
      VectorUnpackInts.unpack(in, inOff, width, base, out, outOff);
    } else {
      VectorUnpackAny.unpack(in, inOff, width, base, out, outOff);
    }
  }

  private static void check(byte[] in, int inOff, int width, int room, int outOff) {
    Objects.checkFromIndexSize(inOff, VECTOR / 8 * width, in.length);
    Objects.checkFromIndexSize(outOff, VECTOR, room);
  }
}
