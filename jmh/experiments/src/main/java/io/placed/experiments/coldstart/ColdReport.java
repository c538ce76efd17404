package io.placed.experiments.coldstart;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The times of one workload, by format. */
final class ColdReport {
  private static final double TOLERANCE = 1e-9;

  /** Runs after which the second and third part of the sums end. */
  private static final int SECOND = 10;

  private static final int THIRD = 25;

  private final Workload workload;
  private final List<Part> parts;
  private final Map<String, List<List<TimedRun>>> processes = new LinkedHashMap<>();
  private final Map<String, Map<String, Map<String, Double>>> profiles = new LinkedHashMap<>();
  private List<TimedRun> expected;

  /** Runs that are counted together: from, inclusive, to, exclusive. */
  record Part(String name, int from, int to) {
    List<TimedRun> of(List<TimedRun> runs) {
      return runs.subList(from, to);
    }

    double millis(List<TimedRun> runs) {
      return of(runs).stream().mapToDouble(TimedRun::millis).sum();
    }
  }

  ColdReport(Workload workload, List<String> formats, int runs) {
    this.workload = workload;
    formats.forEach(f -> processes.put(f, new ArrayList<>()));
    parts = workload == Workload.TPCH || workload == Workload.COMMAND_LINE ? null : parts(runs);
  }

  /** What is told about so many runs. */
  static List<Part> parts(Workload w, int runs) {
    return w == Workload.TPCH ? List.of(new Part("all", 0, runs)) : parts(runs);
  }

  private static List<Part> parts(int runs) {
    List<Part> out = new ArrayList<>();
    out.add(new Part("run 1", 0, 1));
    if (runs > 1) {
      int second = Math.min(SECOND, runs);
      out.add(new Part("runs 2 to " + second, 1, second));
    }
    if (runs > SECOND) {
      int third = Math.min(THIRD, runs);
      out.add(new Part("runs " + (SECOND + 1) + " to " + third, SECOND, third));
    }
    if (runs > SECOND + 1) {
      out.add(new Part("run " + runs, runs - 1, runs));
    }
    return out;
  }

  /** Adds the runs of a process, whose answers must be those of all others. */
  void add(String format, List<TimedRun> runs) {
    if (expected == null && !runs.isEmpty()) {
      expected = runs;
    }
    for (int k = 0; k < runs.size(); k++) {
      if (!same(expected.get(k).answer(), runs.get(k).answer())) {
        throw new IllegalStateException(
            workload.text()
                + ", "
                + runs.get(k).name()
                + ": "
                + format
                + " answers "
                + runs.get(k).answer()
                + ", expected "
                + expected.get(k).answer());
      }
    }
    processes.get(format).add(runs);
  }

  private static boolean same(String a, String b) {
    String[] left = a.split(" ");
    String[] right = b.split(" ");
    if (left.length != right.length) {
      return false;
    }
    for (int k = 0; k < left.length; k++) {
      if (!left[k].equals(right[k])) {
        double x = Double.parseDouble(left[k]);
        double y = Double.parseDouble(right[k]);
        if (!(Math.abs(x - y) <= TOLERANCE * Math.max(Math.abs(x), Math.abs(y)))) {
          return false;
        }
      }
    }
    return true;
  }

  void profile(String format, Map<String, Map<String, Double>> use) {
    profiles.put(format, use);
  }

  /** The parts that have a line of their own, each with its time in every process of a format. */
  private List<Part> lines() {
    if (parts != null) {
      return parts;
    }
    List<Part> out = new ArrayList<>();
    int n = expected.size();
    for (int k = 0; k < n; k++) {
      out.add(new Part(expected.get(k).name(), k, k + 1));
    }
    if (workload == Workload.TPCH) {
      out.add(new Part("all", 0, n));
    }
    return out;
  }

  private double[] times(String format, Part part) {
    return processes.get(format).stream()
        .filter(runs -> !runs.isEmpty())
        .mapToDouble(part::millis)
        .sorted()
        .toArray();
  }

  /** Times in milliseconds by format and line, and the profiles. */
  Map<String, Object> asMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("workload", workload.text());
    Map<String, Object> times = new LinkedHashMap<>();
    for (String format : processes.keySet()) {
      Map<String, double[]> of = new LinkedHashMap<>();
      lines().forEach(p -> of.put(p.name(), times(format, p)));
      times.put(format, of);
    }
    out.put("milliseconds", times);
    out.put("profiles", profiles);
    return out;
  }

  void print(PrintWriter out) {
    out.printf(Locale.ROOT, "%s: median (least to most) of fresh processes, ms%n%n", title());
    List<String> formats =
        processes.keySet().stream().filter(f -> times(f, lines().get(0)).length > 0).toList();
    boolean both = formats.size() == 2;
    out.println("| | " + String.join(" | ", formats) + (both ? " | ratio |" : " |"));
    out.println("|---|" + "---:|".repeat(formats.size() + (both ? 1 : 0)));
    for (Part part : lines()) {
      StringBuilder line = new StringBuilder("| " + part.name() + " |");
      double[] medians = new double[formats.size()];
      for (int f = 0; f < medians.length; f++) {
        double[] t = times(formats.get(f), part);
        medians[f] = t[t.length / 2];
        line.append(
            String.format(
                Locale.ROOT, " %.0f (%.0f to %.0f) |", medians[f], t[0], t[t.length - 1]));
      }
      if (both) {
        line.append(String.format(Locale.ROOT, " %.2f |", medians[1] / medians[0]));
      }
      out.println(line);
    }
    out.println();
    printProfiles(out);
  }

  private String title() {
    String text = workload.description();
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private void printProfiles(PrintWriter out) {
    if (profiles.isEmpty()) {
      return;
    }
    out.println("Where the time of a recorded process went, ms; code by samples:");
    out.println();
    List<String> columns = new ArrayList<>();
    List<Map<String, Double>> values = new ArrayList<>();
    profiles.forEach(
        (format, use) ->
            use.forEach(
                (part, times) -> {
                  columns.add(format + ", " + part);
                  values.add(times);
                }));
    Set<String> rows = new TreeSet<>();
    values.forEach(v -> rows.addAll(v.keySet()));
    out.println("| | " + String.join(" | ", columns) + " |");
    out.println("|---|" + "---:|".repeat(columns.size()));
    for (String row : rows) {
      StringBuilder line = new StringBuilder("| " + row + " |");
      for (Map<String, Double> v : values) {
        line.append(String.format(Locale.ROOT, " %.0f |", v.getOrDefault(row, 0.0)));
      }
      out.println(line);
    }
    out.println();
  }
}
