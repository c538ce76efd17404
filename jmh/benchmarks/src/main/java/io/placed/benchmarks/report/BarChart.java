package io.placed.benchmarks.report;

import java.awt.Paint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultCategoryDataset;

/** Horizontal bars with the least and the largest value, as SVG. */
final class BarChart {
  private static final int WIDTH = 860;
  private static final int LABELS = 230;
  private static final int STEP = 24;

  /** Of a heading and an axis. */
  private static final int BESIDE_BARS = 50;

  /** Of the widest bar, for its number. */
  private static final double ROOM = 1.1;

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
    SvgPage page =
        new SvgPage(title + ", " + unit + " (median of the forks, least to largest)", WIDTH);
    int top = 0;
    for (Group g : groups) {
      int high = g.bars().size() * STEP + BESIDE_BARS;
      page.add(g.title(), plot(g, max * ROOM), 0, top, WIDTH, high);
      top += high;
    }
    return page.svg();
  }

  private static CategoryPlot plot(Group group, double most) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    Map<Comparable<?>, Bar> bars = new HashMap<>();
    for (Bar b : group.bars()) {
      String name = b.label() + "  " + Report.number(b.median());
      bars.put(name, b);
      data.addValue(b.median(), "median", name);
    }
    NumberAxis values = new NumberAxis();
    values.setRange(0, most);
    CategoryAxis names = new CategoryAxis();
    names.setMaximumCategoryLabelWidthRatio(1);
    names.setFixedDimension(LABELS);
    names.setLowerMargin(0.01);
    names.setUpperMargin(0.01);
    names.setCategoryMargin(0.3);
    RangeBars renderer =
        new RangeBars((series, bar) -> new Range(bars.get(bar).min(), bars.get(bar).max())) {
          private static final long serialVersionUID = 1;

          @Override
          public Paint getItemPaint(int row, int column) {
            return colour(data.getColumnKey(column).toString().startsWith("placed") ? 0 : 1);
          }
        };
    CategoryPlot plot = new CategoryPlot(data, names, values, renderer);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    return plot;
  }
}
