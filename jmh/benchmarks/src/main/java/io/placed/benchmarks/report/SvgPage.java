package io.placed.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemSource;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.block.RectangleConstraint;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.Size2D;
import org.jfree.data.Range;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Diagrams of one picture, side by side in rows, below a title and one legend, as SVG. */
public final class SvgPage {
  /** Between the parts of the picture. */
  private static final int GAP = 12;

  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 11);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 14);

  private final String title;
  private final int width;
  private final List<Cell> cells = new ArrayList<>();
  private JFreeChart legend;

  /** Where a diagram is, from the lower end of the legend. */
  private record Cell(JFreeChart chart, Rectangle2D place) {}

  /**
   * @param width of the picture, in pixels
   */
  public SvgPage(String title, int width) {
    this.title = title;
    this.width = width;
  }

  /**
   * Adds a diagram.
   *
   * @param name above it; empty: none
   * @param top from the lower end of the legend
   */
  public void add(String name, CategoryPlot plot, int left, int top, int wide, int high) {
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    boolean several = plot.getDataset().getRowCount() > 1;
    place(
        name,
        plot,
        List.of(plot.getDomainAxis(), plot.getRangeAxis()),
        several,
        new Rectangle2D.Double(left, top, wide, high));
  }

  /** Adds a diagram with numbers on both axes; see above. */
  public void add(String name, XYPlot plot, int left, int top, int wide, int high) {
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    boolean several = plot.getSeriesCount() > 1;
    place(
        name,
        plot,
        List.of(plot.getDomainAxis(), plot.getRangeAxis()),
        several,
        new Rectangle2D.Double(left, top, wide, high));
  }

  private void place(
      String name, Plot plot, List<? extends Axis> axes, boolean several, Rectangle2D where) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    for (Axis a : axes) {
      a.setTickLabelFont(TEXT);
      a.setLabelFont(TEXT);
    }
    JFreeChart chart = new JFreeChart(null, null, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(0, GAP, 0, GAP));
    if (!name.isEmpty()) {
      TextTitle text = new TextTitle(name, BOLD);
      text.setHorizontalAlignment(HorizontalAlignment.LEFT);
      text.setPadding(GAP / 2.0, GAP, 2, 0);
      chart.setTitle(text);
    }
    cells.add(new Cell(chart, where));
    if (legend == null && several) {
      legend = chart;
    }
  }

  public String svg() {
    Document document;
    try {
      document =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
    SVGGraphics2D g = new SVGGraphics2D(document);
    double top = draw(g);
    double bottom = top;
    for (Cell c : cells) {
      Rectangle2D r = c.place();
      c.chart()
          .draw(g, new Rectangle2D.Double(r.getX(), top + r.getY(), r.getWidth(), r.getHeight()));
      bottom = Math.max(bottom, top + r.getMaxY());
    }
    Element root = g.getRoot();
    int height = (int) Math.ceil(bottom + GAP);
    root.setAttribute("width", String.valueOf(width));
    root.setAttribute("height", String.valueOf(height));
    root.setAttribute("viewBox", "0 0 " + width + " " + height);
    root.setAttribute("style", "background: white");
    return text(root);
  }

  /** The title and the legend; returns their lower end. */
  private double draw(Graphics2D g) {
    g.setFont(TITLE);
    g.setPaint(Color.BLACK);
    g.drawString(title, GAP, 2 * GAP);
    double top = 3 * GAP;
    if (legend == null) {
      return top;
    }
    LegendTitle list = new LegendTitle((LegendItemSource) legend.getPlot());
    list.setItemFont(TEXT);
    double wide = width - 2.0 * GAP;
    Size2D size = list.arrange(g, new RectangleConstraint(wide, new Range(0, 1000)));
    list.draw(g, new Rectangle2D.Double(GAP, top, wide, size.height));
    return top + size.height + GAP / 2.0;
  }

  private static String text(Element root) {
    try {
      Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
      writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      // Lines that a diff can show, without the blanks of deep elements.
      writer.setOutputProperty(OutputKeys.INDENT, "yes");
      writer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "0");
      StringWriter out = new StringWriter();
      writer.transform(new DOMSource(root), new StreamResult(out));
      return out.toString().replace(System.lineSeparator(), "\n");
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
  }
}
