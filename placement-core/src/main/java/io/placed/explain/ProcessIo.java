package io.placed.explain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** I/O counters and page cache of the operating system: Linux's {@code /proc}. */
public final class ProcessIo {
  private static final Path OWN = Path.of("/proc/self/io");
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
  private static final String READ_BYTES = "read_bytes:";

  private ProcessIo() {}

  /**
   * Bytes that block devices have read for this process since its start, including all threads and
   * the kernel's readahead; −1 if the platform does not report it.
   */
  public static long deviceBytes() {
    try {
      for (String line : Files.readAllLines(OWN)) {
        if (line.startsWith(READ_BYTES)) {
          return Long.parseLong(line.substring(READ_BYTES.length()).strip());
        }
      }
    } catch (IOException | NumberFormatException e) {
      return -1;
    }
    return -1;
  }

  /**
   * Empties the page cache of this machine, so that the next reads reach the devices.
   *
   * @throws IOException if that is not allowed (it needs root), or the platform is not Linux
   */
  public static void emptyPageCache() throws IOException {
    if (!Files.isWritable(DROP_CACHES)) {
      throw new IOException(
          "the page cache cannot be emptied: " + DROP_CACHES + " is not writable; run as root");
    }
    try {
      // Dirty pages would stay in the cache otherwise.
      new ProcessBuilder("sync").inheritIO().start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while syncing dirty pages", e);
    }
    Files.write(DROP_CACHES, "1\n".getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
  }
}
