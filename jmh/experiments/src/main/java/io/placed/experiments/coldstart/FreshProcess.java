package io.placed.experiments.coldstart;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts processes that nothing has warmed up, and waits for them. */
final class FreshProcess {
  private static final String VECTORS = "jdk.incubator.vector";
  private static final int MINUTES = 30;
  private static final int LINES_OF_AN_ERROR = 12;

  private FreshProcess() {}

  /**
   * Runs a {@link ColdProcess} with the class path and the options of this one.
   *
   * @param options further options of the JVM
   */
  static List<TimedRun> run(ColdProcess.Order order, List<String> options) throws IOException {
    Path out = Files.createTempFile("placed-cold", ".json");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
        if (!option.startsWith("-javaagent") && !option.startsWith("-agentlib")) {
          command.add(option);
        }
      }
      // As Spark's launcher does.
      if (ModuleFinder.ofSystem().find(VECTORS).isPresent()) {
        command.add("--add-modules=" + VECTORS);
      }
      command.addAll(options);
      command.addAll(
          List.of("-cp", System.getProperty("java.class.path"), ColdProcess.class.getName()));
      command.add(new Gson().toJson(order));
      command.add(out.toString());
      execute(command);
      return new Gson().fromJson(Files.readString(out), new TypeToken<List<TimedRun>>() {});
    } finally {
      Files.delete(out);
    }
  }

  /** Runs a program to its end; the time in milliseconds. */
  static double execute(List<String> command) throws IOException {
    Path log = Files.createTempFile("placed-cold", ".log");
    try {
      long start = System.nanoTime();
      Process p =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!p.waitFor(MINUTES, TimeUnit.MINUTES)) {
        p.destroyForcibly();
        throw new IOException("took more than " + MINUTES + " minutes: " + command);
      }
      double millis = (System.nanoTime() - start) / 1e6;
      if (p.exitValue() != 0) {
        throw new IOException("exit code " + p.exitValue() + ": " + lastLines(log));
      }
      return millis;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      Files.delete(log);
    }
  }

  private static String lastLines(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(
        " | ", lines.subList(Math.max(0, lines.size() - LINES_OF_AN_ERROR), lines.size()));
  }
}
