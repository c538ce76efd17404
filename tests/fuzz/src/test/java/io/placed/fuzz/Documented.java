package io.placed.fuzz;

import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.UnsupportedVersionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What a reader of hostile files may throw; everything else is a finding. */
final class Documented {
  /** Of this module, where Maven runs its tests. */
  static final Path RESOURCES = Path.of("src/test/resources/io/placed/fuzz");

  interface Step {
    void run() throws IOException;
  }

  private Documented() {}

  /**
   * Runs a step.
   *
   * @return false if it refused the input as documented
   */
  static boolean runs(Step step) {
    try {
      step.run();
      return true;
    } catch (IOException e) {
      requireTyped(e);
      return false;
    } catch (UncheckedIOException e) {
      requireTyped(e.getCause());
      return false;
    }
  }

  /**
   * What a parser makes of a text.
   *
   * @return null if it refused the text in words of its own, and not in those of the JDK
   */
  static <T> T parsed(Supplier<T> parser) {
    try {
      return parser.get();
    } catch (NumberFormatException e) {
      throw new AssertionError("not in words: " + e, e);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static void requireTyped(IOException e) {
    if (e instanceof CorruptFileException c) {
      if (c.path() == null || c.path().isEmpty() || c.offset() < 0) {
        throw new AssertionError("without path or offset: " + c.getMessage(), c);
      }
    } else if (!(e instanceof UnsupportedVersionException)
        && !(e instanceof InsufficientMemoryException)) {
      throw new AssertionError("not a documented exception: " + e, e);
    }
  }

  /** The files of a directory of the resources, in the order of their names. */
  static List<Path> files(String directory) {
    try (Stream<Path> all = Files.walk(RESOURCES.resolve(directory))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
