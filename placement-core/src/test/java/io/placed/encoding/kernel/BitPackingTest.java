package io.placed.encoding.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.error.MalformedDataException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the kernels with a bit-by-bit implementation of the layout. */
class BitPackingTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** Reads bit by bit, as the layout is documented. */
  private static long oracle(byte[] packed, int offset, int i, int width) {
    int lanes = width <= 32 ? 32 : 16;
    int wordBits = width <= 32 ? 32 : 64;
    int row = i / lanes;
    int lane = i % lanes;
    long value = 0;
    for (int b = 0; b < width; b++) {
      int bit = row * width + b;
      int word = bit / wordBits * lanes + lane;
      int inWord = bit % wordBits;
      int at = offset + word * (wordBits / 8) + inWord / 8;
      value |= (long) (packed[at] >> inWord % 8 & 1) << b;
    }
    return value;
  }

  @Test
  void everyWidthAndEveryLength() {
    int[] all = new int[1024];
    Arrays.setAll(all, i -> i + 1);
    for (int width = 0; width <= 64; width++) {
      for (int n : all) {
        if (n % 61 == 0 || n < 70 || n > 1020 || random.nextInt(8) == 0) {
          check(width, n);
        }
      }
    }
  }

  private void check(int width, int n) {
    String message = "width " + width + ", " + n + " values, seed " + seed;
    long base = width <= 32 ? random.nextInt() : random.nextLong();
    long mask = width == 0 ? 0 : -1L >>> (64 - width);
    int inOff = random.nextInt(5);
    int outOff = random.nextInt(5);
    long[] values = new long[inOff + n];
    for (int i = 0; i < n; i++) {
      values[inOff + i] = base + (random.nextLong() & mask);
    }
    byte[] packed = new byte[outOff + BitPacking.packedBytes(n, width) + 3];
    Arrays.fill(packed, (byte) 0x5A);
    BitPacking.pack(values, inOff, n, width, base, packed, outOff);
    for (int i = 0; i < 3; i++) {
      assertEquals(0x5A, packed[packed.length - 1 - i], message);
    }
    for (int i = 0; i < n; i++) {
      assertEquals(values[inOff + i] - base, oracle(packed, outOff, i, width), message);
    }
    int prefix = random.nextInt(n + 1);
    for (int count : new int[] {n, prefix}) {
      long[] longs = new long[count + 2];
      BitPacking.unpack(packed, outOff, count, width, base, longs, 1);
      long[] expected = new long[count + 2];
      System.arraycopy(values, inOff, expected, 1, count);
      assertArrayEquals(expected, longs, message);
      if (width <= 32) {
        int[] ints = new int[count + 2];
        BitPacking.unpack(packed, outOff, count, width, (int) base, ints, 1);
        for (int i = 0; i < count + 2; i++) {
          assertEquals((int) expected[i], ints[i], message);
        }
      }
    }
  }

  @Test
  void widthsOutOfRangeAreRefused() {
    byte[] bytes = new byte[20000];
    assertThrows(
        MalformedDataException.class, () -> BitPacking.unpack(bytes, 0, 10, 33, 0, new int[10], 0));
    assertThrows(
        MalformedDataException.class,
        () -> BitPacking.unpack(bytes, 0, 10, 65, 0L, new long[10], 0));
  }
}
