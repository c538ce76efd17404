package io.placed.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** Horizontal bars with the least and the largest value, as SVG. */
final class BarChart {
  private static final int WIDTH = 860;
  private static final int LABELS = 230;
  private static final int BARS = 520;
  private static final int STEP = 24;
  private static final int BAR = 15;

  private BarChart() {}

  /** One bar, from 0 to the median. */
  record Bar(String label, double min, double median, double max) {}

  /** Bars below one heading. */
  record Group(String title, List<Bar> bars) {}

  /**
   * @param unit of the values
   */
  static String svg(String title, String unit, List<Group> groups) {
    double max =
        groups.stream().flatMap(g -> g.bars().stream()).mapToDouble(Bar::max).max().orElse(1);
    StringBuilder out = new StringBuilder();
    int y = 30;
    text(out, 10, y, "title", title + ", " + unit + " (median of the forks, least to largest)");
    y += 14;
    for (Group g : groups) {
      y += 26;
      text(out, 10, y, "group", g.title());
      y += 8;
      for (Bar b : g.bars()) {
        double scale = BARS / max;
        int middle = y + STEP / 2;
        out.append(
            String.format(
                Locale.ROOT,
                "<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>%n",
                LABELS - 8,
                middle + 4,
                escaped(b.label())));
        out.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n",
                b.label().startsWith("placed") ? "ours" : "bar",
                LABELS,
                middle - BAR / 2,
                b.median() * scale,
                BAR));
        out.append(
            String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>%n",
                LABELS + b.min() * scale,
                LABELS + b.max() * scale,
                middle,
                middle));
        text(
            out,
            (int) (LABELS + b.max() * scale) + 6,
            middle + 4,
            "value",
            Report.number(b.median()));
        y += STEP;
      }
    }
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d"
                + " %d\">%n",
            WIDTH,
            y + 16,
            WIDTH,
            y + 16)
        + "<style>text{font:12px sans-serif;fill:#222}.title{font-size:14px;font-weight:bold}"
        + ".group{font-weight:bold}.label{text-anchor:end}.bar{fill:#9aa7b5}.ours{fill:#2b7a4b}"
        + "line{stroke:#222;stroke-width:1.5}</style>\n"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        + out
        + "</svg>\n";
  }

  private static void text(StringBuilder out, int x, int y, String style, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n",
            style,
            x,
            y,
            escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
