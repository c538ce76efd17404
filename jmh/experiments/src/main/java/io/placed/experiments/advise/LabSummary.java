package io.placed.experiments.advise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The numbers of a laboratory, as a value for JSON and as tables in Markdown. */
final class LabSummary {
  /** A baseline that is this close to the advice is as good. */
  private static final double TIE = 1.01;

  private final List<LabRun.Found> found;
  private final double unchanged;
  private final int uniformCases;

  /**
   * @param unchanged share of uniform cases in which nothing was to be changed
   */
  LabSummary(List<LabRun.Found> found, double unchanged, int uniformCases) {
    this.found = found;
    this.unchanged = unchanged;
    this.uniformCases = uniformCases;
  }

  List<Measured> measured() {
    return found.stream().flatMap(f -> f.measured().stream()).toList();
  }

  private static double quantile(double[] values, double rank) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    int n = sorted.length;
    return n == 0 ? Double.NaN : sorted[(int) Math.min(n - 1, Math.ceil(rank * n))];
  }

  private static double[] of(List<Measured> all, ToDoubleFunction<Measured> what) {
    return all.stream().mapToDouble(what).toArray();
  }

  private static Map<String, Object> errors(List<Measured> some) {
    Map<String, Object> out = new LinkedHashMap<>();
    double[] bytes = of(some, Measured::error);
    out.put("queries", some.size());
    out.put("bytesErrorMedian", quantile(bytes, 0.5));
    out.put("bytesErrorP95", quantile(bytes, 0.95));
    out.put("inBars", some.stream().filter(Measured::isInBar).count() / (double) some.size());
    out.put("timeErrorMean", Arrays.stream(of(some, Measured::timeError)).average().orElse(0));
    return out;
  }

  /** Everything but the single queries. */
  Map<String, Object> json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("placements", found.stream().mapToInt(LabRun.Found::placements).sum());
    Map<String, Object> errors = new LinkedHashMap<>();
    groups().forEach((name, some) -> errors.put(name, errors(some)));
    out.put("errors", errors);
    Map<String, Object> advice = new LinkedHashMap<>();
    adviceGroups().forEach((name, some) -> advice.put(name, advice(some)));
    out.put("advice", advice);
    out.put(
        "workloads",
        found.stream()
            .collect(
                Collectors.toMap(
                    LabRun.Found::table, LabRun.Found::judged, (a, b) -> a, LinkedHashMap::new)));
    out.put("unchanged", unchanged);
    out.put("uniformCases", uniformCases);
    return out;
  }

  private Map<String, List<Measured>> groups() {
    List<Measured> all = measured();
    Map<String, List<Measured>> out = new LinkedHashMap<>();
    out.put("all", all);
    out.put("held-out templates", all.stream().filter(Measured::heldOut).toList());
    for (LabRun.Found f : found) {
      out.put(f.table(), f.measured());
    }
    for (String order : List.of("none", "sort", "z-order", "hilbert", "qd-tree")) {
      List<Measured> some = all.stream().filter(m -> m.order().equals(order)).toList();
      if (!some.isEmpty()) {
        out.put(order, some);
      }
    }
    return out;
  }

  private Map<String, List<LabRun.Found>> adviceGroups() {
    Map<String, List<LabRun.Found>> out = new LinkedHashMap<>();
    out.put("all", found);
    found.forEach(f -> out.put(f.table(), List.of(f)));
    return out;
  }

  private static Map<String, Object> advice(List<LabRun.Found> some) {
    Map<String, Object> out = new LinkedHashMap<>();
    double[] regrets = judged(some).stream().mapToDouble(LabRun.Judged::regret).toArray();
    out.put("workloads", regrets.length);
    out.put("regretMedian", quantile(regrets, 0.5));
    out.put("regretP95", quantile(regrets, 0.95));
    Map<String, List<Double>> against = new LinkedHashMap<>();
    for (LabRun.Judged j : judged(some)) {
      j.against().forEach((k, v) -> against.computeIfAbsent(k, n -> new ArrayList<>()).add(v));
    }
    against.forEach(
        (name, ratios) -> {
          Map<String, Object> b = new LinkedHashMap<>();
          double[] values = ratios.stream().mapToDouble(r -> r).toArray();
          b.put("bytesMedian", quantile(values, 0.5));
          b.put("advisedIsAtLeastAsGood", share(values, r -> r >= 1 / TIE));
          b.put("adviceIsBetter", share(values, r -> r > TIE));
          out.put(name, b);
        });
    return out;
  }

  private static List<LabRun.Judged> judged(List<LabRun.Found> some) {
    return some.stream().flatMap(f -> f.judged().stream()).toList();
  }

  private static double share(double[] values, DoublePredicate of) {
    return (double) Arrays.stream(values).filter(of).count() / values.length;
  }

  String markdown() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%d placements written%n%n",
            found.stream().mapToInt(LabRun.Found::placements).sum()));
    out.append("| queries of | number | bytes: median error | p95 | in the 90 % bars | ");
    out.append("time: mean error |\n|---|---:|---:|---:|---:|---:|\n");
    groups()
        .forEach(
            (name, some) -> {
              Map<String, Object> e = errors(some);
              out.append("| ").append(name).append(" | ").append(some.size());
              for (String k :
                  List.of("bytesErrorMedian", "bytesErrorP95", "inBars", "timeErrorMean")) {
                out.append(" | ").append(percent((double) e.get(k)));
              }
              out.append(" |\n");
            });
    out.append("\n| workloads of | number | regret: median | p95 |\n|---|---:|---:|---:|\n");
    adviceGroups()
        .forEach(
            (name, some) -> {
              Map<String, Object> a = advice(some);
              out.append("| ").append(name).append(" | ").append(a.get("workloads"));
              out.append(" | ").append(percent((double) a.get("regretMedian")));
              out.append(" | ").append(percent((double) a.get("regretP95"))).append(" |\n");
            });
    out.append("\n| baseline | bytes by those of the advice, median | advice is better | ");
    out.append("or as good |\n|---|---:|---:|---:|\n");
    advice(found)
        .forEach(
            (name, value) -> {
              if (value instanceof Map<?, ?> b) {
                out.append("| ").append(name);
                out.append(String.format(Locale.ROOT, " | %.2f ×", (double) b.get("bytesMedian")));
                out.append(" | ").append(percent((double) b.get("adviceIsBetter")));
                out.append(" | ").append(percent((double) b.get("advisedIsAtLeastAsGood")));
                out.append(" |\n");
              }
            });
    out.append(
        String.format(
            Locale.ROOT,
            "%nuniform tables: change nothing in %s of %d cases%n",
            percent(unchanged),
            uniformCases));
    return out.toString();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
