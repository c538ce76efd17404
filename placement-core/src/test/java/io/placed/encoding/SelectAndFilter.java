package io.placed.encoding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.util.Arrays;
import java.util.Random;

/** Compares select and filter of a page with its decoded values. */
public final class SelectAndFilter {
  private SelectAndFilter() {}

  /** Checks random vectors, rows and matches, in random order. */
  public static void check(
      Column column, PageDecoder page, int trials, Random random, String message) {
    int vectors = (column.size() + 1023) >>> 10;
    Column out = Column.of(column.type());
    ValueMatch[] matches = new ValueMatch[3];
    Arrays.setAll(matches, k -> Matches.random(column, random));
    for (int trial = 0; trial < trials && vectors > 0; trial++) {
      int from = random.nextInt(vectors) << 10;
      int n = Math.min(1024, column.size() - from);
      if (random.nextInt(4) == 0) {
        n = 1 + random.nextInt(n);
      }
      if (random.nextInt(3) == 0) {
        matches[random.nextInt(matches.length)] = Matches.random(column, random);
      }
      if (random.nextBoolean()) {
        filter(column, from, n, page, matches[random.nextInt(matches.length)], random, message);
      } else {
        if (random.nextInt(3) == 0) {
          out.clear();
        }
        select(column, from, n, page, out, random, message);
      }
    }
  }

  private static void filter(
      Column column,
      int from,
      int n,
      PageDecoder page,
      ValueMatch match,
      Random random,
      String message) {
    int word = random.nextInt(3);
    boolean negated = random.nextBoolean();
    long[] bits = new long[word + Bits.words(n) + 1];
    Arrays.fill(bits, random.nextLong());
    long[] before = bits.clone();
    page.filter(from, n, match, negated, bits, word);
    String about = message + ", " + match + " negated " + negated + " from " + from + " count " + n;
    for (int i = 0; i < Bits.words(n) * 64; i++) {
      boolean expected =
          i < n && !column.isNull(from + i) && Matches.test(match, column, from + i) != negated;
      if (expected != Bits.get(bits, 64 * word + i)) {
        assertEquals(expected, !expected, about + " value " + i);
      }
    }
    for (int w = 0; w < bits.length; w++) {
      if (w < word || w >= word + Bits.words(n)) {
        assertEquals(before[w], bits[w], about + " wrote word " + w);
      }
    }
    page.present(from, n, bits, word);
    for (int i = 0; i < Bits.words(n) * 64; i++) {
      boolean expected = i < n && !column.isNull(from + i);
      assertEquals(expected, Bits.get(bits, 64 * word + i), about + " validity of " + i);
    }
  }

  private static void select(
      Column column, int from, int n, PageDecoder page, Column out, Random random, String message) {
    int[] positions = positions(n, random);
    int start = out.size();
    page.select(from, positions, positions.length, out);
    String about = message + ", " + positions.length + " selected from " + from + " count " + n;
    Column expected = Column.of(column.type());
    int[] rows = Arrays.stream(positions).map(p -> from + p).toArray();
    expected.appendSelected(column, rows, rows.length);
    Column actual = Column.of(column.type());
    actual.appendRange(out, start, positions.length);
    TestColumns.assertSame(expected, 0, rows.length, actual, about);
  }

  public static int[] positions(int n, Random random) {
    double share = random.nextBoolean() ? random.nextDouble() : Math.pow(2, -random.nextInt(12));
    int[] all = new int[n];
    int k = 0;
    for (int i = 0; i < n; i++) {
      if (random.nextDouble() < share) {
        all[k++] = i;
      }
    }
    return Arrays.copyOf(all, k);
  }

  /** Calls the methods and ignores the results, because the page may be damaged. */
  public static void ask(PageDecoder page, int n, ValueMatch match, int[] positions, Column out) {
    long[] bits = new long[Bits.words(n)];
    page.filter(0, n, match, false, bits, 0);
    page.present(0, n, bits, 0);
    page.select(0, positions, positions.length, out);
  }
}
