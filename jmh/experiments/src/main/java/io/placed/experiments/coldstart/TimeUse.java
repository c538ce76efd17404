package io.placed.experiments.coldstart;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the time of some runs went, from a recording of Flight Recorder. Samples of Java code are
 * taken every 10 ms in each of at most eight threads, so that times of code are estimates.
 */
final class TimeUse {
  /** Settings of a recording that has what is asked for, as a file for Flight Recorder. */
  static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0">
        <event name="jdk.ExecutionSample">
          <setting name="enabled">true</setting><setting name="period">10 ms</setting>
        </event>
        <event name="jdk.Compilation">
          <setting name="enabled">true</setting><setting name="threshold">0 ms</setting>
        </event>
        <event name="jdk.ClassLoad">
          <setting name="enabled">true</setting><setting name="threshold">0 ms</setting>
        </event>
        <event name="jdk.GarbageCollection">
          <setting name="enabled">true</setting><setting name="threshold">0 ms</setting>
        </event>
      </configuration>
      """;

  private static final double SAMPLE_MILLIS = 10;
  private static final int C1_LEVELS = 3;

  private final List<RecordedEvent> samples = new ArrayList<>();
  private final List<RecordedEvent> compilations = new ArrayList<>();
  private final List<RecordedEvent> classes = new ArrayList<>();
  private final List<RecordedEvent> collections = new ArrayList<>();

  /** By method, the level of each compilation by its end. */
  private final Map<String, TreeMap<Instant, Integer>> levels = new HashMap<>();

  TimeUse(Path recording) throws IOException {
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent e = file.readEvent();
        switch (e.getEventType().getName()) {
          case "jdk.ExecutionSample" -> samples.add(e);
          case "jdk.Compilation" -> {
            compilations.add(e);
            levels
                .computeIfAbsent(name(e.getValue("method")), m -> new TreeMap<>())
                .put(e.getEndTime(), (int) e.getShort("compileLevel"));
          }
          case "jdk.ClassLoad" -> classes.add(e);
          case "jdk.GarbageCollection" -> collections.add(e);
          default -> {}
        }
      }
    }
  }

  private static String name(jdk.jfr.consumer.RecordedMethod m) {
    return m.getType().getName() + "." + m.getName() + m.getDescriptor();
  }

  /** What took how many milliseconds between two moments, in microseconds since the epoch. */
  Map<String, Double> between(long begin, long end) {
    Instant from = Instant.EPOCH.plus(begin, ChronoUnit.MICROS);
    Instant to = Instant.EPOCH.plus(end, ChronoUnit.MICROS);
    Map<String, Double> out = new TreeMap<>();
    for (RecordedEvent s : samples) {
      if (!s.getStartTime().isBefore(from) && s.getStartTime().isBefore(to)) {
        out.merge("code: " + state(s), SAMPLE_MILLIS, Double::sum);
        out.merge("work: " + work(s), SAMPLE_MILLIS, Double::sum);
      }
    }
    for (RecordedEvent c : compilations) {
      double millis = overlap(c, from, to);
      if (millis > 0) {
        String compiler = c.getShort("compileLevel") <= C1_LEVELS ? "C1" : "C2";
        out.merge("compiler: " + compiler, millis, Double::sum);
      }
    }
    for (RecordedEvent c : classes) {
      if (!c.getStartTime().isBefore(from) && c.getStartTime().isBefore(to)) {
        out.merge("classes loaded (number)", 1.0, Double::sum);
      }
    }
    for (RecordedEvent g : collections) {
      double millis = overlap(g, from, to);
      if (millis > 0) {
        out.merge("garbage collection", millis, Double::sum);
      }
    }
    return out;
  }

  private static double overlap(RecordedEvent e, Instant from, Instant to) {
    Instant begin = e.getStartTime().isBefore(from) ? from : e.getStartTime();
    Instant end = e.getEndTime().isAfter(to) ? to : e.getEndTime();
    return begin.isBefore(end) ? Duration.between(begin, end).toNanos() / 1e6 : 0;
  }

  /** Interpreted, or compiled by C1 or C2; the code of a frame is that of the method around it. */
  private String state(RecordedEvent sample) {
    if (sample.getStackTrace() == null) {
      return "unknown";
    }
    for (RecordedFrame f : sample.getStackTrace().getFrames()) {
      switch (f.getType()) {
        case "Interpreted":
          return "interpreted";
        case "JIT compiled":
          {
            TreeMap<Instant, Integer> known = levels.get(name(f.getMethod()));
            Map.Entry<Instant, Integer> last =
                known == null ? null : known.floorEntry(sample.getStartTime());
            if (last == null) {
              return "compiled";
            }
            return last.getValue() <= C1_LEVELS ? "C1" : "C2";
          }
        default:
      }
    }
    return "unknown";
  }

  private static String work(RecordedEvent sample) {
    if (sample.getStackTrace() == null) {
      return "other";
    }
    boolean spark = false;
    for (RecordedFrame f : sample.getStackTrace().getFrames()) {
      String type = f.getMethod().getType().getName();
      if (type.startsWith("org.codehaus.") || type.contains("CodeGenerator")) {
        return "compiling generated code";
      }
      if (type.startsWith("io.placed.experiments.") || type.startsWith("io.placed.benchmarks.")) {
        continue;
      }
      if (type.startsWith("io.placed.spark.read.source")
          || type.startsWith("io.placed.spark.catalog")) {
        return "planning";
      }
      if (type.startsWith("io.placed.") || type.startsWith("org.apache.parquet.")) {
        return "scan";
      }
      if (type.contains("execution.datasources.parquet")) {
        return "scan";
      }
      if (type.contains("GeneratedClass")) {
        return "generated code";
      }
      if (type.contains(".catalyst.") || type.contains("QueryExecution")) {
        return "planning";
      }
      spark |= type.startsWith("org.apache.spark.");
    }
    return spark ? "Spark, other" : "other";
  }
}
