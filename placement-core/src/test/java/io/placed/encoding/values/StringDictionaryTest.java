package io.placed.encoding.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StringDictionaryTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private StringValues values(int n, int distinct, int length) {
    BytesColumn column = (BytesColumn) Column.of(Type.BINARY);
    byte[][] all = new byte[distinct][length];
    for (byte[] value : all) {
      random.nextBytes(value);
    }
    for (int i = 0; i < n; i++) {
      column.append(all[random.nextInt(distinct)]);
    }
    return StringValues.load(column, 0, n, new int[n], new int[n]);
  }

  /** It has the same codes and sizes as one that copies the values. */
  @Test
  void aDictionaryOfTheValuesOfAPageCopiesNone() {
    for (int round = 0; round < 50; round++) {
      int n = 1 + random.nextInt(2000);
      StringValues values = values(n, 1 + random.nextInt(600), random.nextInt(3000));
      DictionaryBuilder copies = values.newDictionary();
      DictionaryBuilder refers = values.newDictionaryOfThese();
      int most = 1 + random.nextInt(1000);
      long bytes = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(300_000);
      char[] expected = new char[n];
      char[] found = new char[n];
      String message = "seed " + seed;
      boolean complete = copies.add(values, expected, most, bytes);
      assertEquals(complete, refers.add(values, found, most, bytes), message);
      assertArrayEquals(expected, found, message);
      assertEquals(copies.size(), refers.size(), message);
      assertEquals(copies.encodedBytes(), refers.encodedBytes(), message);
      assertTrue(refers.memoryBytes() <= 64 << 10, message);
      char[] ranks = new char[copies.size()];
      char[] others = new char[copies.size()];
      StringValues sorted = (StringValues) copies.sorted(ranks);
      StringValues same = (StringValues) refers.sorted(others);
      assertArrayEquals(ranks, others, message);
      for (int i = 0; i < sorted.count(); i++) {
        assertArrayEquals(value(sorted, i), value(same, i), message);
      }
    }
    DictionaryBuilder ofOthers = values(10, 5, 5).newDictionaryOfThese();
    assertThrows(
        IllegalArgumentException.class,
        () -> ofOthers.add(values(10, 5, 5), new char[10], 10, Long.MAX_VALUE));
  }

  private static byte[] value(StringValues values, int i) {
    int start = values.start(i);
    return Arrays.copyOfRange(values.arena(), start, start + values.length(i));
  }

  @Test
  void beginningsOfLargeValuesStandForThem() {
    StringValues values = values(100, 100, 1000);
    assertEquals(values, values.within(100_000));
    StringValues beginnings = (StringValues) values.within(10_000);
    assertEquals(10_000, beginnings.totalBytes());
    assertEquals(100, beginnings.count());
    assertEquals(values.start(7), beginnings.start(7));
  }
}
