package io.placed.table.simulation;

import io.placed.io.FaultStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All operations of a run, in order. */
final class Trace {
  private final boolean kept;
  private final String parent;
  private final List<String> lines = new ArrayList<>();
  private long hash = 17;
  private int count;

  /**
   * @param kept whether it can be shown
   * @param parent directory of this run, which is no part of it
   */
  Trace(boolean kept, String parent) {
    this.parent = parent;
    this.kept = kept;
  }

  void add(long micros, Step step, int number, FaultStore.Operation operation) {
    hash = 31 * hash + micros;
    String path = operation.path().replace(parent, "");
    hash = 31 * hash + path.hashCode() + operation.op().name().hashCode();
    count++;
    if (kept) {
      note(
          micros,
          String.format(
              Locale.ROOT,
              "step %d %s, operation %d: %s %s",
              step.number(),
              step.kind(),
              number,
              operation.op(),
              path));
    }
  }

  void note(long micros, String what) {
    if (kept) {
      lines.add(Duration.ofNanos(micros * 1000) + " " + what.replace(parent, ""));
    }
  }

  /** Equal for runs with the same operations. */
  long hash() {
    return hash;
  }

  int count() {
    return count;
  }

  List<String> lines() {
    return lines;
  }
}
