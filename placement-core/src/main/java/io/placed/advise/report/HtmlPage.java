package io.placed.advise.report;

import io.placed.text.Markup;
import java.util.Locale;

/** A self-contained HTML page that is also well-formed XML. */
abstract class HtmlPage {
  private static final String STYLE =
      """
      :root { --now: #9a9a9a; --best: #2f6fb0; --bar: #8888; }
      body { font: 15px/1.45 system-ui, sans-serif; max-width: 70rem; margin: 1rem auto; padding: 0 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
      .verdict { border-left: 6px solid var(--best); padding: .4rem 1rem; }
      .verdict.keep { border-color: var(--now); }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; } th, td { padding: .2rem .7rem; text-align: right; white-space: nowrap; }
      th:first-child, td:first-child { text-align: left; }
      tr + tr td { border-top: 1px solid var(--bar); }
      code, pre { font: 13px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
      svg { width: 100%; max-width: 62rem; height: auto; font: 12px system-ui, sans-serif; }
      .point { fill: var(--best); stroke: var(--best); } .out { fill: #c0392b; stroke: #c0392b; }
      .axis { stroke: var(--bar); }
      .query { display: grid; grid-template-columns: 10em 1fr; gap: 0 12px; align-items: center; margin: 8px 0; \
      max-width: 56rem; font-size: 13px; overflow-wrap: anywhere; }
      .bar { position: relative; height: 18px; margin-right: 6em; }
      .bar > * { position: absolute; left: 0; top: 1px; height: 15px; min-width: 1px; }
      .bar .now { background: var(--now); } .bar .best { background: var(--best); }
      .bar .range { top: 8px; height: 1px; background: currentColor; }
      .bar span { margin-left: 6px; line-height: 15px; white-space: nowrap; }
      @media (max-width: 36em) { .query { grid-template-columns: 1fr; } }
      svg text { fill: currentColor; }
      """;

  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private final StringBuilder out = new StringBuilder();

  /** The whole page. */
  final String text(String title) {
    return Markup.page(title, POLICY, STYLE, out.toString());
  }

  final void row(String... cells) {
    raw("<tr>");
    for (String c : cells) {
      add("<td>%s</td>", c);
    }
    raw("</tr>");
  }

  /** Adds markup with escaped texts. */
  final void add(String markup, String... texts) {
    Object[] escaped = new Object[texts.length];
    for (int i = 0; i < texts.length; i++) {
      escaped[i] = escape(texts[i]);
    }
    raw(String.format(Locale.ROOT, markup, escaped));
  }

  final void raw(String markup) {
    out.append(markup).append('\n');
  }

  static String escape(String text) {
    return Markup.escape(text);
  }
}
