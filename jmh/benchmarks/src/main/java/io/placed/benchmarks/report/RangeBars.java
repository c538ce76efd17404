package io.placed.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.function.BiFunction;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRendererState;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.Range;
import org.jfree.data.category.CategoryDataset;

/**
 * Bars up to a median with a line from the least to the largest value, which may lie on different
 * sides in different lengths.
 */
public class RangeBars extends BarRenderer {
  private static final long serialVersionUID = 1;

  /** Blue, orange and green differ for most eyes. */
  private static final String[] COLOURS = {
    "#2b7a4b", "#9aa7b5", "#3b6fb6", "#d08a2e", "#a34a6b", "#6b6fb0", "#4aa3a3", "#8a6d3b",
    "#c44e52", "#555555", "#7fb86f", "#b59ad0"
  };

  private final transient BiFunction<Comparable<?>, Comparable<?>, Range> ranges;

  /**
   * @param ranges least and largest value by series and category; null: there is none
   */
  public RangeBars(BiFunction<Comparable<?>, Comparable<?>, Range> ranges) {
    this.ranges = ranges;
    setBarPainter(new StandardBarPainter());
    setShadowVisible(false);
    setItemMargin(0.05);
    for (int i = 0; i < COLOURS.length; i++) {
      setSeriesPaint(i, colour(i));
    }
  }

  /** The colour of a series. */
  public static Paint colour(int series) {
    return Color.decode(COLOURS[series % COLOURS.length]);
  }

  @Override
  public void drawItem(
      Graphics2D g,
      CategoryItemRendererState state,
      Rectangle2D area,
      CategoryPlot plot,
      CategoryAxis x,
      ValueAxis y,
      CategoryDataset data,
      int row,
      int column,
      int pass) {
    super.drawItem(g, state, area, plot, x, y, data, row, column, pass);
    Range range = ranges.apply(data.getRowKey(row), data.getColumnKey(column));
    if (range == null || data.getValue(row, column) == null || range.getLength() == 0) {
      return;
    }
    PlotOrientation orientation = plot.getOrientation();
    double middle =
        calculateBarW0(plot, orientation, area, x, state, state.getVisibleSeriesIndex(row), column)
            + state.getBarWidth() / 2;
    RectangleEdge edge = plot.getRangeAxisEdge();
    double low = y.valueToJava2D(Math.max(range.getLowerBound(), y.getLowerBound()), area, edge);
    double high = y.valueToJava2D(range.getUpperBound(), area, edge);
    g.setPaint(Color.DARK_GRAY);
    g.setStroke(new BasicStroke(1));
    g.draw(
        orientation == PlotOrientation.VERTICAL
            ? new Line2D.Double(middle, low, middle, high)
            : new Line2D.Double(low, middle, high, middle));
  }
}
