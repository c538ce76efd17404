package io.placed.cli.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory, which is removed also if the user interrupts the command. */
public final class Scratch implements AutoCloseable {
  private final Path path;

  private Scratch(Path path) {
    this.path = path;
  }

  public static Scratch create(String prefix) throws IOException {
    Path path = Files.createTempDirectory(prefix);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteQuietly(path)));
    return new Scratch(path);
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }

  /** For the user who does not wait for the end. */
  private static void deleteQuietly(Path directory) {
    try {
      delete(directory);
    } catch (IOException | UncheckedIOException e) {
      // Spark may still be writing, or the directory is already deleted; there is no one to report
      // it to.
      return;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
