package io.placed.table.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Writers, readers, rewrites, changes of columns, vacuums and rollbacks on one table, with crashes,
 * faults of the file system and sleeps of days between any two operations. All of it follows from a
 * seed. {@code mvn test -Psimulation -pl placement-core} runs 100,000 seeds.
 */
class SimulationTest {
  private static final int SEEDS = Integer.getInteger("placed.simulation.seeds", 1000);

  /** The usual test command stops then, on a slow machine with fewer seeds; 0 = never. */
  private static final long SECONDS =
      Long.getLong(
          "placed.simulation.seconds",
          System.getProperty("placed.simulation.seeds") == null ? 55 : 0);

  private static final boolean SHORTENS =
      Boolean.parseBoolean(System.getProperty("placed.simulation.shorten", "true"));

  @Test
  void everyPromiseIsKept() {
    // The same seeds each time, so that a build fails for what was changed in it.
    String given = System.getProperty("placed.simulation.seed", "1");
    long first =
        given.equals("random") ? new Random().nextInt(1_000_000_000) : Long.parseLong(given);
    long begun = System.nanoTime();
    long operations = 0;
    long snapshots = 0;
    long faults = 0;
    long crashes = 0;
    int seeds = 0;
    Map<Step.Kind, Integer> commits = new EnumMap<>(Step.Kind.class);
    System.out.println("simulation: seeds from " + first);
    for (; seeds < SEEDS && !isOver(begun); seeds++) {
      Schedule schedule = Schedule.of(first + seeds);
      Simulation.Result result = Simulation.run(schedule, false);
      if (result.violation() != null) {
        throw new AssertionError(report(schedule, result, seeds + 1, seconds(begun)));
      }
      operations += result.operations();
      snapshots += result.snapshots();
      faults += result.faults();
      crashes += result.crashes();
      result.commits().forEach((kind, n) -> commits.merge(kind, n, Integer::sum));
    }
    System.out.printf(
        Locale.ROOT,
        "simulation: %d seeds from %d, %d operations, %d snapshots, %d faults, %d of them crashes,"
            + " %.0f s; commits: %s%n",
        seeds,
        first,
        operations,
        snapshots,
        faults,
        crashes,
        seconds(begun),
        commits);
    if (seeds >= 500) {
      for (Step.Kind kind : Step.Kind.values()) {
        boolean reads = kind == Step.Kind.READ || kind == Step.Kind.READ_OLD;
        assertTrue(reads || commits.getOrDefault(kind, 0) > seeds / 200, kind + ": " + commits);
      }
    }
  }

  private static double seconds(long begun) {
    return (System.nanoTime() - begun) / 1e9;
  }

  private static boolean isOver(long begun) {
    return SECONDS > 0 && seconds(begun) > SECONDS;
  }

  /** The shortest schedule that fails, and its operations. */
  private static String report(
      Schedule schedule, Simulation.Result result, int seeds, double seconds) {
    Schedule shortest =
        SHORTENS
            ? Shrinking.shortest(schedule, s -> Simulation.run(s, false).violation() != null)
            : schedule;
    Simulation.Result again = Simulation.run(shortest, true);
    StringWriter why = new StringWriter();
    Violation shown = again.violation() == null ? result.violation() : again.violation();
    shown.printStackTrace(new PrintWriter(why));
    List<String> lines = again.trace().lines();
    return String.format(
            Locale.ROOT,
            "seed %d, the %d. one, after %.1f s: %s%n%s%nSteps:%n%s%nOperations:%n%s%n",
            schedule.seed(),
            seeds,
            seconds,
            shown.getMessage(),
            why,
            shortest,
            String.join("\n", lines.subList(Math.max(0, lines.size() - 400), lines.size())))
        + "Repeat it with: mvn test -pl placement-core -Dtest=SimulationTest"
        + " -Dplaced.simulation.seeds=1 -Dplaced.simulation.seed="
        + schedule.seed();
  }

  @Test
  void aSeedIsAlwaysTheSameRun() {
    for (long seed = 1; seed <= 10; seed++) {
      Simulation.Result one = Simulation.run(Schedule.of(seed), true);
      Simulation.Result two = Simulation.run(Schedule.of(seed), true);
      assertNull(one.violation());
      assertEquals(one.trace().lines(), two.trace().lines());
      assertEquals(one.trace().hash(), two.trace().hash());
    }
  }

  /** What is left of a schedule fails, and without any of its steps it does not. */
  @Test
  void aScheduleIsShortened() {
    Schedule schedule = Schedule.of(1);
    List<Step> steps = schedule.steps();
    Step some = steps.get(2);
    Step other = steps.get(steps.size() - 1);
    Schedule shortest =
        Shrinking.shortest(
            schedule,
            s ->
                s.steps().stream().anyMatch(t -> t.number() == some.number())
                    && s.steps().stream().anyMatch(t -> t.number() == other.number()));
    assertEquals(2, shortest.steps().size());
    assertTrue(shortest.steps().stream().noneMatch(s -> s.trouble().isFault()));
  }
}
