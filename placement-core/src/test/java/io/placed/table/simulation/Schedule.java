package io.placed.table.simulation;

import io.placed.Chosen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What is done with a table, and when: all of it follows from the seed, unless it was shortened.
 * Steps come in sessions, in which they overlap; hours or days lie between the sessions.
 */
record Schedule(long seed, List<Step> steps) {
  /** How far apart first writers of a table begin, so that most of them overlap. */
  private static final int BEGIN_MICROS = 60_000;

  /** The write that makes the table, unless another one is faster; nothing goes wrong with it. */
  static Step first(long seed) {
    Trouble none = new Trouble(Trouble.Kind.NONE, 0, 0, 0, 0);
    return new Step(0, Step.Kind.CREATE, 0, seed, none);
  }

  static Schedule of(long seed) {
    Random random = Chosen.random(seed);
    List<Step> steps = new ArrayList<>();
    long time = Duration.ofMinutes(1).toMillis() * 1000;
    for (int session = 2 + random.nextInt(4); session > 0; session--) {
      int width = random.nextInt(3) == 0 ? 1_000_000 : 60_000;
      for (int n = 3 + random.nextInt(7); n > 0; n--) {
        long start = time + random.nextInt(width);
        Step.Kind kind = Step.Kind.of(random);
        steps.add(new Step(steps.size() + 1, kind, start, random.nextLong(), Trouble.of(random)));
      }
      Duration gap =
          switch (random.nextInt(4)) {
            case 0 -> Duration.ofSeconds(5);
            case 1 -> Duration.ofHours(3);
            case 2 -> Duration.ofHours(30);
            default -> Duration.ofDays(8);
          };
      time += gap.toMillis() * 1000;
    }
    steps.addAll(others(seed, steps.size() + 1));
    return new Schedule(seed, steps);
  }

  /**
   * Others who write to the directory when there is no table yet. Each sleeps early, but not until
   * the columns are other ones.
   */
  private static List<Step> others(long seed, int number) {
    Random random = Chosen.random(seed ^ 0x1F123BB5L);
    List<Step> steps = new ArrayList<>();
    for (int n = Math.max(0, random.nextInt(6) - 2); n > 0; n--) {
      int start = random.nextInt(BEGIN_MICROS);
      Trouble trouble = Trouble.of(random).sleeping(1 + random.nextInt(6), BEGIN_MICROS);
      if (trouble.kind() == Trouble.Kind.ARRIVES_LATE) {
        trouble = trouble.withoutFault();
      }
      Step.Kind kind = Step.Kind.CREATE;
      steps.add(new Step(number + steps.size(), kind, start, random.nextLong(), trouble));
    }
    return steps;
  }

  Schedule with(List<Step> some) {
    return new Schedule(seed, List.copyOf(some));
  }

  @Override
  public String toString() {
    return steps.stream().map(Step::toString).collect(Collectors.joining("\n"));
  }
}
