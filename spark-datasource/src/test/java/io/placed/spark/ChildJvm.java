package io.placed.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;

/** Runs a class with this class path in a process of its own, whose heap is its own, too. */
final class ChildJvm {
  private static final long LIMIT_MINUTES = 20;

  private ChildJvm() {}

  /**
   * What starts a class with this class path and the options of this process, without its
   * arguments.
   *
   * @param heap as of {@code -Xmx}
   */
  static List<String> command(String main, String heap) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (argument.startsWith("--add-") || argument.startsWith("-XX:")) {
        command.add(argument);
      }
    }
    command.add("-Xmx" + heap);
    command.add("-Djdk.reflect.useDirectMethodHandle=false");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    return command;
  }

  /**
   * Fails unless the process ends with status 0, within 20 minutes.
   *
   * @param heap as of {@code -Xmx}
   * @param log file for its output
   * @return its output
   */
  static String run(Class<?> main, String heap, Path log, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = command(main.getName(), heap);
    command.addAll(List.of(arguments));
    Process child =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      boolean ended = child.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
      String text = Files.readString(log);
      String end = text.substring(Math.max(0, text.length() - 8000));
      Assertions.assertTrue(ended, () -> main + " has not ended: " + end);
      Assertions.assertEquals(0, child.exitValue(), end);
      return text;
    } finally {
      child.destroyForcibly();
    }
  }
}
