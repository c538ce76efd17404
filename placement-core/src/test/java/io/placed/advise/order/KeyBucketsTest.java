package io.placed.advise.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyBucketsTest {
  /** Rows of a frequent key fill its buckets as they come, and share none with another key. */
  @Test
  void frequentKeysHaveBucketsOfTheirOwn() {
    long[] sample = new long[100];
    Arrays.fill(sample, 40, 80, 7);
    Arrays.fill(sample, 80, 100, 9);
    for (int i = 0; i < 40; i++) {
      sample[i] = i % 7;
    }
    Arrays.sort(sample);
    KeyBuckets buckets = new KeyBuckets(sample, 1000, 20);
    int last = -1;
    Map<Integer, Integer> rows = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      int b = buckets.bucket(7);
      assertTrue(b >= last, "bucket " + b + " after " + last);
      last = b;
      rows.merge(b, 1, Integer::sum);
    }
    assertEquals(8, rows.size(), rows.toString());
    rows.values().forEach(n -> assertEquals(50, n));
    assertTrue(rows.keySet().stream().noneMatch(b -> b == buckets.bucket(6)));
    assertTrue(rows.keySet().stream().noneMatch(b -> b == buckets.bucket(8)));
    assertTrue(buckets.bucket(6) < last && buckets.bucket(8) > last);
    assertTrue(buckets.bucket(9) > buckets.bucket(8));
    assertEquals(1000, Arrays.stream(buckets.expected()).sum(), 1e-6);
  }

  /** Keys have up to 63 bits; which share a bucket depends on the order of the sample alone. */
  @Test
  void bucketsDoNotDependOnTheDistancesOfKeys() {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int distinct = 2 + random.nextInt(1000);
      // Ascending, some close together and some far apart.
      long[] keys = new long[distinct];
      for (int k = 1; k < distinct; k++) {
        keys[k] = keys[k - 1] + 1 + (random.nextLong() >>> 12 + random.nextInt(50));
      }
      int[] numbers = random.ints(1 + random.nextInt(3000), 0, distinct).sorted().toArray();
      int wanted = 1 + random.nextInt(500);
      KeyBuckets of = new KeyBuckets(Arrays.stream(numbers).asLongStream().toArray(), 5000, wanted);
      KeyBuckets far =
          new KeyBuckets(Arrays.stream(numbers).mapToLong(n -> keys[n]).toArray(), 5000, wanted);
      int last = -1;
      int lastFar = -1;
      for (int k : Arrays.stream(numbers).distinct().toArray()) {
        int bucket = of.bucket(k);
        int bucketFar = far.bucket(keys[k]);
        assertEquals(bucket > last, bucketFar > lastFar, "seed " + seed + ", key " + k);
        assertTrue(bucket >= last && bucketFar >= lastFar, "seed " + seed + ", key " + k);
        last = bucket;
        lastFar = bucketFar;
      }
    }
  }

  @Test
  void bucketsAreInTheOrderOfKeys() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      int distinct = 1 + random.nextInt(200);
      long[] sample = random.longs(1 + random.nextInt(300), 0, distinct).sorted().toArray();
      KeyBuckets buckets = new KeyBuckets(sample, 5000, 1 + random.nextInt(64));
      int last = 0;
      for (long key = 0; key < distinct; key++) {
        for (int n = 0; n < 3; n++) {
          int b = buckets.bucket(key);
          assertTrue(b >= last && b < buckets.buckets(), "seed " + seed + ", key " + key);
          last = b;
        }
      }
      assertEquals(buckets.buckets(), buckets.expected().length, "seed " + seed);
      assertEquals(5000, Arrays.stream(buckets.expected()).sum(), 1e-6, "seed " + seed);
    }
  }
}
