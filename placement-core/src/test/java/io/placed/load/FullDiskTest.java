package io.placed.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The same on a small file system, named by {@code placed.load.disk}, that is filled in the middle:
 * nobody can write, neither rows nor a byte of the log.
 */
@EnabledIfSystemProperty(named = "placed.load.disk", matches = ".+")
class FullDiskTest {
  private static final long MOST_BYTES = 2L << 30;
  private static final String FULL = "No space left on device";

  /** A file that takes all space. Vacuums and aborts free some, which writers then take. */
  private record Ballast(Path file) implements Load.Fault {
    @Override
    public void begin(List<LoadChild> writers) throws IOException {
      for (int bytes = 1 << 20; bytes > 0; bytes >>= 1) {
        try (OutputStream out =
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
          while (true) {
            out.write(new byte[bytes]);
          }
        } catch (IOException e) {
          if (!String.valueOf(e.getMessage()).contains(FULL)) {
            throw e;
          }
        }
      }
    }

    @Override
    public void end(List<LoadChild> writers) throws IOException {
      Files.delete(file);
    }
  }

  @Test
  void aFullFileSystem() throws Exception {
    Path disk = Path.of(System.getProperty("placed.load.disk"));
    long bytes = Files.getFileStore(disk).getTotalSpace();
    assertTrue(bytes <= MOST_BYTES, () -> disk + " has " + bytes + " bytes: it will be filled");
    Path directory = Files.createTempDirectory(disk, "load");
    String path = directory.resolve("table").toString();
    Load load = new Load(path, LoadTest.settings(), new Ballast(directory.resolve("ballast")));
    System.out.println(load.run());
    List.of(load.appends(), load.upkeep().get(0), load.upkeep().get(1))
        .forEach(
            counts ->
                assertTrue(
                    counts.messages().stream().allMatch(m -> m.contains(FULL)), counts::toString));
    assertTrue(!load.appends().failures().isEmpty(), "no append failed");
    LoadTest.check(load, path, FileStores.local());
    new LocalFileStore().delete(directory.toString(), true);
  }
}
