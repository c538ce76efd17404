package io.placed.advise.report;

import io.placed.advise.Advice;
import io.placed.advise.Statement;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.util.List;
import java.util.Locale;

/** An advice as text. */
public final class AdviceText {
  private static final int ROWS = 40;
  private static final int CANDIDATES = 8;

  /** Cells of an order; that of a tree has all its cuts. */
  private static final int ORDER = 72;

  private final Advice advice;
  private final StringBuilder out = new StringBuilder();

  private AdviceText(Advice advice) {
    this.advice = advice;
  }

  /**
   * @param source lines about what of the workload's source was understood
   */
  public static String of(Advice advice, List<String> source) {
    AdviceText text = new AdviceText(advice);
    text.head(source);
    text.templates();
    text.choices();
    text.candidates();
    text.statements();
    text.notes();
    return text.out.toString();
  }

  private void head(List<String> source) {
    line(
        "%s: %s, %s",
        advice.table(), Amounts.count(advice.rows(), "row"), bytes(advice.tableBytes()));
    source.forEach(s -> line("  workload     %s", s));
    line("  device       %s", advice.device());
    line("  now          %s%s", advice.current(), Numbers.options(advice.now(), advice));
    line("  best found   %s%s", advice.best(), Numbers.options(advice.then(), advice));
    for (Advice.Copy c : advice.copies()) {
      line("  copy         %s: %s of %s", c.name(), c.placement().reorder(), names(c.columns()));
      line(
          "               %s, written in %s; %s read it; pays after %s",
          bytes(c.cost().bytesWritten()),
          Numbers.seconds(c.cost().seconds()),
          names(c.queries()),
          runs(c.cost().breakEvenRuns()));
    }
    Advice.Decision d = advice.decision();
    line("  advice       %s: %s", Numbers.verdict(advice), d.reason());
    if (advice.keepsTable() && advice.copies().isEmpty()) {
      return;
    }
    line(
        "  rewrite      %s by one thread, reads %s, writes about %s; pays after %s of the workload",
        Numbers.seconds(advice.rewrite().seconds()),
        bytes(advice.rewrite().bytesRead()),
        bytes(advice.rewrite().bytesWritten()),
        runs(advice.rewrite().breakEvenRuns()));
  }

  private static String names(List<String> all) {
    return String.join(", ", all);
  }

  private static String runs(double runs) {
    if (Double.isInfinite(runs)) {
      return "no number of runs";
    }
    double whole = Math.ceil(runs);
    return Numbers.number(whole) + (whole == 1 ? " run" : " runs");
  }

  private void templates() {
    boolean copies = !advice.copies().isEmpty();
    Table table =
        Table.of(
            "query",
            ">share",
            ">bytes now",
            ">best",
            ">requests now",
            ">best",
            ">time now",
            ">best",
            ">90 % bar",
            copies ? "copy" : "");
    List<Advice.Template> all = advice.templates();
    for (Advice.Template t : all.subList(0, Math.min(ROWS, all.size()))) {
      table.add(
          t.name(),
          Numbers.percent(t.share()),
          bytes(t.before().bytes().mean()),
          bytes(t.after().bytes().mean()),
          Numbers.number(t.before().requests()),
          Numbers.number(t.after().requests()),
          Numbers.seconds(t.before().seconds().mean()),
          Numbers.seconds(t.after().seconds().mean()),
          Numbers.seconds(t.after().seconds().low())
              + " to "
              + Numbers.seconds(t.after().seconds().high()),
          copies ? Numbers.copy(advice, t) : "");
    }
    out.append('\n').append(table);
    if (all.size() > ROWS) {
      line("… %d more queries; --json has all", all.size() - ROWS);
    }
    if (advice.before().shuffleSeconds() > 0) {
      line(
          "moving rows for joins and groups is %s of the time now, %s under the best placement",
          Numbers.percent(moving(advice.before())), Numbers.percent(moving(advice.after())));
    }
    List<Advice.Template> losers = advice.losers(0.02);
    if (!losers.isEmpty()) {
      line(
          "more expensive under the best placement: %s",
          String.join(", ", losers.stream().map(Advice.Template::name).toList()));
    }
  }

  private static double moving(Advice.Reads of) {
    double all = of.seconds().mean();
    return all == 0 ? 0 : of.shuffleSeconds() / all;
  }

  private void choices() {
    if (advice.choices().isEmpty()) {
      return;
    }
    line("");
    for (Advice.Choice c : advice.choices()) {
      line("%s = %s", c.setting(), c.value());
      line("  %s", c.reason());
      c.runnerUp()
          .ifPresent(r -> line("  next best: %s, which costs %s", r, Numbers.loss(c.loss())));
    }
  }

  private void candidates() {
    Table table = Table.of("order", ">cost", "estimated from").maxWidth(ORDER);
    double now = advice.before().objective(advice.objective());
    for (Advice.Candidate c : Numbers.shown(advice, CANDIDATES)) {
      table.add(
          Numbers.order(c) + (c.isCurrent() ? " (now)" : ""),
          c.before() == 0 ? "" : Numbers.percent(c.after() / c.before()),
          c.exact() ? "all rows" : "a sample");
    }
    if (!table.isEmpty() && now > 0) {
      line("");
      line(
          "%d orders were compared, with the rest of the placement as it is; cost, now = 100 %%:",
          advice.candidates().size());
      out.append(table);
    }
  }

  private void statements() {
    if (!advice.decision().change()) {
      return;
    }
    for (Statement.Language l : Statement.Language.values()) {
      List<Statement> all = advice.statements().stream().filter(s -> s.language() == l).toList();
      if (!all.isEmpty()) {
        line("");
        line("to do it %s:", l == Statement.Language.SQL ? "in SQL" : "on the command line");
        all.forEach(s -> line("%s", s));
      }
    }
  }

  private void notes() {
    Advice.Effort e = advice.effort();
    line("");
    line(
        "read %s of a sample and %s of a scan in %s",
        bytes(e.sampledBytes()), bytes(e.scannedBytes()), Numbers.seconds(e.seconds()));
    advice.notes().forEach(n -> line("%s", n));
  }

  private static String bytes(double n) {
    return Amounts.bytes(Math.round(n));
  }

  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
