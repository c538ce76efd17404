package io.placed.experiments;

import io.placed.benchmarks.report.RangeBars;
import io.placed.benchmarks.report.SvgPage;
import io.placed.experiments.Chart.Kind;
import io.placed.experiments.ChartData.Facet;
import io.placed.experiments.ChartData.Point;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.CategoryItemRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.text.TextBlock;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultCategoryDataset;

/** Small diagrams side by side with one scale for all, as the papers lay out their figures. */
final class ChartSvg {
  private static final int WIDTH = 320;
  private static final int HEIGHT = 220;
  private static final int IN_A_ROW = 3;
  private static final int LEAST_WIDTH = 500;

  /** Widths of the axis on the left and of a letter, in pixels. */
  private static final int AXIS = 60;

  private static final int LETTER = 7;

  /** Margin above the largest value. */
  private static final double ROOM = 1.05;

  private final ChartData data;
  private final boolean logarithmic;
  private final boolean bars;
  private final double least;
  private final double most;

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
    String unit = data.chart().unit();
    int columns = Math.min(IN_A_ROW, data.facets().size());
    SvgPage page =
        new SvgPage(
            title + (unit.isEmpty() ? "" : ", " + unit), Math.max(LEAST_WIDTH, columns * WIDTH));
    int wide = columns == 1 ? LEAST_WIDTH : WIDTH;
    int i = 0;
    for (Map.Entry<String, Facet> f : data.facets().entrySet()) {
      CategoryPlot plot = plot(f.getValue(), wide);
      page.add(f.getKey(), plot, i % IN_A_ROW * WIDTH, i / IN_A_ROW * HEIGHT, wide, HEIGHT);
      i++;
    }
    return page.svg();
  }

  private CategoryPlot plot(Facet facet, int wide) {
    List<String> xs = new ArrayList<>(facet.points().keySet());
    if (xs.stream().allMatch(ResultTable::isNumber)) {
      xs.sort(Comparator.comparingDouble(Double::parseDouble));
    }
    DefaultCategoryDataset medians = new DefaultCategoryDataset();
    for (String s : data.series()) {
      for (String x : xs) {
        Point p = facet.points().get(x).get(s);
        medians.addValue(p == null ? null : (Number) p.median(), s, x);
      }
    }
    CategoryAxis axis = axis(xs, wide);
    return new CategoryPlot(medians, axis, values(), bars ? bars(facet) : lines());
  }

  /** Labels that would touch are slanted; some numbers are omitted. */
  private CategoryAxis axis(List<String> xs, int wide) {
    int longest = xs.stream().mapToInt(String::length).max().orElse(1);
    int every = (longest * LETTER * xs.size() + wide - AXIS - 1) / (wide - AXIS);
    boolean numbers = xs.stream().allMatch(ResultTable::isNumber);
    CategoryAxis out =
        new CategoryAxis(data.chart().x()) {
          private static final long serialVersionUID = 1;

          @Override
          @SuppressWarnings("rawtypes") // As in the class above.
          protected TextBlock createLabel(
              Comparable x, float width, RectangleEdge edge, Graphics2D g) {
            return numbers && xs.indexOf(x) % every > 0
                ? new TextBlock()
                : super.createLabel(x, width * every, edge, g);
          }
        };
    out.setCategoryMargin(0.15);
    out.setLowerMargin(0.02);
    out.setUpperMargin(0.02);
    if (!numbers && every > 1) {
      out.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    }
    return out;
  }

  private ValueAxis values() {
    NumberAxis out = logarithmic ? new LogarithmicAxis(null) : new NumberAxis();
    if (logarithmic) {
      double decades = Math.max(1, Math.ceil(Math.log10(most / least)));
      out.setRange(least, least * Math.pow(10, decades));
      ((LogarithmicAxis) out).setLog10TickLabelsFlag(false);
    } else {
      out.setRange(0, most * ROOM);
    }
    return out;
  }

  private RangeBars bars(Facet facet) {
    RangeBars out =
        new RangeBars(
            (series, x) -> {
              Point p = facet.points().get((String) x).get((String) series);
              return p == null ? null : new Range(p.min(), p.max());
            });
    out.setBase(least);
    return out;
  }

  private CategoryItemRenderer lines() {
    LineAndShapeRenderer out = new LineAndShapeRenderer();
    for (int s = 0; s < data.series().size(); s++) {
      out.setSeriesPaint(s, RangeBars.colour(s));
      out.setSeriesShape(s, new Ellipse2D.Double(-2.5, -2.5, 5, 5));
    }
    out.setDefaultOutlinePaint(Color.WHITE);
    return out;
  }
}
