package io.placed.encoding.derived;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.DecodeContext;
import io.placed.error.MalformedDataException;
import java.util.Arrays;

/**
 * An integer for every key of a page, without the keys: the sum of a base and the exclusive or of
 * three cells, whose places depend on the key (the retrieval structure of F. C. Botelho, R. Pagh,
 * N. Ziviani, WADS 2007, and of xor filters, T. M. Graf, D. Lemire, JEA 2020). Other keys have any
 * value. A key takes about 1.23 times the bits of an integer.
 *
 * <pre>
 * map := seed:u8 width:u8 base:i64 third:u32 cells
 * </pre>
 *
 * There are {@code 3 * third} cells of {@code width} bits, one after the other from the lowest bit
 * up; none if the width is 0.
 */
final class ValueMap {
  /** Cells per third beyond a share of the values. */
  static final int SPARE_CELLS = 64;

  private static final long SEED_FACTOR = 0x9E3779B97F4A7C15L;

  private final int seed;
  private final long base;
  private final int third;
  private final int width;
  private final long[] cells;

  /**
   * @param n values of the page, which bound the cells
   */
  ValueMap(DecodeContext context, int n) {
    ByteReader in = context.in();
    seed = in.u8("seed of a map");
    width = in.u8("width of a map");
    if (width > 64) {
      throw new MalformedDataException("a map has cells of " + width + " bits");
    }
    base = in.u64("base of a map");
    int most = width == 0 ? 0 : n + SPARE_CELLS;
    third = in.u32(0, most, "cells of a map");
    if (width > 0 && third == 0) {
      throw new MalformedDataException("a map has no cells");
    }
    int count = 3 * third;
    int at = in.skip(((long) count * width + 7) / 8, "cells of a map");
    context.charge(8L * count);
    cells = new long[count];
    byte[] bytes = in.array();
    for (int i = 0; i < count; i++) {
      cells[i] = bits(bytes, at, (long) i * width);
    }
  }

  private long bits(byte[] bytes, int at, long bit) {
    long value = 0;
    int have = 0;
    int k = at + (int) (bit >>> 3);
    int skip = (int) (bit & 7);
    while (have < width) {
      long next = (bytes[k++] & 0xFFL) >>> skip;
      value |= next << have;
      have += 8 - skip;
      skip = 0;
    }
    return width == 64 ? value : value & (1L << width) - 1;
  }

  /** Computes the integers of n keys. */
  void get(long[] keys, int n, long[] out) {
    if (third == 0) {
      Arrays.fill(out, 0, n, base);
      return;
    }
    for (int i = 0; i < n; i++) {
      long h = hash(keys[i], seed);
      out[i] =
          base
              + (cells[cell(h, third)]
                  ^ cells[third + cell(Long.rotateLeft(h, 21), third)]
                  ^ cells[2 * third + cell(Long.rotateLeft(h, 42), third)]);
    }
  }

  static long hash(long key, int seed) {
    return ParentKeys.mix(key + seed * SEED_FACTOR);
  }

  /** A cell of a third, by the lower 32 bits. */
  static int cell(long hash, int third) {
    return (int) ((hash & 0xFFFFFFFFL) * third >>> 32);
  }

  String describe() {
    return describe(width);
  }

  static String describe(int width) {
    return "map(" + width + ")";
  }
}
