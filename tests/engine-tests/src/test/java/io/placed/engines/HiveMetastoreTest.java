package io.placed.engines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiveMetastoreTest {
  @TempDir Path directory;

  @Test
  void tablesStoredAsPlacedAreReadAndWrittenWithoutAndWithOurDataSource() throws Exception {
    run(
        HiveClassesTables.class,
        entry -> !entry.contains("spark-datasource") && !entry.contains("placed-spark"));
    run(HiveMetastoreTables.class, entry -> true);
  }

  /**
   * @param kept which entries of this class path the program has
   */
  private void run(Class<?> program, Predicate<String> kept) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--") || option.startsWith("-X") || option.startsWith("-D")) {
        command.add(option);
      }
    }
    // For Chosen.
    for (String property : List.of("placed.cases", "placed.chosen.seed")) {
      if (System.getProperty(property) != null) {
        command.add("-D" + property + "=" + System.getProperty(property));
      }
    }
    // A time zone with daylight saving time.
    command.add("-Duser.timezone=America/New_York");
    command.add("-cp");
    command.add(
        Arrays.stream(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    .split(File.pathSeparator))
            .filter(kept)
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(program.getName());
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
