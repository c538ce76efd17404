package io.placed.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;

/** Runs a class with this class path in a process of its own, whose heap is its own, too. */
final class ChildJvm {
  private ChildJvm() {}

  /**
   * Fails unless the process ends with status 0.
   *
   * @param heap as of {@code -Xmx}
   * @param log file for its output
   * @return its output
   */
  static String run(Class<?> main, String heap, Path log, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (argument.startsWith("--add-") || argument.startsWith("-XX:")) {
        command.add(argument);
      }
    }
    command.add("-Xmx" + heap);
    command.add("-Djdk.reflect.useDirectMethodHandle=false");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process child =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    int status = child.waitFor();
    String text = Files.readString(log);
    Assertions.assertEquals(0, status, () -> text.substring(Math.max(0, text.length() - 8000)));
    return text;
  }
}
