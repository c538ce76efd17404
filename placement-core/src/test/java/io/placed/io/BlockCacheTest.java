package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockCacheTest {
  private static final int BLOCK = 64 * 1024;

  @TempDir Path dir;

  private final CountingStore store = new CountingStore(new LocalFileStore());

  private Path file(Random random, int length) throws IOException {
    byte[] content = new byte[length];
    random.nextBytes(content);
    return Files.write(dir.resolve("f" + random.nextInt(1 << 30)), content);
  }

  /** Whatever is held or was forgotten, reads give the bytes of the file. */
  @Test
  void readsAreThoseOfTheFile() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    BlockCache cache = new BlockCache(5 * BLOCK + 17);
    List<Path> files = new ArrayList<>();
    for (int length : new int[] {1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 7 * BLOCK + 123}) {
      files.add(file(random, length));
    }
    for (int round = 0; round < 300; round++) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] content = Files.readAllBytes(file);
      try (RandomInput in = cache.cached(store.input(file.toString()), "id").open()) {
        List<ReadTarget> targets = new ArrayList<>();
        for (int from = 0; from < content.length && targets.size() < 4; ) {
          from += random.nextInt(content.length - from);
          int length = random.nextInt(content.length - from + 1);
          targets.add(new ReadTarget(from, new byte[length + 9], 9, length));
          from += length + 1;
        }
        in.readAll(targets);
        for (ReadTarget t : targets) {
          int at = (int) t.position();
          assertArrayEquals(
              Arrays.copyOfRange(content, at, at + t.length()),
              Arrays.copyOfRange(t.buffer(), 9, 9 + t.length()),
              "seed " + seed + " round " + round);
        }
      }
      assertTrue(cache.bytes() <= 5 * BLOCK + 17, cache.bytes() + " bytes, seed " + seed);
    }
  }

  @Test
  void whatIsHeldIsNotReadAgain() throws Exception {
    Path file = file(new Random(1), 3 * BLOCK);
    BlockCache cache = new BlockCache(10 * BLOCK);
    byte[] buffer = new byte[100];
    try (RandomInput in = cache.cached(store.input(file.toString()), "id").open()) {
      in.readFully(BLOCK + 5, buffer, 0, 100);
    }
    long read = store.bytes.get();
    Files.delete(file);
    InputFile gone = cache.cached(store.input(file.toString(), 3 * BLOCK), "id");
    try (RandomInput in = gone.open()) {
      in.readFully(BLOCK + 70, buffer, 0, 100);
      assertEquals(read, store.bytes.get());
      assertThrows(FileNotFoundException.class, () -> in.readFully(0, buffer, 0, 100));
      assertThrows(EOFException.class, () -> in.readFully(3 * BLOCK - 99, buffer, 0, 100));
    }
    // Another file at the path, or a length that another reader believes, is not the same.
    for (InputFile other :
        List.of(
            cache.cached(store.input(file.toString(), 3 * BLOCK), "other"),
            cache.cached(store.input(file.toString(), 3 * BLOCK - 1), "id"))) {
      try (RandomInput in = other.open()) {
        assertThrows(FileNotFoundException.class, () -> in.readFully(BLOCK + 5, buffer, 0, 100));
      }
    }
  }
}
