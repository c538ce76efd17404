package io.placed.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes all sources below {@code src/generated/java}, which are checked in: a reader needs no
 * build to see them. A test compares them with what this gives.
 *
 * <p>{@code java -cp target/test-classes io.placed.generator.GeneratedSources}, in the folder of
 * the module.
 */
final class GeneratedSources {
  static final Path ROOT = Path.of("src", "generated", "java");

  private GeneratedSources() {}

  /** Path below {@link #ROOT} to text. */
  static Map<String, String> all() throws IOException {
    Map<String, String> files = new TreeMap<>(KernelSources.all());
    files.putAll(DecoderSources.all());
    return files;
  }

  public static void main(String[] args) throws IOException {
    for (Map.Entry<String, String> file : all().entrySet()) {
      Path path = ROOT.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }
}
