package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.StoredPart;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.fetch.CachedParts;
import io.placed.scan.fetch.PageCache;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.request.NumberedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads that share a cache of pages, against the same reads without one. */
class PageCacheTest {
  private static final LocalFileStore STORE = new LocalFileStore();

  /** The first keeps nothing, the next two displace pages within a step. */
  private static final long[] BOUNDS = {0, 40_000, 300_000, 1L << 30};

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @TempDir Path dir;

  private static List<String> texts(BatchReader reader) throws IOException {
    List<String> out = new ArrayList<>();
    while (reader.next()) {
      out.addAll(RandomTables.texts(reader.batch()));
    }
    return out;
  }

  private static List<String> read(FileReader file, ReadRequest request, PageCache cache)
      throws IOException {
    try (BatchReader reader = file.read(request, cache)) {
      return texts(reader);
    }
  }

  private ReadRequest someRows(long rows) {
    long[] numbers = random.longs(1 + random.nextInt(60), 0, rows).sorted().distinct().toArray();
    return ReadRequest.all().withChoice(new NumberedRows(numbers));
  }

  @Test
  void theSameRowsAsWithoutACache() throws IOException {
    System.out.println("PageCacheTest seed " + seed);
    RandomTables tables = new RandomTables(seed);
    for (String preset : Placement.presetNames()) {
      Schema schema = random.nextBoolean() ? tables.everyType() : tables.schema();
      Batch rows = tables.rows(schema, 1 + random.nextInt(9000));
      String codec = random.nextBoolean() ? "zstd" : "none";
      String path = WrittenFile.write(dir, rows, WrittenFile.options(preset, codec));
      try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
        for (long bound : BOUNDS) {
          PageCache cache = new PageCache(bound);
          String what = "seed " + seed + ", " + preset + ", " + codec + ", " + bound + " bytes";
          for (int k = 0; k < 6; k++) {
            ReadRequest request =
                random.nextInt(5) == 0 ? ReadRequest.all() : someRows(file.rows());
            assertEquals(read(file, request, null), read(file, request, cache), what);
            assertTrue(cache.bytes() <= bound, what + ": " + cache.bytes());
          }
          assertInterleaved(file, cache, what);
        }
      }
    }
  }

  /** Two scans use the same decoders in turn. */
  private void assertInterleaved(FileReader file, PageCache cache, String what) throws IOException {
    ReadRequest a = ReadRequest.all().withBatchRows(1024);
    ReadRequest b = someRows(file.rows());
    List<String> ofA = new ArrayList<>();
    List<String> ofB = new ArrayList<>();
    try (BatchReader first = file.read(a, cache);
        BatchReader second = file.read(b, cache)) {
      boolean more = true;
      while (more) {
        more = false;
        if (first.next()) {
          ofA.addAll(RandomTables.texts(first.batch()));
          more = true;
        }
        if (second.next()) {
          ofB.addAll(RandomTables.texts(second.batch()));
          more = true;
        }
      }
    }
    assertEquals(read(file, a, null), ofA, what);
    assertEquals(read(file, b, null), ofB, what);
  }

  private String sorted(int rows) throws IOException {
    Schema schema = Schema.parse("k: int64, s: string");
    Batch batch = Batch.of(schema);
    for (long k = 0; k < rows; k++) {
      batch.appendRow(k, "s" + k % 1000);
    }
    return WrittenFile.write(dir, batch, WrittenFile.options("default", "zstd"));
  }

  @Test
  void pagesAreReadOnce() throws IOException {
    String path = sorted(100_000);
    PageCache cache = new PageCache(1L << 30);
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
      ReadRequest rows = ReadRequest.all().withChoice(new NumberedRows(new long[] {5, 77_777}));
      List<String> first = read(file, rows, cache);
      long requests = file.ioCounters().requests();
      assertEquals(first, read(file, rows, cache));
      // A lookup by key uses the same pages.
      ReadRequest lookup = ReadRequest.all().withFilter(Predicate.eq("k", 77_777L));
      assertEquals(first.subList(1, 2), read(file, lookup, null));
      requests = file.ioCounters().requests() - requests;
      assertTrue(requests > 0, "the read without the cache");
      requests = file.ioCounters().requests();
      assertEquals(first.subList(1, 2), read(file, lookup, cache));
      assertEquals(requests, file.ioCounters().requests());
    }
  }

  /** Whole scans would displace the pages of point lookups. */
  @Test
  void aScanKeepsFewPages() throws IOException {
    String path = sorted(100_000);
    PageCache cache = new PageCache(1L << 30);
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
      assertEquals(100_000, read(file, ReadRequest.all(), cache).size());
      // 16 of 98 pages of two columns, and their dictionaries.
      assertTrue(cache.size() <= 2 * 16 + 2, cache.size() + " parts");
    }
  }

  /** A checksum covers where a part belongs, so a part of another place is not the same. */
  @Test
  void partsAreKnownByTheirPlaces() {
    CachedParts cached = CachedParts.of(new PageCache(1L << 30), new UUID(1, 2), true);
    PageFetcher.Wanted part = new PageFetcher.Wanted(0, new StoredPart(100, 50, 46, 0));
    CachedParts.Place place = new CachedParts.Place(PartKind.PAGE, 0, 1, 0, part);
    cached.keep(place, "of column 1", 50);
    assertEquals("of column 1", cached.get(place, String.class));
    assertNull(cached.get(new CachedParts.Place(PartKind.PAGE, 0, 2, 0, part), String.class));
    assertNull(cached.get(new CachedParts.Place(PartKind.PAGE, 1, 1, 0, part), String.class));
    assertNull(cached.get(new CachedParts.Place(PartKind.DICTIONARY, 0, 1, 0, part), String.class));
  }

  @Test
  void aDamagedPageIsNeverKept() throws IOException {
    String path = sorted(20_000);
    byte[] whole = Files.readAllBytes(Path.of(path));
    ReadRequest all = ReadRequest.all().withChoice(new NumberedRows(new long[] {0, 9_999}));
    long offset;
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
      offset = file.plan(all).parts().get(0).offset();
    }
    byte[] damaged = Arrays.copyOf(whole, whole.length);
    damaged[(int) offset + 3] ^= 1;
    Files.write(Path.of(path), damaged);
    PageCache cache = new PageCache(1L << 30);
    try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
      for (int k = 0; k < 3; k++) {
        assertThrows(CorruptFileException.class, () -> read(file, all, cache));
      }
    }
  }
}
