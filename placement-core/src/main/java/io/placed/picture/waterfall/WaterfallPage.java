package io.placed.picture.waterfall;

import io.placed.text.Amounts;
import io.placed.text.Markup;
import java.util.Locale;

/** The chart as a self-contained HTML page, light or dark, also for narrow windows. */
public final class WaterfallPage {
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private static final String STYLE =
      """
      body { margin: 8px; background: #ffffff; color: #1d2126; max-width: 900px; \
      font: 13px/1.4 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
      h1 { font-size: 1em; margin: 0 0 6px; overflow-wrap: anywhere; }
      p { margin: 6px 0 0; }
      .step { display: grid; grid-template-columns: 7em 3fr 2fr; gap: 0 12px; margin: 4px 0; }
      .bar { display: block; height: 16px; min-width: 1px; background: #4c78a8; }
      .measured .bar { background: #f58518; }
      @media (max-width: 36em) { .step { grid-template-columns: 1fr; margin: 6px 0; } \
      .bar { height: 8px; } .name { font-weight: 600; } }
      @media (prefers-color-scheme: dark) { body { background: #14181c; color: #e7eaed; } \
      .bar { background: #6d9bcd; } }
      """;

  private WaterfallPage() {}

  public static String of(Waterfall w) {
    StringBuilder out = new StringBuilder();
    out.append("<h1>").append(Markup.escape(w.title())).append("</h1>\n");
    for (Waterfall.Step s : w.steps()) {
      out.append(
          String.format(
              Locale.ROOT,
              "<div class=\"step%s\"><span class=\"name\">%s</span><span><span class=\"bar\""
                  + " style=\"width: %.2f%%\"></span></span><span>%s</span></div>%n",
              s.measured() ? " measured" : "",
              Markup.escape(s.name()),
              100 * Math.min(1, (double) s.bytes() / w.whole()),
              Markup.escape(
                  (s.measured() ? "measured " : "") + Amounts.bytes(s.bytes()) + ": " + s.note())));
    }
    for (String remark : w.remarks()) {
      out.append("<p>").append(Markup.escape(remark)).append("</p>\n");
    }
    return Markup.page(w.title(), POLICY, STYLE, out.toString());
  }
}
