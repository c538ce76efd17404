package io.placed.vector.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.vector.Bits;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LongMatchTest {
  /** Dense sets like keys and sparse sets like hashes, including the extremes of a long. */
  @Test
  void aSetHasItsValuesAndNoOthers() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int trial = 0; trial < 300; trial++) {
      String message = "seed " + seed + ", trial " + trial;
      int n = 1 + random.nextInt(trial % 10 == 0 ? 5000 : 40);
      long reach = 1L << random.nextInt(63);
      long start = random.nextInt(4) == 0 ? Long.MIN_VALUE : random.nextLong() >> 1;
      long[] values = new long[n];
      for (int i = 0; i < n; i++) {
        values[i] = start + random.nextLong(reach) * (random.nextInt(50) == 0 ? 3 : 1);
      }
      if (random.nextInt(5) == 0) {
        values[0] = Long.MIN_VALUE;
        values[n - 1] = Long.MAX_VALUE;
      }
      Set<Long> expected = new HashSet<>();
      Arrays.stream(values).forEach(expected::add);
      LongMatch match = LongMatch.in(values);
      long[] asked = new long[1 + random.nextInt(300)];
      for (int i = 0; i < asked.length; i++) {
        long near = values[random.nextInt(n)];
        asked[i] = random.nextBoolean() ? near : near + random.nextLong(-reach, reach + 1);
        assertEquals(expected.contains(asked[i]), match.test(asked[i]), message);
      }
      keep(match, asked, expected, random.nextInt(5), message);
      int[] ints = Arrays.stream(asked).mapToInt(v -> (int) v).toArray();
      long[] narrow = Arrays.stream(ints).asLongStream().toArray();
      long[] bits = spanned(match, narrow, 0);
      match.keep(ints, ints.length, bits, 0);
      check(narrow, expected, bits, 0, message);
    }
  }

  private static void keep(
      LongMatch match, long[] asked, Set<Long> expected, int word, String message) {
    long[] bits = spanned(match, asked, word);
    match.keep(asked, asked.length, bits, word);
    check(asked, expected, bits, word, message);
  }

  private static long[] spanned(LongMatch match, long[] asked, int word) {
    long[] bits = new long[word + Bits.words(asked.length)];
    for (int i = 0; i < asked.length; i++) {
      if (asked[i] >= match.low() && asked[i] <= match.high()) {
        bits[word + (i >> 6)] |= 1L << i;
      }
    }
    return bits;
  }

  private static void check(
      long[] asked, Set<Long> expected, long[] bits, int word, String message) {
    for (int i = 0; i < asked.length; i++) {
      boolean found = (bits[word + (i >> 6)] >>> i & 1) != 0;
      assertEquals(expected.contains(asked[i]), found, message + ", value " + asked[i]);
    }
  }
}
