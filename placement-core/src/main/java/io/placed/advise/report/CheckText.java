package io.placed.advise.report;

import io.placed.advise.check.CheckResult;
import io.placed.advise.check.ComparedTemplate;
import io.placed.advise.cost.Predicted;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** A check of an advice as text. */
public final class CheckText {
  private static final int ROWS = 40;

  private CheckText() {}

  /** A table of the queries, below what was checked. */
  public static String of(CheckResult check) {
    StringBuilder out = new StringBuilder();
    line(out, "%s", summary(check));
    line(out, "  placement    %s", check.advice().placement());
    line(out, "  bytes        %s", bytes(check));
    line(out, "  next bars    %s", bars(check));
    Table table =
        Table.of(
            "query",
            ">scans",
            ">bytes predicted",
            ">90 % bar",
            ">counted",
            ">error",
            ">requests predicted",
            ">counted",
            ">time predicted",
            ">measured");
    List<ComparedTemplate> all = check.templates();
    for (ComparedTemplate t : all.subList(0, Math.min(ROWS, all.size()))) {
      table.add(
          t.name(),
          Amounts.count(t.scans()),
          amount(t.predicted().bytes().mean()),
          amount(t.predicted().bytes().low()) + " to " + amount(t.predicted().bytes().high()),
          amount(t.bytes()),
          error(t.bytesLog()),
          Numbers.number(t.predicted().requests()),
          Numbers.number(t.requests()),
          t.timed() ? Numbers.seconds(t.predicted().seconds().mean()) : "–",
          Numbers.seconds(t.seconds()));
    }
    out.append('\n').append(table);
    if (all.size() > ROWS) {
      line(out, "… %d more queries; --json has all", all.size() - ROWS);
    }
    if (!check.notes().isEmpty()) {
      out.append('\n');
      check.notes().forEach(n -> line(out, "%s", n));
    }
    return out.toString();
  }

  /** What was checked: one sentence. */
  static String summary(CheckResult c) {
    return String.format(
        Locale.ROOT,
        "%s: advice of %s on snapshot %d, followed; %s of snapshots %d to %d are compared",
        c.table(),
        Instant.ofEpochMilli(c.advice().at()).truncatedTo(ChronoUnit.SECONDS),
        c.advice().snapshot(),
        Amounts.count(c.scans(), "scan"),
        c.from(),
        c.to());
  }

  static String bytes(CheckResult c) {
    return String.format(
        Locale.ROOT,
        "median error %s, 95 %% of the queries within %s; %s of the queries are within their bars",
        Numbers.percent(c.medianError()),
        Numbers.percent(c.largeError()),
        Numbers.percent(c.covered()));
  }

  static String bars(CheckResult c) {
    return String.format(
        Locale.ROOT,
        "bytes ±%s, times ±%s, from %s",
        Numbers.percent(Math.expm1(Predicted.Z90 * c.calibration().bytes())),
        Numbers.percent(Math.expm1(Predicted.Z90 * c.calibration().time())),
        Amounts.count(c.calibration().comparisons(), "checked prediction"));
  }

  /** How much more, or less, was counted. */
  static String error(double log) {
    double share = Math.expm1(log);
    return (share < 0 ? "−" : "+") + Numbers.percent(Math.abs(share));
  }

  private static String amount(double bytes) {
    return Amounts.bytes(Math.round(bytes));
  }

  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
