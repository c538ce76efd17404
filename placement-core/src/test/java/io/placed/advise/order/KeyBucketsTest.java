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
