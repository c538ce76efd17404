package io.placed.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TruncationTest {
  private static final int[] CODE_POINTS = {
    0, 'a', 'z', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
  };

  private static ColumnStatistics of(byte[] min, byte[] max) {
    return ColumnStatistics.of(10, 0, 0, -1, min, max, true, true);
  }

  private static byte[] utf8(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] upper(byte[] max, int bytes) {
    return (byte[]) of(new byte[0], max).withTruncatedBounds(bytes).max();
  }

  @Test
  void shortBoundsStay() {
    ColumnStatistics s = of(utf8("ab"), utf8("cd"));
    assertEquals(s, s.withTruncatedBounds(2));
  }

  @Test
  void knownCases() {
    ColumnStatistics s = of(utf8("abc"), utf8("abz")).withTruncatedBounds(2);
    assertArrayEquals(utf8("ab"), (byte[]) s.min());
    assertArrayEquals(utf8("ac"), (byte[]) s.max());
    assertFalse(s.minExact());
    assertFalse(s.maxExact());
    // The two bytes of é are not separated; the letter before it is rounded up.
    assertArrayEquals(utf8("b"), upper(utf8("aéz"), 2));
    assertArrayEquals(utf8("\uE000"), upper(utf8("\uD7FFz"), 3));
    // Another byte does not fit: the code point before it is rounded up.
    assertArrayEquals(utf8("b"), upper(utf8("a\u007Fzz"), 2));
    assertArrayEquals(utf8("b"), upper(utf8("a" + max() + "z"), 5));
    assertNull(upper(utf8(max() + "z"), 4));
    assertNull(upper(new byte[] {-1, -1, -1}, 2));
    assertArrayEquals(new byte[] {5}, upper(new byte[] {4, -1, -1}, 2));
  }

  /** Bounds of values that begin alike are longer, so that they tell these apart. */
  @Test
  void whatBoundsHaveInCommonIsNotCounted() {
    String alike = "https://example.org/".repeat(4);
    ColumnStatistics s = of(utf8(alike + "abcdef"), utf8(alike + "bcdefg"));
    ColumnStatistics shorter = s.withTruncatedBounds(64, 3, 1024);
    assertArrayEquals(utf8(alike + "abc"), (byte[]) shorter.min());
    assertArrayEquals(utf8(alike + "bce"), (byte[]) shorter.max());
    assertFalse(shorter.minExact() || shorter.maxExact());
    assertEquals(s, s.withTruncatedBounds(64, 6, 1024));
    assertEquals(s.withTruncatedBounds(64), s.withTruncatedBounds(64, 6, 64));
    ColumnStatistics one = of(utf8(alike), utf8(alike));
    assertEquals(one, one.withTruncatedBounds(64, 3, 1024));
    ColumnStatistics apart = of(utf8("a" + alike), utf8("b" + alike));
    assertEquals(apart.withTruncatedBounds(64), apart.withTruncatedBounds(64, 3, 1024));
  }

  private static String max() {
    return Character.toString(0x10FFFF);
  }

  @Test
  void unknownBoundIsNotNoValue() {
    ColumnStatistics s = of(new byte[0], utf8(max() + "z")).withTruncatedBounds(4);
    assertNull(s.max());
    assertEquals(10, s.comparableCount());
    assertFalse(s.maxExact());
    ColumnStatistics none = ColumnStatistics.of(3, 3, 0, 0, null, null, false, false);
    assertTrue(none.maxExact());
    assertEquals(s.max(), ColumnStatistics.merge(s, of(new byte[0], utf8("a"))).max());
    assertNull(ColumnStatistics.merge(none, s).max());
    assertNotNull(ColumnStatistics.merge(none, of(new byte[0], utf8("a"))).max());
  }

  @Test
  void boundsHoldForRandomValues() {
    long seed = System.nanoTime();
    System.out.println("TruncationTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 100_000; round++) {
      boolean text = random.nextBoolean();
      byte[] value = text ? randomText(random) : randomBytes(random);
      int limit = 1 + random.nextInt(12);
      ColumnStatistics s = of(value, value).withTruncatedBounds(limit);
      byte[] min = (byte[]) s.min();
      byte[] max = (byte[]) s.max();
      String about = "seed " + seed + ", round " + round;
      assertTrue(min.length <= limit && Arrays.compareUnsigned(min, value) <= 0, about);
      assertEquals(Arrays.equals(min, value), s.minExact(), about);
      if (max == null) {
        assertFalse(s.maxExact(), about);
        continue;
      }
      assertTrue(max.length <= limit && Arrays.compareUnsigned(max, value) >= 0, about);
      assertEquals(Arrays.equals(max, value), s.maxExact(), about);
      if (text) {
        assertTrue(Bounds.isUtf8(min) && Bounds.isUtf8(max), about);
      }
    }
  }

  private static byte[] randomText(Random random) {
    StringBuilder out = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      out.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return utf8(out.toString());
  }

  private static byte[] randomBytes(Random random) {
    byte[] out = new byte[random.nextInt(20)];
    random.nextBytes(out);
    for (int i = 0; i < out.length; i++) {
      if (random.nextInt(3) == 0) {
        out[i] = -1;
      }
    }
    return out;
  }
}
