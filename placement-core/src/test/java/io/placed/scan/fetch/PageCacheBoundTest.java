package io.placed.scan.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.format.v1.PartKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a {@link PageCache} keeps, compared with a list of the parts in the order of their use. */
class PageCacheBoundTest {
  private static final long BOUND = 100_000;
  private static final UUID FILE = new UUID(1, 2);

  private static CachedParts.Place place(int n) {
    return new CachedParts.Place(PartKind.PAGE, n, 0, 0, new PageFetcher.Wanted(0, null));
  }

  @Test
  void theLastUsedPartsStayWithinTheBound() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    PageCache cache = new PageCache(BOUND);
    CachedParts parts = CachedParts.of(cache, FILE, true);
    long overhead = overhead();
    // Parts by number with their bytes; the one used longest ago is the first.
    Map<Integer, Long> expected = new LinkedHashMap<>();
    for (int i = 0; i < 5000; i++) {
      int n = random.nextInt(60);
      if (random.nextInt(3) == 0) {
        Long bytes = expected.remove(n);
        Object found = parts.get(place(n), Object.class);
        assertEquals(bytes == null ? null : "part " + n, found, "seed " + seed);
        if (bytes != null) {
          expected.put(n, bytes);
        }
        continue;
      }
      long bytes = random.nextInt(12_000);
      if (!parts.takes(bytes)) {
        continue;
      }
      parts.keep(place(n), "part " + n, bytes);
      expected.remove(n);
      expected.put(n, bytes + overhead);
      dropOldest(expected);
      long sum = expected.values().stream().mapToLong(Long::longValue).sum();
      assertEquals(sum, cache.bytes(), "seed " + seed);
      assertTrue(cache.bytes() <= BOUND, "seed " + seed + ": " + cache.bytes());
      assertEquals(expected.size(), cache.size(), "seed " + seed);
    }
    assertTrue(expected.size() > 5, "the bound leaves several parts");
  }

  /** Bytes that a part is counted beyond its own. */
  private static long overhead() {
    PageCache empty = new PageCache(BOUND);
    CachedParts.of(empty, FILE, true).keep(place(0), "part", 1000);
    assertTrue(empty.bytes() >= 1000, "the bytes of a part are counted");
    return empty.bytes() - 1000;
  }

  private static void dropOldest(Map<Integer, Long> parts) {
    List<Integer> oldest = new ArrayList<>(parts.keySet());
    long sum = parts.values().stream().mapToLong(Long::longValue).sum();
    for (int i = 0; sum > BOUND; i++) {
      sum -= parts.remove(oldest.get(i));
    }
  }

  @Test
  void largePartsAndNothingAreNotKept() {
    PageCache cache = new PageCache(BOUND);
    assertFalse(CachedParts.of(cache, FILE, true).takes(BOUND / 4));
    assertFalse(CachedParts.of(new PageCache(0), FILE, true).takes(1));
    CachedParts none = CachedParts.of(null, FILE, true);
    assertFalse(none.takes(1));
    assertNull(none.get(place(1), Object.class));
  }

  @Test
  void partsOfOtherFilesAreOthers() {
    PageCache cache = new PageCache(BOUND);
    CachedParts.of(cache, FILE, true).keep(place(1), "this", 10);
    assertNull(CachedParts.of(cache, new UUID(1, 3), true).get(place(1), Object.class));
  }
}
