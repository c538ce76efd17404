package io.placed.encoding.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The generated sources that are checked in are what the generator writes. */
class KernelSourcesTest {
  private static final Path FOLDER = Path.of("src/main/java/io/placed/encoding/kernel");

  @Test
  void checkedInSourcesAreUpToDate() throws IOException {
    for (Map.Entry<String, String> file : KernelSources.all().entrySet()) {
      assertEquals(file.getValue(), Files.readString(FOLDER.resolve(file.getKey())), file.getKey());
    }
  }
}
