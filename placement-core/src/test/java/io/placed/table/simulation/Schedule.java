package io.placed.table.simulation;

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
  static Schedule of(long seed) {
    Random random = new Random(seed);
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
    return new Schedule(seed, steps);
  }

  Schedule with(List<Step> some) {
    return new Schedule(seed, List.copyOf(some));
  }

  @Override
  public String toString() {
    return steps.stream().map(Step::toString).collect(Collectors.joining("\n"));
  }
}
