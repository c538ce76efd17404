package io.placed.experiments;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One cell in a process of its own, for what a JVM decides when it starts: its heap, and whether
 * the Vector API is used. The same class path and options as this process, but for those given.
 */
final class ForkedCell {
  private static final Gson JSON = new GsonBuilder().serializeNulls().create();
  private static final int MINUTES = 60;
  private static final int LINES_OF_AN_ERROR = 5;

  private ForkedCell() {}

  /** The request to the other process. */
  private record Order(
      int experiment,
      double scale,
      Map<String, String> cell,
      boolean quick,
      int runs,
      String data,
      Device.Cold cold,
      String tables) {}

  static Outcome run(
      RunSettings s, int experiment, double scale, Cell cell, List<String> jvmOptions)
      throws IOException {
    Path directory = Files.createTempDirectory("placed-bench");
    Path order = directory.resolve("order.json");
    Path outcome = directory.resolve("outcome.json");
    Path log = directory.resolve("log");
    try {
      String tables = s.tables() == null ? null : s.tables().toString();
      Files.writeString(
          order,
          JSON.toJson(
              new Order(
                  experiment,
                  scale,
                  cell.values(),
                  s.quick(),
                  s.runs(),
                  s.data().toString(),
                  s.cold(),
                  tables)));
      Process p =
          new ProcessBuilder(command(jvmOptions, order, outcome))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        if (!p.waitFor(MINUTES, TimeUnit.MINUTES)) {
          p.destroyForcibly();
          throw new IOException("took more than " + MINUTES + " minutes: " + cell);
        }
      } catch (InterruptedException e) {
        p.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
      if (!Files.exists(outcome)) {
        throw new IOException("a process for " + cell + " failed: " + firstLines(log));
      }
      return JSON.fromJson(Files.readString(outcome), Outcome.class);
    } finally {
      for (Path f : List.of(order, outcome, log)) {
        Files.deleteIfExists(f);
      }
      Files.delete(directory);
    }
  }

  private static String firstLines(Path log) throws IOException {
    return Files.readString(log)
        .lines()
        .filter(l -> !l.startsWith("WARNING"))
        .limit(LINES_OF_AN_ERROR)
        .reduce("", (a, b) -> a + " " + b.strip());
  }

  private static List<String> command(List<String> jvmOptions, Path order, Path outcome) {
    List<String> out = new ArrayList<>();
    out.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    boolean heap = jvmOptions.stream().anyMatch(o -> o.startsWith("-Xmx"));
    for (String option :
        java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      boolean agent = option.startsWith("-javaagent") || option.startsWith("-agentlib");
      if (!agent && !(heap && option.startsWith("-Xmx"))) {
        out.add(option);
      }
    }
    out.addAll(jvmOptions);
    out.addAll(List.of("-cp", System.getProperty("java.class.path"), ForkedCell.class.getName()));
    out.addAll(List.of(order.toString(), outcome.toString()));
    return out;
  }

  /** Arguments: the file with the request, and the file for the outcome. */
  public static void main(String[] args) {
    int exit = 0;
    try {
      Order o =
          JSON.fromJson(
              Files.readString(Path.of(args[0]), StandardCharsets.UTF_8),
              TypeToken.get(Order.class));
      Files.writeString(Path.of(args[1]), JSON.toJson(run(o)));
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    // Spark and Hadoop leave threads behind.
    Runtime.getRuntime().halt(exit);
  }

  private static Outcome run(Order o) throws Exception {
    RunSettings s =
        new RunSettings(
            o.quick(),
            o.scale(),
            o.runs(),
            Map.of(),
            Path.of(o.data()),
            null,
            o.cold(),
            null,
            o.tables() == null ? null : Path.of(o.tables()),
            true,
            Long.MAX_VALUE,
            "");
    Experiment e = Experiments.number(o.experiment());
    try (Lab.Shared shared = new Lab.Shared(s)) {
      Lab lab = new Lab(s, e, o.scale(), true, new Answers(), shared);
      Cell cell = new Cell(new LinkedHashMap<>(o.cell()));
      lab.begin(cell);
      return e.run(cell, lab);
    }
  }
}
