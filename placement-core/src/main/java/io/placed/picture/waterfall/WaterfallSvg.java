package io.placed.picture.waterfall;

import io.placed.text.Amounts;
import io.placed.text.Markup;
import java.util.Locale;

/** The chart as self-contained SVG. */
public final class WaterfallSvg {
  private static final int WIDTH = 900;
  private static final int LABEL = 130;
  private static final int BAR = 420;
  private static final int LINE = 24;
  private static final String STYLE =
      """
      <style>
      .waterfall .paper { fill: #ffffff; }
      .waterfall text { fill: #1d2126; }
      .waterfall .bar { fill: #4c78a8; }
      .waterfall .measured { fill: #f58518; }
      @media (prefers-color-scheme: dark) { .waterfall .paper { fill: #14181c; } \
      .waterfall text { fill: #e7eaed; } .waterfall .bar { fill: #6d9bcd; } }
      </style>
      """;

  private WaterfallSvg() {}

  public static String of(Waterfall w) {
    int height = LINE * (w.steps().size() + w.remarks().size() + 2);
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            """
            <svg xmlns="http://www.w3.org/2000/svg" class="waterfall" viewBox="0 0 %d %d" width="%d" height="%d" \
            font-family="system-ui, sans-serif" font-size="13">
            """,
            WIDTH,
            height,
            WIDTH,
            height));
    out.append(STYLE);
    out.append("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    text(out, 8, LINE - 7, "600", w.title());
    int y = LINE + 6;
    for (Waterfall.Step s : w.steps()) {
      double width = Math.max(1, BAR * Math.min(1, (double) s.bytes() / w.whole()));
      text(out, 8, y + 15, "400", s.name());
      out.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" class=\"%s\"/>%n",
              LABEL,
              y + 3,
              width,
              s.measured() ? "measured" : "bar"));
      text(
          out,
          LABEL + BAR + 12,
          y + 15,
          "400",
          (s.measured() ? "measured " : "") + Amounts.bytes(s.bytes()) + ": " + s.note());
      y += LINE;
    }
    for (String remark : w.remarks()) {
      text(out, 8, y + 15, "400", remark);
      y += LINE;
    }
    return out.append("</svg>\n").toString();
  }

  private static void text(StringBuilder out, int x, int y, String weight, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>%n",
            x,
            y,
            weight,
            Markup.escape(Markup.cut(text, 120))));
  }
}
