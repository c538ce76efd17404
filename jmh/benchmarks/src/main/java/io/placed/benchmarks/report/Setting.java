package io.placed.benchmarks.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a result depends on besides the code: machine, system, JVM, commit and command. */
public final class Setting {
  private Setting() {}

  /** Names and values for people. */
  public static Map<String, String> of(String command, String heap) {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("command", command);
    out.put("commit", commit());
    out.put(
        "date",
        java.time.Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString());
    out.put("processor", processor());
    out.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
    out.put("memory", memory());
    out.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    out.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    if (!heap.isEmpty()) {
      out.put("heap", heap);
    }
    return out;
  }

  /** With {@code +} behind it if the work tree has changes. */
  private static String commit() {
    String home = System.getProperty("io.placed.bench.home", ".");
    String id = output("git", "-C", home, "rev-parse", "--short=12", "HEAD");
    if (id.isEmpty()) {
      return "unknown";
    }
    return output("git", "-C", home, "status", "--porcelain").isEmpty() ? id : id + "+";
  }

  private static String output(String... command) {
    try {
      Process p =
          new ProcessBuilder(List.of(command))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return p.waitFor(10, TimeUnit.SECONDS) && p.exitValue() == 0 ? text : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** The model that Linux names; elsewhere the architecture. */
  private static String processor() {
    String model = line("/proc/cpuinfo", "model name");
    return model.isEmpty() ? System.getProperty("os.arch") : model;
  }

  private static String memory() {
    return line("/proc/meminfo", "MemTotal");
  }

  private static String line(String file, String key) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(l -> l.startsWith(key))
          .findFirst()
          .map(l -> l.substring(l.indexOf(':') + 1).strip())
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
