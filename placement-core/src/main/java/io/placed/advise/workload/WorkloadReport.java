package io.placed.advise.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much of what a source has became a {@link Workload}.
 *
 * @param weight of the queries that became part of it
 * @param millis run time of these
 * @param notUnderstood what did not
 */
public record WorkloadReport(double weight, double millis, List<NotUnderstood> notUnderstood) {
  /** Advice for a table of which less is understood is doubtful. */
  public static final double ENOUGH = 0.8;

  private static final double PERCENT = 100;

  public WorkloadReport {
    notUnderstood = List.copyOf(notUnderstood);
  }

  /**
   * Queries that are not in the workload.
   *
   * @param reason a clause such as {@code unknown columns: x}
   * @param weight their number, or their weight
   * @param millis their run time, 0 if unknown
   */
  public record NotUnderstood(String reason, double weight, double millis) {}

  /** Of a source that is understood completely. */
  static WorkloadReport all(Workload workload) {
    double weight = 0;
    double millis = 0;
    for (Query q : workload.queries()) {
      weight += q.weight();
      millis += q.weight() * q.millis();
    }
    return new WorkloadReport(weight, millis, List.of());
  }

  /**
   * Share of the run time that was understood; of the weight if no run time is known. 1 if there
   * was nothing to understand.
   */
  public double share() {
    boolean byTime = isByTime();
    double total = total(byTime);
    return total == 0 ? 1 : (byTime ? millis : weight) / total;
  }

  private double total(boolean byTime) {
    return notUnderstood.stream()
        .mapToDouble(n -> byTime ? n.millis() : n.weight())
        .reduce(byTime ? millis : weight, Double::sum);
  }

  private boolean isByTime() {
    return total(true) > 0;
  }

  /** A sentence with the share, and a line per reason with its own. */
  public List<String> lines() {
    boolean byTime = isByTime();
    double total = total(byTime);
    String of = byTime ? "run time" : "weight";
    List<String> out = new ArrayList<>();
    out.add(
        String.format(Locale.ROOT, "%.1f %% of the %s is understood", share() * PERCENT, of)
            + (share() < ENOUGH ? "; advice needs at least 80 % to be reliable" : ""));
    for (NotUnderstood n : notUnderstood) {
      double part = total == 0 ? 0 : (byTime ? n.millis() : n.weight()) / total;
      out.add(
          String.format(
              Locale.ROOT,
              "not understood, %.1f %% of the %s (%s queries): %s",
              part * PERCENT,
              of,
              Query.number(n.weight()),
              n.reason()));
    }
    return out;
  }
}
