package io.placed.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Sizes near the maximum of an int. */
class GrowthTest {
  @Test
  void doublesAsFarAsArraysGo() {
    assertEquals(200, Growth.of(100, 101));
    assertEquals(500, Growth.of(100, 500));
    assertEquals(Growth.MAX, Growth.of(1 << 30, (1L << 30) + 1));
    assertEquals(Growth.MAX, Growth.of(Growth.MAX - 1, Growth.MAX));
    for (long tooMany : new long[] {Growth.MAX + 1L, 3L << 30, Long.MAX_VALUE, -1}) {
      assertThrows(IllegalArgumentException.class, () -> Growth.of(16, tooMany));
    }
  }

  /** A sum that overflows an int looks small. */
  @Test
  void aFooterThatIsTooLargeIsSaidToBe() {
    ByteWriter out = new ByteWriter().u64(1);
    assertThrows(
        IllegalArgumentException.class, () -> out.bytes(new byte[1], 0, Integer.MAX_VALUE));
    assertEquals(8, out.size());
  }
}
