package io.placed.picture.waterfall;

import io.placed.text.Amounts;
import io.placed.text.Markup;
import java.util.Locale;

/** The steps as rows of an HTML table that fits the width of its place, also that of a phone. */
public final class WaterfallTable {
  private WaterfallTable() {}

  /** Elements tr of three columns: step, bytes, and a bar in the color of the cell's text. */
  public static String rows(Waterfall w) {
    StringBuilder out = new StringBuilder();
    for (Waterfall.Step s : w.steps()) {
      double percent = 100 * Math.min(1, (double) s.bytes() / w.whole());
      out.append("<tr><td>")
          .append(Markup.escape(s.name()))
          .append("<br/><small>")
          .append(Markup.escape(s.note()))
          .append("</small></td><td title=\"")
          .append(Amounts.count(s.bytes(), "byte"))
          .append("\">")
          .append(Amounts.bytes(s.bytes()))
          .append("</td><td width=\"40%\" class=\"text-primary\">")
          .append(
              String.format(
                  Locale.ROOT,
                  "<svg width=\"100%%\" height=\"14\" aria-hidden=\"true\">"
                      + "<rect width=\"%.2f%%\" height=\"14\" fill=\"currentColor\"/></svg>",
                  percent))
          .append("</td></tr>\n");
    }
    return out.toString();
  }
}
