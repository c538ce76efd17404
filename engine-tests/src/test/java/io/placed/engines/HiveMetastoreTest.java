package io.placed.engines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiveMetastoreTest {
  @TempDir Path directory;

  @Test
  void tablesStoredAsPlacedAreReadAndWrittenByOurScan() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--") || option.startsWith("-X") || option.startsWith("-D")) {
        command.add(option);
      }
    }
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(HiveMetastoreTables.class.getName());
    command.add(directory.toString());
    File log = directory.resolve("log").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    int code = process.waitFor();
    String text = Files.readString(log.toPath());
    assertTrue(code == 0 && text.contains("all as expected"), text);
  }
}
