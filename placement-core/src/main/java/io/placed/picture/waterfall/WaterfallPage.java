package io.placed.picture.waterfall;

import io.placed.text.Markup;

/** The chart as a self-contained HTML page, as wide as its window. */
public final class WaterfallPage {
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  /** The chart has a white ground of its own. */
  private static final String STYLE =
      """
      body { margin: 0; }
      svg { display: block; max-width: 100%; height: auto; }
      """;

  private WaterfallPage() {}

  public static String of(Waterfall w) {
    return Markup.page(w.title(), POLICY, STYLE, WaterfallSvg.of(w));
  }
}
