package io.placed.explain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's readahead on the device of a directory. */
final class Readahead {
  private static final Path DEVICES = Path.of("/sys/class/block");

  private Readahead() {}

  /** In bytes; −1 if unknown. */
  static long of(Path directory) {
    try {
      String name = Path.of(Files.getFileStore(directory).name()).getFileName().toString();
      Path device = DEVICES.resolve(name).toRealPath();
      // A partition has the queue of its disk.
      Path queue = device.resolve("queue");
      if (!Files.exists(queue)) {
        queue = device.resolveSibling("queue");
      }
      String text = Files.readString(queue.resolve("read_ahead_kb")).strip();
      return Long.parseLong(text) << 10;
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }
}
