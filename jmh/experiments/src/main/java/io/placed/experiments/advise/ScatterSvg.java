package io.placed.experiments.advise;

import io.placed.benchmarks.report.RangeBars;
import io.placed.benchmarks.report.SvgPage;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Predicted bytes over counted bytes: a diagram for each table, a colour for each kind of order.
 */
final class ScatterSvg {
  private static final int SIZE = 330;

  /** Points of a diagram, at most: each is an element of the picture. */
  private static final int MAX_POINTS = 250;

  private static final double DOT = 2.5;

  private ScatterSvg() {}

  static String svg(List<Measured> all) {
    List<String> tables = all.stream().map(Measured::table).distinct().toList();
    List<String> orders = all.stream().map(Measured::order).distinct().sorted().toList();
    SvgPage page = new SvgPage("Bytes of queries, predicted over counted", SIZE * tables.size());
    for (int t = 0; t < tables.size(); t++) {
      String table = tables.get(t);
      List<Measured> of = all.stream().filter(m -> m.table().equals(table)).toList();
      page.add(table, plot(some(of), orders), t * SIZE, 0, SIZE, SIZE);
    }
    return page.svg();
  }

  /** Every n-th query. */
  private static List<Measured> some(List<Measured> all) {
    List<Measured> out = new ArrayList<>();
    double distance = Math.max(1, (double) all.size() / MAX_POINTS);
    for (double at = 0; at < all.size(); at += distance) {
      Measured m = all.get((int) at);
      if (m.counted() > 0 && m.predicted() > 0) { // The axes are logarithmic.
        out.add(m);
      }
    }
    return out;
  }

  private static XYPlot plot(List<Measured> points, List<String> orders) {
    XYSeriesCollection series = new XYSeriesCollection();
    double low = Double.MAX_VALUE;
    double high = 1;
    for (String order : orders) {
      XYSeries of = new XYSeries(order, false);
      for (Measured m : points) {
        low = Math.min(low, Math.min(m.counted(), m.predicted()));
        high = Math.max(high, Math.max(m.counted(), m.predicted()));
        if (m.order().equals(order)) {
          of.add(m.counted(), m.predicted());
        }
      }
      series.addSeries(of);
    }
    low = Math.pow(10, Math.floor(Math.log10(Math.min(low, high))));
    high = Math.pow(10, Math.ceil(Math.log10(high)));
    XYLineAndShapeRenderer dots = new XYLineAndShapeRenderer(false, true);
    for (int s = 0; s < orders.size(); s++) {
      dots.setSeriesShape(s, new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
      dots.setSeriesPaint(s, RangeBars.colour(s));
    }
    XYPlot plot =
        new XYPlot(series, axis("counted", low, high), axis("predicted", low, high), dots);
    plot.addAnnotation(
        new XYLineAnnotation(low, low, high, high, new BasicStroke(0.5f), Color.GRAY));
    return plot;
  }

  private static LogarithmicAxis axis(String name, double low, double high) {
    LogarithmicAxis out = new LogarithmicAxis(name);
    out.setRange(low, high);
    out.setLog10TickLabelsFlag(true);
    return out;
  }
}
