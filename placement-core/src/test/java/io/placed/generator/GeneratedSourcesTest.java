package io.placed.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The checked-in generated sources equal the output of the generators. */
class GeneratedSourcesTest {
  @Test
  void checkedInSourcesAreUpToDate() throws IOException {
    for (Map.Entry<String, String> file : GeneratedSources.all().entrySet()) {
      Path path = GeneratedSources.ROOT.resolve(file.getKey());
      assertEquals(file.getValue(), Files.readString(path), file.getKey());
    }
  }

  @Test
  void nothingElseIsThere() throws IOException {
    try (Stream<Path> files = Files.walk(GeneratedSources.ROOT)) {
      Set<String> found =
          files
              .filter(Files::isRegularFile)
              .map(f -> GeneratedSources.ROOT.relativize(f).toString().replace('\\', '/'))
              .collect(Collectors.toSet());
      assertEquals(GeneratedSources.all().keySet(), found);
    }
  }
}
