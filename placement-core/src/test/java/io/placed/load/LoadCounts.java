package io.placed.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Times and failures of one kind of operation, in all processes. Thread-safe. */
final class LoadCounts {
  private final String name;
  private final List<Long> nanos = new ArrayList<>();
  private final Map<String, Integer> failures = new TreeMap<>();
  private final Set<String> messages = new TreeSet<>();
  private long count;
  private long lost;
  private int ended;

  LoadCounts(String name) {
    this.name = name;
  }

  /**
   * Adds an operation.
   *
   * @param counted what it did, such as files removed
   */
  synchronized void done(long took, long counted) {
    nanos.add(took);
    count += counted;
  }

  /** Adds puts of snapshots that others overtook. */
  synchronized void lost(long puts) {
    lost += puts;
  }

  synchronized void failed(LoadChild.Answer answer) {
    String name = answer.words().get(0).replaceAll(".*\\.", "");
    failures.merge(name, 1, Integer::sum);
    messages.add(String.join(" ", answer.words()));
  }

  /** A process ended by itself. */
  synchronized void ended() {
    ended++;
  }

  synchronized int operations() {
    return nanos.size();
  }

  synchronized Map<String, Integer> failures() {
    return Map.copyOf(failures);
  }

  /** Exceptions with their messages. */
  synchronized Set<String> messages() {
    return Set.copyOf(messages);
  }

  private double millis(double quantile) {
    List<Long> sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    int at = (int) Math.ceil(quantile * sorted.size()) - 1;
    return sorted.isEmpty() ? 0 : sorted.get(Math.max(0, at)) / 1e6;
  }

  @Override
  public synchronized String toString() {
    return name + ": " + messages;
  }

  /** A row of {@link #HEADER}. */
  synchronized String row(double seconds) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.2f | %.0f | %.0f | %.0f | %d | %d | %s%s |",
        name,
        nanos.size(),
        nanos.size() / seconds,
        millis(0.5),
        millis(0.99),
        millis(1),
        count,
        lost,
        failures.isEmpty() ? "none" : failures.toString().replaceAll("[{}]", ""),
        ended == 0 ? "" : ", processes that ended: " + ended);
  }

  static final String HEADER =
      "| what | done | per second | ms, median | p99 | most | commits; commits seen; files | lost"
          + " puts | failures |\n|---|---:|---:|---:|---:|---:|---:|---:|---|";
}
