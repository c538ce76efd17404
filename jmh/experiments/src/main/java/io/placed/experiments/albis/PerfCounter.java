package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Scan;
import io.placed.experiments.NotMeasuredException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Events that the processor counts while something runs, by Linux's {@code perf stat}. */
final class PerfCounter {
  private static final int RUNS = 20;

  private PerfCounter() {}

  /**
   * Events of one run.
   *
   * @throws NotMeasuredException if the processor, the system or a missing tool does not allow it
   */
  static double count(String event, Scan scan) throws IOException, NotMeasuredException {
    Process p;
    try {
      p =
          new ProcessBuilder(
                  "perf",
                  "stat",
                  "-x",
                  ",",
                  "-e",
                  event + ":u",
                  "-p",
                  String.valueOf(ProcessHandle.current().pid()))
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new NotMeasuredException("there is no perf to count " + event);
    }
    try {
      // Attached some time after it started.
      boolean ended = p.waitFor(1, TimeUnit.SECONDS);
      for (int i = 0; i < RUNS && !ended; i++) {
        scan.run();
      }
      if (!ended) {
        new ProcessBuilder("kill", "-INT", String.valueOf(p.pid())).start().waitFor();
      }
      String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      for (String line : said.lines().toList()) {
        String[] words = line.split(",");
        if (words.length > 2 && words[2].startsWith(event) && words[0].matches("\\d+")) {
          return Double.parseDouble(words[0]) / RUNS;
        }
      }
      String reason = said.strip().replaceAll("\\s+", " ");
      throw new NotMeasuredException(
          "perf does not count "
              + event
              + " here: "
              + reason.substring(0, Math.min(160, reason.length())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      p.destroy();
    }
  }
}
