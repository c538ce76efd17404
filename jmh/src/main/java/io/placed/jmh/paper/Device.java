package io.placed.jmh.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the operating system lets us see and set of the device: bytes that this process made it
 * read, what it keeps of a file, how far it reads ahead. Every knob that is refused says so, and
 * nothing is measured with it.
 */
final class Device implements AutoCloseable {
  private static final Path OWN_IO = Path.of("/proc/self/io");

  private final Path readahead;
  private final int usualReadahead;
  private final Map<String, String> knobs = new LinkedHashMap<>();
  private final boolean counts;
  private boolean drops;
  private boolean setsReadahead;

  Device(Path directory) throws IOException {
    counts = readBytes() >= 0;
    knobs.put("bytes of the device", counts ? "read_bytes of /proc/self/io" : "refused: " + OWN_IO);
    readahead = readaheadFile(directory);
    usualReadahead = readahead == null ? -1 : number(readahead);
    setsReadahead = readahead != null && write(usualReadahead);
    knobs.put(
        "readahead",
        readahead == null
            ? "refused: the block device of the directory is not known"
            : (setsReadahead ? "" : "refused: ")
                + readahead
                + ", usually "
                + usualReadahead
                + " KiB");
    Path probe = Files.createTempFile(directory, "probe", ".bin");
    try {
      Files.write(probe, new byte[1 << 20]);
      drop(List.of(probe));
      long before = readBytes();
      Files.readAllBytes(probe);
      drops = counts && readBytes() - before >= 1 << 20;
    } catch (IOException e) {
      drops = false;
    } finally {
      Files.delete(probe);
    }
    knobs.put(
        "dropping the page cache",
        (drops ? "" : "refused: ") + "dd oflag=nocache conv=notrunc,fdatasync count=0");
  }

  /** What is used, or that it is refused. */
  Map<String, String> knobs() {
    return knobs;
  }

  /** Whether bytes of the device can be told. */
  boolean measures() {
    return counts && drops;
  }

  /** Whether the device can be told to read so far ahead. */
  boolean allows(int readaheadKiB) {
    return readaheadKiB < 0 || setsReadahead;
  }

  /** For files that are opened from now on. */
  void readahead(int kib) {
    if (kib >= 0 && !write(kib)) {
      throw new IllegalStateException(readahead + " cannot be set to " + kib);
    }
  }

  /** Writes back and forgets what is in memory of these files. */
  void drop(List<Path> files) throws IOException {
    for (Path file : files) {
      Process p =
          new ProcessBuilder(
                  "dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        if (!p.waitFor(1, TimeUnit.MINUTES) || p.exitValue() != 0) {
          throw new IOException(file + ": dd cannot drop it from the page cache");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }

  /** Bytes that this process made the device read so far, what was read ahead included. */
  long readBytes() throws IOException {
    List<String> lines = new ArrayList<>();
    if (Files.isReadable(OWN_IO)) {
      lines = Files.readAllLines(OWN_IO);
    }
    for (String line : lines) {
      if (line.startsWith("read_bytes: ")) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
      }
    }
    return -1;
  }

  private boolean write(int kib) {
    try {
      Files.writeString(readahead, String.valueOf(kib));
      return number(readahead) == kib;
    } catch (IOException e) {
      return false;
    }
  }

  private static int number(Path file) throws IOException {
    return Integer.parseInt(Files.readString(file).strip());
  }

  private static Path readaheadFile(Path directory) throws IOException {
    long device;
    try {
      device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
    long major = device >> 8 & 0xFFF;
    long minor = device & 0xFF | device >> 12 & 0xFFF00;
    Path block = Path.of("/sys/dev/block", major + ":" + minor);
    // A partition has its queue one level up.
    for (Path dir : List.of(block, block.resolve(".."))) {
      Path file = dir.resolve("queue/read_ahead_kb");
      if (Files.exists(file)) {
        return file;
      }
    }
    return null;
  }

  @Override
  public void close() {
    if (setsReadahead) {
      write(usualReadahead);
    }
  }
}
