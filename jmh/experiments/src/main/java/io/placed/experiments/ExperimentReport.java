package io.placed.experiments;

import io.placed.experiments.Finding.Seen;
import io.placed.experiments.Finding.Verdict;
import io.placed.experiments.Result.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Results as one Markdown file and one SVG file for each chart. Each experiment has its paper's
 * findings beside ours, a table and a picture for each chart, and what was not measured and why.
 */
public final class ExperimentReport {
  /** Name of the Markdown file. */
  public static final String NAME = "experiments.md";

  private final ResultFile file;
  private final List<Experiment> experiments;
  private final StringBuilder out = new StringBuilder();
  private final Map<String, String> pictures = new LinkedHashMap<>();

  /**
   * @param results a file as {@link Runner} writes it
   */
  public ExperimentReport(Path results, List<Experiment> experiments) throws IOException {
    if (!Files.exists(results)) {
      throw new IOException(results + ": there are no results; 'bench run' measures");
    }
    this.file = new ResultFile(results);
    this.experiments = experiments;
  }

  /** Writes all files into a directory. */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(NAME), markdown());
    for (var p : pictures.entrySet()) {
      Files.writeString(directory.resolve(p.getKey()), p.getValue());
    }
  }

  public String markdown() {
    out.setLength(0);
    pictures.clear();
    out.append("# Experiments\n");
    summary();
    for (Experiment e : experiments) {
      for (double scale : scales(e)) {
        experiment(e, scale);
      }
    }
    environments();
    return out.toString();
  }

  private List<Double> scales(Experiment e) {
    TreeSet<Double> out = new TreeSet<>();
    for (Result r : file.results()) {
      if (r.experiment() == e.title().number()) {
        out.add(r.scale());
      }
    }
    return List.copyOf(out);
  }

  private void summary() {
    out.append("\n| | experiment | scale | cells | not measured | failed | findings | agree |\n");
    out.append("|---:|---|---:|---:|---:|---:|---:|---:|\n");
    for (Experiment e : experiments) {
      for (double scale : scales(e)) {
        ResultTable t = table(e, scale);
        List<Seen> seen = new ArrayList<>();
        e.findings().forEach(f -> seen.add(look(f, t)));
        long claims = seen.stream().filter(s -> s != null && s.verdict() != Verdict.SHOWN).count();
        long agree = seen.stream().filter(s -> s != null && s.verdict() == Verdict.AGREES).count();
        out.append(
            String.format(
                Locale.ROOT,
                "| %d | %s | %s | %d | %d | %d | %d | %d |%n",
                e.title().number(),
                e.title().text(),
                number(scale),
                count(t, Status.MEASURED),
                count(t, Status.NOT_MEASURED),
                count(t, Status.FAILED),
                claims,
                agree));
      }
    }
  }

  private static long count(ResultTable t, Status status) {
    return t.all().stream().filter(r -> r.status() == status).count();
  }

  private ResultTable table(Experiment e, double scale) {
    return new ResultTable(file.results(), e.title().number(), scale);
  }

  private void experiment(Experiment e, double scale) {
    Experiment.Title title = e.title();
    ResultTable t = table(e, scale);
    out.append(String.format(Locale.ROOT, "\n## %d. %s%n%n", title.number(), title.text()));
    out.append(title.paper().text()).append(", ").append(title.figure()).append(". ");
    out.append(title.method()).append(" Scale ").append(number(scale)).append(".\n");
    findings(e, t);
    int number = 0;
    for (Chart c : e.charts()) {
      number++;
      ChartData data = ChartData.of(c, e.knobs(), t);
      if (data.isEmpty()) {
        continue;
      }
      String name =
          String.format(Locale.ROOT, "experiment-%02d-%d", title.number(), number)
              + (scales(e).size() > 1 ? "-" + number(scale) : "")
              + ".svg";
      pictures.put(name, ChartSvg.svg(title.number() + ". " + c.title(), data));
      out.append("\n**").append(c.title()).append("**");
      out.append(c.unit().isEmpty() ? "" : ", " + c.unit());
      out.append("\n\n![").append(c.title()).append("](").append(name).append(")\n\n");
      out.append(data.markdown());
    }
    reasons(t);
  }

  private static Seen look(Finding f, ResultTable t) {
    return f.look().apply(t);
  }

  private void findings(Experiment e, ResultTable t) {
    if (e.findings().isEmpty()) {
      return;
    }
    out.append("\n| the paper says | its numbers | here | |\n|---|---|---|---|\n");
    for (Finding f : e.findings()) {
      Seen seen = look(f, t);
      out.append("| %s | %s | ".formatted(f.claim(), f.paper()));
      out.append(
          seen == null
              ? "not measured | |\n"
              : seen.text() + " | " + seen.verdict().text() + " |\n");
    }
  }

  /** Each reason and note once, with the number of cells. */
  private void reasons(ResultTable t) {
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (Result r : t.all()) {
      if (r.status() == Status.NOT_MEASURED) {
        reasons.merge("Not measured: " + r.reason(), 1, Integer::sum);
      } else if (r.status() == Status.FAILED) {
        reasons.merge("FAILED: " + r.reason(), 1, Integer::sum);
      }
      r.notes().forEach(n -> reasons.merge("Note: " + n, 1, Integer::sum));
    }
    if (!reasons.isEmpty()) {
      out.append('\n');
    }
    reasons.forEach(
        (text, n) ->
            out.append("- ").append(text).append(n > 1 ? " (" + n + " cells)" : "").append('\n'));
  }

  private void environments() {
    out.append("\n## Environments\n");
    file.environments()
        .forEach(
            (name, values) -> {
              out.append("\n**").append(name).append("**\n\n");
              values.forEach(
                  (k, v) -> out.append("- ").append(k).append(": ").append(v).append('\n'));
            });
  }

  /** Three significant digits, or more before the decimal point. */
  static String number(double v) {
    if (v == 0) {
      return "0";
    }
    double a = Math.abs(v);
    if (a >= 100 || v == Math.rint(v) && a >= 1) {
      return String.format(Locale.ROOT, "%,.0f", v);
    }
    if (a >= 10) {
      return String.format(Locale.ROOT, "%.1f", v);
    }
    if (a >= 0.01) {
      return String.format(Locale.ROOT, "%.3g", v)
          .replaceAll("(\\.\\d*?)0+$", "$1")
          .replaceAll("\\.$", "");
    }
    return String.format(Locale.ROOT, "%.2g", v);
  }
}
