package io.placed.encoding;

import io.placed.schema.Type;
import io.placed.vector.Column;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Columns of every kind, with the encodings that each profile chooses. */
class SelectAndFilterTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());

  @Test
  void answersAreThoseOfTheDecodedValues() {
    System.out.println("SelectAndFilterTest seed " + seed);
    Random random = new Random(seed);
    for (Type type : TestColumns.TYPES) {
      for (TestColumns.Shape shape : TestColumns.Shape.values()) {
        for (TestColumns.Nulls nulls : TestColumns.Nulls.values()) {
          int n = 1 + random.nextInt(random.nextBoolean() ? 1500 : 6000);
          Column column = TestColumns.random(type, shape, nulls, n, random);
          check(type, column, shape + " " + nulls + " seed " + seed, random);
        }
      }
    }
  }

  private static void check(Type type, Column column, String about, Random random) {
    EncodedChunk chunk = TestColumns.encode(column, column.size());
    PageDecoder page =
        TestColumns.open(type, chunk.pages().get(0), TestColumns.dictionary(type, chunk));
    SelectAndFilter.check(column, page, 60, random, type + " " + page.describe() + " " + about);
  }
}
