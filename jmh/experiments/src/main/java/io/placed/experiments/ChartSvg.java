package io.placed.experiments;

import io.placed.experiments.Chart.Kind;
import io.placed.experiments.ChartData.Facet;
import io.placed.experiments.ChartData.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Small diagrams side by side with one scale for all, as the papers lay out their figures. */
final class ChartSvg {
  private static final int WIDTH = 300;
  private static final int HEIGHT = 190;
  private static final int LEFT = 52;
  private static final int BOTTOM = 34;
  private static final int TOP = 26;
  private static final int GAP = 18;
  private static final int IN_A_ROW = 3;
  private static final int TICKS = 4;
  private static final String[] COLOURS = {
    "#2b7a4b", "#9aa7b5", "#3b6fb6", "#d08a2e", "#a34a6b", "#6b6fb0", "#4aa3a3", "#8a6d3b",
    "#c44e52", "#555555", "#7fb86f", "#b59ad0"
  };

  private final ChartData data;
  private final boolean logarithmic;
  private final boolean bars;
  private final double least;
  private final double most;
  private final StringBuilder out = new StringBuilder();

  private ChartSvg(ChartData data) {
    this.data = data;
    Kind kind = data.chart().kind();
    logarithmic = kind == Kind.LOG_BARS || kind == Kind.LOG_LINES;
    bars = kind == Kind.BARS || kind == Kind.LOG_BARS;
    double high = 0;
    double low = Double.MAX_VALUE;
    for (Facet f : data.facets().values()) {
      for (Map<String, Point> points : f.points().values()) {
        for (Point p : points.values()) {
          high = Math.max(high, p.max());
          low = p.min() > 0 ? Math.min(low, p.min()) : low;
        }
      }
    }
    most = high > 0 ? high : 1;
    least = logarithmic ? Math.pow(10, Math.floor(Math.log10(Math.min(low, most)))) : 0;
  }

  static String svg(String title, ChartData data) {
    return new ChartSvg(data).draw(title);
  }

  private String draw(String title) {
    int facets = data.facets().size();
    int columns = Math.min(IN_A_ROW, facets);
    int width = Math.max(480, columns * (WIDTH + GAP) + GAP);
    String unit = data.chart().unit();
    text(GAP, 22, "title", title + (unit.isEmpty() ? "" : ", " + unit));
    int y = 40 + legend(width);
    int i = 0;
    for (var f : data.facets().entrySet()) {
      facet(
          f.getKey(),
          f.getValue(),
          GAP + i % IN_A_ROW * (WIDTH + GAP),
          y + i / IN_A_ROW * (HEIGHT + GAP));
      i++;
    }
    int height = y + (facets + IN_A_ROW - 1) / IN_A_ROW * (HEIGHT + GAP) + GAP;
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d"
                + " %d\">%n",
            width,
            height,
            width,
            height)
        + "<style>text{font:11px sans-serif;fill:#222}.title{font-size:14px;font-weight:bold}"
        + ".facet{font-weight:bold}.right{text-anchor:end}.middle{text-anchor:middle}"
        + "line{stroke:#ccc}.error{stroke:#222}</style>\n"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        + out
        + "</svg>\n";
  }

  /** Returns its height. */
  private int legend(int width) {
    int x = GAP;
    int y = 40;
    if (data.series().size() < 2) {
      return 0;
    }
    for (int s = 0; s < data.series().size(); s++) {
      int w = 24 + 6 * data.series().get(s).length();
      if (x + w > width && x > GAP) {
        x = GAP;
        y += 16;
      }
      rect(x, y - 9, 10, 10, colour(s));
      text(x + 14, y, "", data.series().get(s));
      x += w;
    }
    return y - 40 + 16;
  }

  private void facet(String name, Facet facet, int left, int top) {
    int x0 = left + LEFT;
    int x1 = left + WIDTH;
    int y0 = top + HEIGHT - BOTTOM;
    int y1 = top + TOP;
    text(left, top + 14, "facet", name);
    for (double tick : ticks()) {
      double y = place(tick, y0, y1);
      line(x0, y, x1, y, "");
      text(x0 - 4, y + 4, "right", ExperimentReport.number(tick));
    }
    List<String> xs = new ArrayList<>(facet.points().keySet());
    if (xs.stream().allMatch(ResultTable::isNumber)) {
      xs.sort(java.util.Comparator.comparingDouble(Double::parseDouble));
    }
    double step = (double) (x1 - x0) / xs.size();
    // Labels that would touch are left out.
    int every =
        Math.max(
            1, (int) Math.ceil(xs.stream().mapToInt(String::length).max().orElse(1) * 7 / step));
    double[][] last = new double[data.series().size()][];
    for (int i = 0; i < xs.size(); i++) {
      double middle = x0 + (i + 0.5) * step;
      if (i % every == 0) {
        text(middle, y0 + 14, "middle", xs.get(i));
      }
      Map<String, Point> points = facet.points().get(xs.get(i));
      for (int s = 0; s < data.series().size(); s++) {
        Point p = points.get(data.series().get(s));
        if (p == null) {
          continue;
        }
        double y = place(p.median(), y0, y1);
        if (bars) {
          double w = step * 0.85 / data.series().size();
          double x = x0 + (i + 0.075) * step + s * w;
          rect(x, y, Math.max(1, w - 1), y0 - y, colour(s));
          line(x + w / 2, place(p.min(), y0, y1), x + w / 2, place(p.max(), y0, y1), "error");
        } else {
          circle(middle, y, colour(s));
          if (last[s] != null) {
            stroke(last[s][0], last[s][1], middle, y, colour(s));
          }
          last[s] = new double[] {middle, y};
        }
      }
    }
    text((x0 + x1) / 2.0, y0 + 28, "middle", data.chart().x());
  }

  private List<Double> ticks() {
    List<Double> out = new ArrayList<>();
    if (logarithmic) {
      int decades = (int) Math.ceil(Math.log10(most / least));
      int each = Math.max(1, (decades + TICKS) / (TICKS + 1));
      for (int d = 0; d <= decades; d += each) {
        out.add(least * Math.pow(10, d));
      }
      return out;
    }
    double raw = most / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double nice = raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1;
    for (double t = 0; t <= most * 1.0001; t += nice * power) {
      out.add(t);
    }
    return out;
  }

  private double place(double v, double bottom, double top) {
    double part;
    if (logarithmic) {
      double decades = Math.max(1, Math.ceil(Math.log10(most / least)));
      part = v <= least ? 0 : Math.log10(v / least) / decades;
    } else {
      part = v / most;
    }
    return bottom - part * (bottom - top);
  }

  private static String colour(int series) {
    return COLOURS[series % COLOURS.length];
  }

  private void text(double x, double y, String style, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
            style,
            x,
            y,
            text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }

  private void rect(double x, double y, double w, double h, String colour) {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            x,
            y,
            w,
            Math.max(0, h),
            colour));
  }

  private void line(double xa, double ya, double xb, double yb, String style) {
    out.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
            style,
            xa,
            ya,
            xb,
            yb));
  }

  private void stroke(double xa, double ya, double xb, double yb, String colour) {
    out.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" style=\"stroke:%s;"
                + "stroke-width:1.5\"/>%n",
            xa,
            ya,
            xb,
            yb,
            colour));
  }

  private void circle(double x, double y, String colour) {
    out.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>%n",
            x,
            y,
            colour));
  }
}
