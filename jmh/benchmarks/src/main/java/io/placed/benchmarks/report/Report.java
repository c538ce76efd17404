package io.placed.benchmarks.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The measurements of one benchmark as JSON, Markdown and SVG. */
public final class Report {
  private final String name;
  private final Map<String, String> setting;
  private final List<Measurement> measurements;
  private final long rows;
  private final String baseline;
  private final Map<String, Long> bytes;
  private final List<String> notes = new ArrayList<>();

  /**
   * @param command that was given, for the record
   * @param rows of the table; 0: times are not per row
   * @param baseline the engine that the others are compared with; null: none
   * @param bytes size of each engine's file
   */
  public Report(
      String name,
      String command,
      String heap,
      List<Measurement> measurements,
      long rows,
      String baseline,
      Map<String, Long> bytes) {
    this.name = name;
    this.setting = Setting.of(command, heap);
    this.measurements = List.copyOf(measurements);
    this.rows = rows;
    this.baseline = baseline;
    this.bytes = new LinkedHashMap<>(bytes);
  }

  /** A sentence to stand below the table. */
  public Report note(String sentence) {
    notes.add(sentence);
    return this;
  }

  /** Writes {@code NAME.json}, {@code NAME.md} and {@code NAME.svg}. */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(name + ".json"), json());
    Files.writeString(directory.resolve(name + ".md"), markdown());
    if (measurements.stream().allMatch(m -> m.parameters().containsKey("engine"))) {
      Files.writeString(directory.resolve(name + ".svg"), svg());
    }
  }

  /** Everything, every iteration of every fork included. */
  public String json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("benchmark", name);
    out.put("environment", setting);
    out.put("rows", rows);
    out.put("notes", notes);
    List<Map<String, Object>> results = new ArrayList<>();
    for (Measurement m : measurements) {
      Map<String, Object> r = new LinkedHashMap<>();
      r.put("benchmark", m.benchmark());
      r.put("parameters", m.parameters());
      r.put("vectorApi", m.vectorApi());
      r.put("unit", m.unit());
      r.put("median", m.median());
      r.put("min", m.min());
      r.put("max", m.max());
      if (rows > 0) {
        r.put("nanosPerRow", nanosPerRow(m));
      }
      Double ratio = ratio(m);
      if (ratio != null) {
        r.put("ratio", ratio);
      }
      Long size = bytes.get(m.parameters().get("engine"));
      if (size != null) {
        r.put("fileBytes", size);
      }
      r.put("forks", m.forks());
      if (!m.secondary().isEmpty()) {
        r.put("secondary", m.secondary());
      }
      results.add(r);
    }
    out.put("results", results);
    return new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .serializeSpecialFloatingPointValues()
            .create()
            .toJson(out)
        + "\n";
  }

  public String markdown() {
    StringBuilder out = new StringBuilder("# " + name + "\n\n");
    for (List<Measurement> group : groups()) {
      out.append(table(group)).append('\n');
    }
    for (String n : notes) {
      out.append(n).append("\n\n");
    }
    setting.forEach((k, v) -> out.append("- ").append(k).append(": ").append(v).append('\n'));
    return out.toString();
  }

  private String table(List<Measurement> group) {
    Measurement first = group.get(0);
    StringBuilder out = new StringBuilder();
    if (!first.parameters().containsKey("engine")) {
      out.append("| benchmark | parameters | median | min–max | ").append("unit | forks |\n");
      out.append("|---|---|---:|---:|---|---:|\n");
      for (Measurement m : group) {
        out.append(
            String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s–%s | %s | %d |%n",
                m.benchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1"),
                shown(m.parameters()),
                number(m.median()),
                number(m.min()),
                number(m.max()),
                m.unit(),
                m.forks().size()));
      }
      return out.toString();
    }
    out.append(heading(first)).append("\n\n");
    out.append("| engine | ").append(first.unit()).append(", median | min–max | ns/row | ");
    out.append(baseline == null ? "" : "ratio to " + baseline + " | ")
        .append("file MB | forks |\n");
    out.append("|---|---:|---:|---:|")
        .append(baseline == null ? "" : "---:|")
        .append("---:|---:|\n");
    for (Measurement m : group) {
      Double ratio = ratio(m);
      Long size = bytes.get(m.parameters().get("engine"));
      out.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s–%s | %s | %s%s | %d |%n",
              m.parameters().get("engine"),
              number(m.median()),
              number(m.min()),
              number(m.max()),
              rows == 0 ? "" : number(nanosPerRow(m)),
              baseline == null ? "" : (ratio == null ? "" : number(ratio)) + " | ",
              size == null ? "" : String.format(Locale.ROOT, "%.1f", size / 1e6),
              m.forks().size()));
    }
    return out.toString();
  }

  /** What all rows of a table have in common. */
  private static String heading(Measurement m) {
    String loop = m.parameters().get("loop");
    return (loop == null ? "" : "Loop " + loop + ", ")
        + (m.vectorApi() ? "with" : "without")
        + " jdk.incubator.vector:";
  }

  private static String shown(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(java.util.stream.Collectors.joining(" "));
  }

  /** Measurements that are compared with each other: the same but for the engine. */
  private List<List<Measurement>> groups() {
    Map<String, List<Measurement>> out = new LinkedHashMap<>();
    for (Measurement m : measurements) {
      out.computeIfAbsent(
              m.parameters().containsKey("engine") ? key(m) : "", k -> new ArrayList<>())
          .add(m);
    }
    return List.copyOf(out.values());
  }

  private static String key(Measurement m) {
    Map<String, String> rest = new LinkedHashMap<>(m.parameters());
    rest.remove("engine");
    return m.benchmark() + rest + m.vectorApi();
  }

  private Double ratio(Measurement m) {
    return measurements.stream()
        .filter(b -> baseline != null && baseline.equals(b.parameters().get("engine")))
        .filter(b -> key(b).equals(key(m)))
        .findAny()
        .map(b -> m.median() / b.median())
        .orElse(null);
  }

  private double nanosPerRow(Measurement m) {
    double nanos =
        switch (m.unit()) {
          case "ms/op" -> m.median() * 1e6;
          case "us/op" -> m.median() * 1e3;
          default -> m.median();
        };
    return nanos / rows;
  }

  private String svg() {
    List<BarChart.Group> groups = new ArrayList<>();
    for (List<Measurement> g : groups()) {
      List<BarChart.Bar> bars = new ArrayList<>();
      for (Measurement m : g) {
        String label = m.parameters().getOrDefault("engine", m.benchmark());
        bars.add(new BarChart.Bar(label, m.min(), m.median(), m.max()));
      }
      groups.add(new BarChart.Group(heading(g.get(0)), bars));
    }
    return BarChart.svg(name, measurements.get(0).unit(), groups);
  }

  static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
