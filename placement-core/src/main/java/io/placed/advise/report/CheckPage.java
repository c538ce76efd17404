package io.placed.advise.report;

import io.placed.advise.check.CheckResult;
import io.placed.advise.check.ComparedTemplate;
import io.placed.advise.cost.Predicted;
import io.placed.text.Amounts;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Checks of advice as an HTML page: predicted against counted. */
public final class CheckPage extends HtmlPage {
  private static final int SIZE = 420;
  private static final int LEFT = 90;

  private CheckPage() {}

  /** A page with one section per table. */
  public static String of(List<CheckResult> checks) {
    CheckPage page = new CheckPage();
    checks.forEach(page::section);
    return page.text(
        "Check of " + String.join(", ", checks.stream().map(CheckResult::table).toList()));
  }

  private void section(CheckResult c) {
    add("<h1>%s</h1>", c.table());
    add("<p>%s.</p>", CheckText.summary(c));
    add("<p>Placement: <code>%s</code></p>", c.advice().placement());
    add("<p class=\"verdict\">Bytes: %s.</p>", CheckText.bytes(c));
    add("<p>Bars of the next advice: %s.</p>", CheckText.bars(c));
    add("<h2>%s</h2>", "Bytes per query: predicted, with 90 % bars, against counted");
    scatter(
        c.templates(),
        t -> t.predicted().bytes(),
        ComparedTemplate::bytes,
        v -> Amounts.bytes(Math.round(v)));
    List<ComparedTemplate> timed = c.templates().stream().filter(ComparedTemplate::timed).toList();
    if (!timed.isEmpty()) {
      add("<h2>%s</h2>", "Time per query: predicted against measured");
      scatter(timed, t -> t.predicted().seconds(), ComparedTemplate::seconds, Numbers::seconds);
    }
    table(c);
    c.notes().forEach(n -> add("<p>%s</p>", n));
  }

  /** On logarithmic axes; on the diagonal both are equal. */
  private void scatter(
      List<ComparedTemplate> templates,
      Function<ComparedTemplate, Predicted> predicted,
      ToDoubleFunction<ComparedTemplate> counted,
      DoubleFunction<String> text) {
    double low = Double.MAX_VALUE;
    double high = 0;
    for (ComparedTemplate t : templates) {
      Predicted p = predicted.apply(t);
      for (double v : new double[] {p.low(), p.high(), counted.applyAsDouble(t)}) {
        low = v > 0 ? Math.min(low, v) : low;
        high = Math.max(high, v);
      }
    }
    if (high == 0) {
      return;
    }
    double from = Math.log(low) - 0.1;
    double scale = SIZE / (Math.log(high) + 0.1 - from);
    raw("<svg viewBox=\"0 0 900 " + (SIZE + 50) + "\" role=\"img\">");
    line("axis", LEFT, SIZE, LEFT + SIZE, SIZE);
    line("axis", LEFT, 0, LEFT, SIZE);
    line("axis", LEFT, SIZE, LEFT + SIZE, 0);
    label(LEFT, SIZE + 18, text.apply(low));
    label(LEFT + SIZE - 60, SIZE + 18, text.apply(high));
    label(LEFT + SIZE / 2 - 20, SIZE + 36, "counted");
    label(0, SIZE, text.apply(low));
    label(0, 12, text.apply(high));
    label(0, SIZE / 2, "predicted");
    for (ComparedTemplate t : templates) {
      Predicted p = predicted.apply(t);
      double x = LEFT + at(counted.applyAsDouble(t), low, from, scale);
      double value = counted.applyAsDouble(t);
      String kind = value < p.low() || value > p.high() ? "out" : "point";
      line(kind, x, SIZE - at(p.low(), low, from, scale), x, SIZE - at(p.high(), low, from, scale));
      raw(
          String.format(
              Locale.ROOT,
              "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s</title></circle>",
              kind,
              x,
              SIZE - at(p.mean(), low, from, scale),
              escape(t.name() + ": " + text.apply(p.mean()) + " predicted, " + text.apply(value))));
    }
    raw("</svg>");
  }

  private static double at(double value, double low, double from, double scale) {
    return (Math.log(Math.max(low, value)) - from) * scale;
  }

  private void line(String kind, double x1, double y1, double x2, double y2) {
    raw(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
            kind,
            x1,
            y1,
            x2,
            y2));
  }

  private void label(int x, int y, String text) {
    raw("<text x=\"" + x + "\" y=\"" + y + "\">" + escape(text) + "</text>");
  }

  private void table(CheckResult c) {
    raw("<div class=\"scroll\"><table><tr>");
    for (String h :
        List.of(
            "query",
            "scans",
            "bytes before",
            "predicted",
            "counted",
            "error",
            "requests predicted",
            "counted",
            "time predicted",
            "measured")) {
      add("<th>%s</th>", h);
    }
    raw("</tr>");
    for (ComparedTemplate t : c.templates()) {
      row(
          t.name(),
          Amounts.count(t.scans()),
          Amounts.bytes(Math.round(t.before().bytes().mean())),
          Amounts.bytes(Math.round(t.predicted().bytes().mean())),
          Amounts.bytes(Math.round(t.bytes())),
          CheckText.error(t.bytesLog()),
          Numbers.number(t.predicted().requests()),
          Numbers.number(t.requests()),
          t.timed() ? Numbers.seconds(t.predicted().seconds().mean()) : "–",
          Numbers.seconds(t.seconds()));
    }
    raw("</table></div>");
  }
}
