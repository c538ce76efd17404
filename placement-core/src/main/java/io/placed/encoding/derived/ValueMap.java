package io.placed.encoding.derived;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;
import java.util.Arrays;

/**
 * An integer for every key of a page, without the keys: the sum of a base and the exclusive or of
 * three cells, whose places depend on the key (the retrieval structure of F. C. Botelho, R. Pagh,
 * N. Ziviani, WADS 2007, and of xor filters, T. M. Graf, D. Lemire, JEA 2020). Other keys have any
 * value. A key takes about 1.23 times the bits of an integer.
 *
 * <pre>
 * map := seed:u8 base:i64 third:u32 cells: LONG array(3 * third)
 * </pre>
 *
 * There are no cells if all integers are the base.
 */
final class ValueMap {
  /** Cells per third beyond a share of the values. */
  static final int SPARE_CELLS = 64;

  private static final long SEED_FACTOR = 0x9E3779B97F4A7C15L;

  private final int seed;
  private final long base;
  private final int third;
  private final long[] cells;
  private final String text;

  /**
   * @param n values of the page, which bound the cells
   */
  ValueMap(DecodeContext context, int n) {
    ByteReader in = context.in();
    seed = in.u8("seed of a map");
    base = in.u64("base of a map");
    third = in.u32(0, n + SPARE_CELLS, "cells of a map");
    cells = context.longArray(3 * third);
    LongDecoder stored = context.longs(3 * third);
    stored.decode(0, 3 * third, cells, 0);
    text = describe(third == 0 ? "empty" : stored.describe());
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
    return text;
  }

  /**
   * @param cells description of their encoding
   */
  static String describe(String cells) {
    return "map(" + cells + ")";
  }
}
