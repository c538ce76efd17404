package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hints change the cost of reads, not their results. */
class ScatteredReadsTest {
  @TempDir Path dir;

  @Test
  void theSameBytes() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] all = new byte[5_000_011];
    random.nextBytes(all);
    Path file = Files.write(dir.resolve("f"), all);
    try (RandomInput in = new LocalFileStore().input(file.toString()).open()) {
      for (int i = 0; i < 200; i++) {
        in.access(random.nextInt(4) == 0 ? Access.SEQUENTIAL : Access.SCATTERED);
        int length = random.nextInt(random.nextBoolean() ? 100 : 3_000_000);
        int from = random.nextInt(all.length - length + 1);
        byte[] found = new byte[length];
        in.readFully(from, found, 0, length);
        assertArrayEquals(Arrays.copyOfRange(all, from, from + length), found, "seed " + seed);
      }
      byte[] some = new byte[1000];
      assertThrows(EOFException.class, () -> in.readFully(all.length - 10, some, 0, 1000));
    }
  }

  /** Truncating an open file causes an error, not a signal. */
  @Test
  void aFileThatIsCutOffIsAnError() throws IOException {
    Path file = Files.write(dir.resolve("f"), new byte[3_000_000]);
    byte[] some = new byte[100_000];
    try (RandomInput in = new LocalFileStore().input(file.toString()).open()) {
      in.access(Access.SCATTERED);
      in.readFully(2_000_000, some, 0, some.length);
      try (var channel =
          java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
        channel.truncate(1_000_000);
      }
      assertThrows(EOFException.class, () -> in.readFully(2_000_000, some, 0, some.length));
      in.readFully(900_000, some, 0, some.length);
      assertThrows(EOFException.class, () -> in.readFully(950_000, some, 0, some.length));
    }
  }
}
