package io.placed.advise.report;

import io.placed.advise.Advice;
import io.placed.advise.cost.Predicted;
import io.placed.text.Amounts;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Advice as a self-contained HTML page that is also well-formed XML. */
public final class AdvicePage extends HtmlPage {
  private static final int CANDIDATES = 20;

  private AdvicePage() {}

  /** A page with one section per table. */
  public static String of(List<Advice> advices) {
    AdvicePage page = new AdvicePage();
    advices.forEach(page::section);
    String title =
        "Placement of " + String.join(", ", advices.stream().map(Advice::table).toList());
    return page.text(title);
  }

  private void section(Advice a) {
    boolean change = a.decision().change();
    add("<h1>%s</h1>", a.table());
    add(
        "<p>%s, %s; reads are priced on %s</p>",
        Amounts.count(a.rows(), "row"), Amounts.bytes(a.tableBytes()), a.device().toString());
    add(
        "<p class=\"verdict" + (change ? "" : " keep") + "\"><strong>%s:</strong> %s</p>",
        Numbers.capitalized(Numbers.verdict(a)),
        a.decision().reason());
    add("<p>Now: <code>%s%s</code></p>", a.current().toString(), Numbers.options(a.now(), a));
    add("<p>Best found: <code>%s%s</code></p>", a.best().toString(), Numbers.options(a.then(), a));
    for (Advice.Copy c : a.copies()) {
      add(
          "<p>Copy <code>%s</code>: <code>%s</code> of %s; %s; read by %s</p>",
          c.name(),
          c.placement().reorder().toString(),
          String.join(", ", c.columns()),
          Amounts.bytes(Math.round(c.cost().bytesWritten())),
          String.join(", ", c.queries()));
    }
    if (change) {
      add("<pre>%s</pre>", String.join("\n", Statements.of(a)));
    }
    charts(a);
    table(a);
    choices(a);
    candidates(a);
    add("<h2>%s</h2>", "Notes");
    a.notes().forEach(n -> add("<p>%s</p>", n));
    add(
        "<p>The advice read %s of a sample and %s of a scan, and took %s.</p>",
        Amounts.bytes(a.effort().sampledBytes()),
        Amounts.bytes(a.effort().scannedBytes()),
        Numbers.seconds(a.effort().seconds()));
  }

  private void charts(Advice a) {
    add("<h2>%s</h2>", "Bytes per query: now and after, with 90 % bars");
    chart(a, Advice.Reads::bytes, v -> Amounts.bytes(Math.round(v)));
    add("<h2>%s</h2>", "Time per query");
    chart(a, Advice.Reads::seconds, Numbers::seconds);
  }

  private void chart(
      Advice a, Function<Advice.Reads, Predicted> what, Function<Double, String> text) {
    double most =
        a.templates().stream()
            .mapToDouble(t -> Math.max(what.apply(t.before()).high(), what.apply(t.after()).high()))
            .max()
            .orElse(0);
    if (most == 0) {
      return;
    }
    for (Advice.Template t : a.templates()) {
      raw("<div class=\"query\"><span>" + escape(t.name()) + "</span><div>");
      bar("now", what.apply(t.before()), most, text);
      bar("best", what.apply(t.after()), most, text);
      raw("</div></div>");
    }
  }

  private void bar(String kind, Predicted e, double most, Function<Double, String> text) {
    double whole = 100 / most;
    raw(
        String.format(
            Locale.ROOT,
            "<div class=\"bar\"><i class=\"%s\" style=\"width: %.2f%%\"></i>",
            kind,
            e.mean() * whole));
    if (e.high() > e.low()) {
      raw(
          String.format(
              Locale.ROOT,
              "<i class=\"range\" style=\"left: %.2f%%; width: %.2f%%\"></i>",
              e.low() * whole,
              (e.high() - e.low()) * whole));
    }
    raw(
        String.format(
            Locale.ROOT,
            "<span style=\"left: %.2f%%\">%s</span></div>",
            Math.max(e.mean(), e.high()) * whole,
            escape(text.apply(e.mean()))));
  }

  private void table(Advice a) {
    raw("<div class=\"scroll\"><table><tr>");
    for (String h :
        List.of(
            "query",
            "share",
            "bytes now",
            "best",
            "requests now",
            "best",
            "time now",
            "best",
            "reads")) {
      add("<th>%s</th>", h);
    }
    raw("</tr>");
    for (Advice.Template t : a.templates()) {
      row(
          t.name(),
          Numbers.percent(t.share()),
          Amounts.bytes(Math.round(t.before().bytes().mean())),
          Amounts.bytes(Math.round(t.after().bytes().mean())),
          Numbers.number(t.before().requests()),
          Numbers.number(t.after().requests()),
          Numbers.seconds(t.before().seconds().mean()),
          Numbers.seconds(t.after().seconds().mean()),
          Numbers.copy(a, t));
    }
    raw("</table></div>");
  }

  private void choices(Advice a) {
    add("<h2>%s</h2>", "Why");
    for (Advice.Choice c : a.choices()) {
      add(
          "<p><code>%s = %s</code><br/>%s.%s</p>",
          c.setting(),
          c.value(),
          c.reason(),
          c.runnerUp()
              .map(r -> " Next best: " + r + ", which costs " + Numbers.loss(c.loss()) + ".")
              .orElse(""));
    }
  }

  private void candidates(Advice a) {
    add("<h2>%s</h2>", "Orders that were compared, with the rest of the placement as it is");
    raw(
        "<div class=\"scroll\"><table><tr><th>order</th><th>cost, now = 100"
            + " %</th><th>estimated from</th></tr>");
    for (Advice.Candidate c : Numbers.shown(a, CANDIDATES)) {
      row(
          Numbers.order(c) + (c.isCurrent() ? " (now)" : ""),
          c.before() == 0 ? "" : Numbers.percent(c.after() / c.before()),
          c.exact() ? "all rows" : "a sample");
    }
    raw("</table></div>");
  }
}
