package io.placed.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values of one chart: by facet, place on the x axis, and series.
 *
 * @param series names, in order
 * @param facets by name
 */
record ChartData(Chart chart, List<String> series, Map<String, Facet> facets) {
  /**
   * One small diagram.
   *
   * @param points by place on the x axis, then by series
   */
  record Facet(Map<String, Map<String, Point>> points) {}

  /** Median, least and largest. */
  record Point(double median, double min, double max) {}

  static ChartData of(Chart chart, List<Knob> knobs, ResultTable table) {
    List<String> names = knobs.stream().map(Knob::name).toList();
    List<String> others =
        names.stream()
            .filter(n -> !n.equals(chart.x()) && !chart.facets().contains(n))
            .filter(n -> table.values(n).size() > 1)
            .toList();
    Set<String> series = new LinkedHashSet<>();
    Map<String, Facet> facets = new LinkedHashMap<>();
    for (Result r : table.measuredResults()) {
      Measure m = r.measures().get(chart.measure());
      if (m == null || !r.cell().containsKey(chart.x())) {
        continue;
      }
      List<String> varied =
          chart.facets().stream().filter(f -> table.values(f).size() > 1).toList();
      String facet = text(r, varied);
      String s = others.isEmpty() ? chart.measure() : text(r, others);
      series.add(s);
      facets
          .computeIfAbsent(facet, f -> new Facet(new LinkedHashMap<>()))
          .points()
          .computeIfAbsent(r.cell().get(chart.x()), x -> new LinkedHashMap<>())
          .put(
              s,
              new Point(
                  m.median() / chart.divisor(),
                  m.min() / chart.divisor(),
                  m.max() / chart.divisor()));
    }
    return new ChartData(chart, List.copyOf(series), facets);
  }

  /** Words as they are, numbers with the name of their knob. */
  private static String text(Result r, List<String> knobs) {
    List<String> out = new ArrayList<>();
    for (String k : knobs) {
      String v = r.cell().get(k);
      out.add(v.matches("[a-zA-Z].*") && !v.matches("yes|no|on|off|none|best") ? v : k + " " + v);
    }
    return String.join(", ", out);
  }

  boolean isEmpty() {
    return facets.isEmpty();
  }

  /** A row for each place on the x axis of each facet, a column for each series. */
  String markdown() {
    boolean named = facets.size() > 1;
    StringBuilder out = new StringBuilder(named ? "| " : "");
    out.append(named ? "| " : "| ").append(chart.x()).append(" | ");
    out.append(String.join(" | ", series)).append(" |\n|");
    out.append(named ? "---|" : "").append("---:|").append("---:|".repeat(series.size()));
    out.append('\n');
    facets.forEach(
        (name, facet) ->
            facet
                .points()
                .forEach(
                    (x, points) -> {
                      out.append(named ? "| " + name + " " : "").append("| ").append(x);
                      for (String s : series) {
                        out.append(" | ").append(cell(points.get(s)));
                      }
                      out.append(" |\n");
                    }));
    return out.toString();
  }

  private static String cell(Point p) {
    if (p == null) {
      return "";
    }
    String median = ExperimentReport.number(p.median());
    String min = ExperimentReport.number(p.min());
    String max = ExperimentReport.number(p.max());
    return min.equals(max) ? median : median + " (" + min + "–" + max + ")";
  }
}
