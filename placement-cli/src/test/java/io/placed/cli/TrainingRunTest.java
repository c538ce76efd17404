package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingRunTest {
  @TempDir Path directory;

  @Test
  void allItsCommandsSucceed() throws Exception {
    Path library = directory.resolve("library");
    TrainingRun.main(
        new String[] {
          Files.createDirectory(directory.resolve("tables")).toString(), library.toString()
        });
    // Of Linux and macOS; zstd-jni has one for each processor that this project is built on.
    assertTrue(Files.size(library) > 100_000);
  }
}
