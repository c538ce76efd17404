package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renames by a copy that are reported as failed, as those of ABFS whose answer is lost. */
class RepeatedCopyTest {
  /** More than one buffer of the comparison, and not a multiple. */
  private static final int BYTES = (2 << 20) + 77;

  @TempDir Path directory;

  private final byte[] content = new byte[BYTES];

  RepeatedCopyTest() {
    new Random(5).nextBytes(content);
  }

  /** Copies, perhaps something else, and says that it did not. */
  private static final class Copying extends FilterFileSystem {
    private final int flipped;

    /**
     * @param flipped position of a byte in which the copy differs; -1 = none
     */
    Copying(int flipped) throws IOException {
      super(new RawLocalFileSystem());
      initialize(URI.create("file:///"), new Configuration());
      this.flipped = flipped;
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      FileUtil.copy(this, from, this, to, false, getConf());
      if (flipped >= 0) {
        Path file = Path.of(to.toUri().getPath());
        byte[] bytes = Files.readAllBytes(file);
        bytes[flipped] ^= 1;
        Files.write(file, bytes);
      }
      return false;
    }
  }

  private void write(int flipped) throws IOException {
    FileStore store = new HadoopFileStore(new Copying(flipped), new Configuration());
    try (PositionOutput out =
        store.create(directory.resolve("file").toString(), CreateOptions.NEW.withAtomic(true))) {
      out.write(content, 0, content.length);
    }
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.count();
    }
  }

  @Test
  void theCopyIsTheFile() throws IOException {
    write(-1);
    assertArrayEquals(content, Files.readAllBytes(directory.resolve("file")));
    assertEquals(1, files());
  }

  @Test
  void anotherFileOfTheSameLengthStays() throws IOException {
    for (int flipped : new int[] {0, 1 << 20, BYTES - 1}) {
      IOException e = assertThrows(IOException.class, () -> write(flipped));
      assertTrue(e.getMessage().contains("cannot be renamed"), e.getMessage());
      byte[] other = Files.readAllBytes(directory.resolve("file"));
      assertFalse(other[flipped] == content[flipped]);
      Files.delete(directory.resolve("file"));
    }
  }
}
