package io.placed.table.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds a short schedule that fails, too: leaves out steps, then faults, then pauses. */
final class Shrinking {
  private static final int MAX_RUNS = 600;

  private final Predicate<Schedule> fails;
  private Schedule best;
  private int runs;

  private Shrinking(Schedule schedule, Predicate<Schedule> fails) {
    this.best = schedule;
    this.fails = fails;
  }

  static Schedule shortest(Schedule schedule, Predicate<Schedule> fails) {
    Shrinking shrinking = new Shrinking(schedule, fails);
    boolean shorter = true;
    while (shorter) {
      shorter = shrinking.leaveOutSteps() | shrinking.simplify();
    }
    return shrinking.best;
  }

  private boolean tryOut(List<Step> steps) {
    if (runs++ < MAX_RUNS && fails.test(best.with(steps))) {
      best = best.with(steps);
      return true;
    }
    return false;
  }

  private boolean leaveOutSteps() {
    boolean any = false;
    for (int size = Math.max(1, best.steps().size() / 2); size > 0; size /= 2) {
      for (int from = 0; from < best.steps().size(); ) {
        List<Step> some = new ArrayList<>(best.steps());
        some.subList(from, Math.min(from + size, some.size())).clear();
        if (tryOut(some)) {
          any = true;
        } else {
          from += size;
        }
      }
    }
    return any;
  }

  private boolean simplify() {
    boolean any = false;
    for (int i = 0; i < best.steps().size(); i++) {
      Step step = best.steps().get(i);
      Trouble t = step.trouble();
      if (t.kind() != Trouble.Kind.NONE) {
        any |= tryOut(with(i, t.withoutFault()));
      }
      t = best.steps().get(i).trouble();
      if (t.pauseAt() > 0) {
        any |= tryOut(with(i, t.withoutPause()));
      }
    }
    return any;
  }

  private List<Step> with(int i, Trouble trouble) {
    List<Step> steps = new ArrayList<>(best.steps());
    steps.set(i, steps.get(i).with(trouble));
    return steps;
  }
}
