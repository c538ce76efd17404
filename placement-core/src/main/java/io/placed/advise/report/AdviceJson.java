package io.placed.advise.report;

import io.placed.advise.Advice;
import io.placed.text.JsonDocument;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An advice as a JSON document: placements, devices and enumerations are text. */
public record AdviceJson(
    String table,
    long rows,
    long tableBytes,
    List<String> workload,
    String device,
    String objective,
    double horizonRuns,
    boolean change,
    String rule,
    String reason,
    String current,
    String best,
    Options now,
    Options then,
    List<Copy> copies,
    List<String> statements,
    Advice.Reads before,
    Advice.Reads after,
    double gain,
    Rewrite rewrite,
    List<Advice.Template> queries,
    List<Advice.Choice> choices,
    List<Advice.Candidate> candidates,
    List<String> notes,
    double understood,
    Advice.Effort effort) {

  /** Cost of the rewrite; {@code breakEvenRuns} is absent if it never pays. */
  public record Rewrite(
      double seconds, double bytesRead, double bytesWritten, Optional<Double> breakEvenRuns) {
    private static Rewrite of(Advice.RewriteCost r) {
      double runs = r.breakEvenRuns();
      return new Rewrite(
          r.seconds(),
          r.bytesRead(),
          r.bytesWritten(),
          Double.isFinite(runs) ? Optional.of(runs) : Optional.empty());
    }
  }

  /** Partitions, as in SQL, and profile. */
  public record Options(String partitioning, String profile) {
    private static Options of(Advice.Options o) {
      return new Options(o.partitioning(), o.profile().text());
    }
  }

  /** A copy with an order of its own. */
  public record Copy(
      String name,
      List<String> columns,
      String placement,
      String profile,
      List<String> queries,
      Rewrite cost) {
    private static Copy of(Advice.Copy c) {
      return new Copy(
          c.name(),
          c.columns(),
          c.placement().toString(),
          c.profile().text(),
          c.queries(),
          Rewrite.of(c.cost()));
    }
  }

  /** The document as text. */
  public String text() {
    return JsonDocument.of(this);
  }

  /**
   * @param source lines about what of the workload's source was understood
   */
  public static AdviceJson of(Advice a, List<String> source) {
    return new AdviceJson(
        a.table(),
        a.rows(),
        a.tableBytes(),
        List.copyOf(source),
        a.device().toString(),
        a.objective().name().toLowerCase(Locale.ROOT),
        a.horizon(),
        a.decision().change(),
        a.decision().rule().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        a.decision().reason(),
        a.current().toString(),
        a.best().toString(),
        Options.of(a.now()),
        Options.of(a.then()),
        a.copies().stream().map(Copy::of).toList(),
        a.decision().change() ? Statements.of(a) : List.of(),
        a.before(),
        a.after(),
        a.gain(),
        Rewrite.of(a.rewrite()),
        a.templates(),
        a.choices(),
        a.candidates(),
        a.notes(),
        a.understood(),
        a.effort());
  }
}
