package io.placed.advise.cost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeptRowsTest {
  /** Rows with equal buckets and keys stay as they came, also if more rows come later. */
  @Test
  void rowsAreInTheOrderOfBucketsAndKeys() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Schema schema = Schema.parse("v: int32");
    for (int round = 0; round < 50; round++) {
      int buckets = 1 + random.nextInt(20);
      int most = 1 + random.nextInt(2000);
      double[] expected = new double[buckets];
      Arrays.fill(expected, (double) most / buckets);
      // One page that all rows fit into.
      KeptRows kept = new KeptRows(schema, expected, 1, 4 * most);
      int[] bucketOf = new int[2 * most];
      long[] keyOf = new long[2 * most];
      int keys = 1 + random.nextInt(1 << random.nextInt(20));
      for (int i = 0; i < bucketOf.length; i++) {
        bucketOf[i] = random.nextInt(buckets);
        keyOf[i] = random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(keys);
      }
      int n = 0;
      for (int part = 0; part < 2; part++) {
        int more = random.nextInt(most + 1);
        Batch batch = Batch.of(schema);
        for (int i = 0; i < more; i++) {
          batch.appendRow(n + i);
        }
        kept.add(
            batch,
            Arrays.copyOfRange(bucketOf, n, n + more),
            Arrays.copyOfRange(keyOf, n, n + more));
        n += more;
        int[] order =
            IntStream.range(0, n)
                .boxed()
                .sorted(
                    Comparator.<Integer>comparingInt(i -> bucketOf[i])
                        .thenComparingLong(i -> keyOf[i]))
                .mapToInt(i -> i)
                .toArray();
        assertEquals(n, kept.size(), "seed " + seed);
        assertArrayEquals(order, kept.order(), "seed " + seed);
      }
    }
  }
}
