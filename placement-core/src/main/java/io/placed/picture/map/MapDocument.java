package io.placed.picture.map;

import io.placed.explain.ScanExplainer;
import io.placed.picture.waterfall.Waterfall;
import io.placed.picture.waterfall.WaterfallSvg;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import io.placed.text.Markup;
import java.io.IOException;
import java.util.List;

/** A map of a table as a self-contained document. */
public final class MapDocument {
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

  private static final String NAVIGATION =
      """
      <nav><button id="in" type="button">Zoom in</button><button id="out" type="button">Zoom out</button><button id="whole" type="button">Reset</button><button id="back" type="button">◀</button><button id="on" type="button">▶</button> Ctrl + wheel or double-click: zoom; drag: move; hover: details</nav>
      """;

  private final Picture picture;

  /** The chart of the bytes that the query reads; empty without a query. */
  private final String waterfall;

  private MapDocument(Picture picture, String waterfall) {
    this.picture = picture;
    this.waterfall = waterfall;
  }

  /**
   * Reads the footers of a snapshot's files, and some pages to tell their encodings.
   *
   * @param columns of the query, null for all
   * @param where of the query, null for all rows; without both there is no query
   * @throws IllegalArgumentException if a column does not exist or the predicate does not fit
   */
  public static MapDocument of(
      DataSet dataSet, Snapshot snapshot, List<String> columns, Predicate where)
      throws IOException {
    return new MapDocument(
        PictureBuilder.of(dataSet, snapshot, columns, where),
        columns == null && where == null ? "" : waterfall(dataSet, snapshot, columns, where));
  }

  private static String waterfall(
      DataSet dataSet, Snapshot snapshot, List<String> columns, Predicate where)
      throws IOException {
    ScanExplainer explainer = new ScanExplainer(dataSet, snapshot, columns, where, null);
    return WaterfallSvg.of(
        Waterfall.of("Bytes that the query reads", explainer.explain(), explainer.device(), null));
  }

  public String svg() throws IOException {
    return SvgMap.of(picture);
  }

  /** An HTML page that is also well-formed XML. */
  public String html() throws IOException {
    return Markup.page(
        picture.title(),
        POLICY,
        Markup.resource(MapDocument.class, "page.css"),
        NAVIGATION
            + SvgMap.element(picture)
            + (waterfall.isEmpty() ? "" : "<figure>\n" + waterfall + "</figure>\n")
            + "<div id=\"tip\" role=\"tooltip\"></div>\n<script>\n//<![CDATA[\n"
            + Markup.resource(MapDocument.class, "map.js")
            + "//]]>\n</script>\n");
  }

  /** Lines about the table. */
  public List<String> facts() {
    return picture.facts();
  }

  /** Lines about files without a lane and merged shapes. */
  public List<String> notes() {
    return picture.notes();
  }

  /** Lines about the query; none without a query. */
  public List<String> query() {
    return picture.query();
  }
}
