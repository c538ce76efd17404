package io.placed.table.simulation;

import io.placed.io.Machine;
import io.placed.io.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a schedule on a new table in memory, and checks it after every operation. */
final class Simulation {
  /** Set for a run, so that small tables have manifests. */
  private static final String INLINE_FILES = "placed.log.inline-files";

  private static final AtomicLong RUNS = new AtomicLong();

  private final long run = RUNS.incrementAndGet();
  private final Schedule schedule;
  private final Scheduler scheduler = new Scheduler();
  private final Trace trace;
  private final MemoryStore memory;
  private final Oracle oracle;
  private final AtomicLong keys = new AtomicLong(1);
  private final Map<Step.Kind, Integer> commits = new EnumMap<>(Step.Kind.class);
  private int faults;
  private int crashes;

  private Simulation(Schedule schedule, boolean traced) throws IOException {
    this.schedule = schedule;
    this.trace = new Trace(traced, String.format(Locale.ROOT, "/run-%06d/", run));
    this.memory = new MemoryStore(clock(schedule.seed()));
    this.oracle =
        new Oracle(
            memory, String.format(Locale.ROOT, "/run-%06d/t", run), SimulatedStore.label(run, -1));
  }

  /**
   * What a run came to.
   *
   * @param violation null if every promise was kept
   * @param operations of the store
   * @param commits by the kind of the step
   * @param faults that happened, crashes included
   */
  record Result(
      Violation violation,
      Trace trace,
      int operations,
      long snapshots,
      Map<Step.Kind, Integer> commits,
      int faults,
      int crashes) {}

  /**
   * @param traced whether to keep the operations
   */
  static Result run(Schedule schedule, boolean traced) {
    String before = System.getProperty(INLINE_FILES);
    System.setProperty(INLINE_FILES, schedule.seed() % 3 == 0 ? "64" : "3");
    try {
      return new Simulation(schedule, traced).run();
    } catch (IOException e) {
      throw new IllegalStateException("the simulation itself failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      if (before == null) {
        System.clearProperty(INLINE_FILES);
      } else {
        System.setProperty(INLINE_FILES, before);
      }
    }
  }

  private Machine clock(long seed) {
    Random random = new Random(seed);
    return new Machine() {
      @Override
      public long millis() {
        return Actor.EPOCH + scheduler.nowMicros() / 1000;
      }

      @Override
      public UUID newId() {
        return new UUID(random.nextLong(), random.nextLong());
      }

      @Override
      public void pause(long mostMillis) {}
    };
  }

  private Result run() throws IOException, InterruptedException {
    List<Actor> actors = new ArrayList<>();
    List<Step> steps = new ArrayList<>(schedule.steps());
    steps.add(0, Schedule.first(schedule.seed()));
    for (Step step : steps) {
      Actor actor = new Actor(step, scheduler, memory, trace);
      actors.add(actor);
      Work work = work(actor);
      scheduler.start(
          actor,
          step.startMicros(),
          () -> {
            trace.note(scheduler.nowMicros(), "begins: " + step);
            work.check();
            trace.note(
                scheduler.nowMicros(),
                "ends: step " + step.number() + ", committed " + actor.committed());
            if (oracle.violation() != null) {
              scheduler.stop();
            }
          });
    }
    if (!scheduler.run()) {
      StringBuilder stacks = new StringBuilder();
      Thread.getAllStackTraces()
          .forEach(
              (thread, stack) -> {
                if (thread.getName().equals("simulation")) {
                  stacks.append(List.of(stack)).append('\n');
                }
              });
      oracle.broken(new Violation("a step hangs: " + stacks));
    }
    for (Actor a : actors) {
      commits.merge(a.step().kind(), a.committed().size(), Integer::sum);
      faults += a.isFaulted() ? 1 : 0;
      crashes += a.isCrashed() ? 1 : 0;
    }
    long snapshots = oracle.newest();
    if (oracle.violation() == null) {
      try {
        new Settling(schedule.seed(), scheduler, memory, oracle, trace, run).check();
      } catch (Violation e) {
        oracle.broken(e);
      } catch (IOException | RuntimeException e) {
        oracle.broken(new Violation("failed after the end, without a fault: " + e, e));
      }
    }
    return new Result(
        oracle.violation(), trace, trace.count(), snapshots, commits, faults, crashes);
  }

  private Work work(Actor actor) {
    SimulatedStore store = store(actor);
    return switch (actor.step().kind()) {
      case CREATE -> new Creating(actor, store, oracle, keys, schedule.seed());
      case ADD_FILES -> new Adding(actor, store, oracle, keys);
      case READ, READ_OLD -> new Reading(actor, store, oracle, keys);
      case ALTER, REPARTITION, REWRITE, OPTIMIZE, VACUUM, TAG, UNTAG, ROLLBACK ->
          new Upkeep(actor, store, oracle, keys);
      default -> new Writing(actor, store, oracle, keys);
    };
  }

  private SimulatedStore store(Actor actor) {
    String label = SimulatedStore.label(run, actor.step().number());
    return new SimulatedStore(actor, memory, oracle, scheduler, label);
  }
}
