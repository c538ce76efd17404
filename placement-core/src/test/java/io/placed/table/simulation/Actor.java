package io.placed.table.simulation;

import io.placed.Chosen;
import io.placed.io.Fault;
import io.placed.io.FaultStore;
import io.placed.io.FileInfo;
import io.placed.io.Machine;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** A process that does one step: its clock, its random numbers, and what goes wrong with it. */
final class Actor implements Machine, FaultStore.Faults {
  /** The process ends here: nothing that it does afterwards has an effect. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("crash", null, false, false);
    }
  }

  /** The beginning of the time of the simulation, in milliseconds since 1970. */
  static final long EPOCH = Duration.ofDays(20_000).toMillis();

  /** How late a listing may be. */
  private static final long LATE_MILLIS = 500;

  private final Step step;
  private final Scheduler scheduler;
  private final MemoryStore memory;
  private final Trace trace;

  /** Of the machine, so that what the step decides does not depend on it. */
  private final Random random;

  private int operations;
  private boolean crashed;
  private boolean faulted;

  /** What the commit of this step does to the table. */
  private Effect effect = Effect.NOTHING;

  private final List<Long> committed = new ArrayList<>();

  private VacuumOptions vacuum;
  private long vacuumMillis;

  Actor(Step step, Scheduler scheduler, MemoryStore memory, Trace trace) {
    this.step = step;
    this.scheduler = scheduler;
    this.memory = memory;
    this.trace = trace;
    this.random = Chosen.random(step.seed() ^ 0x5DEECE66DL);
  }

  Step step() {
    return step;
  }

  /** Says what the next commit of this process does. */
  void intends(Effect next) {
    effect = next;
  }

  Effect effect() {
    return effect;
  }

  /** Snapshots that this process has added to the history. */
  List<Long> committed() {
    return committed;
  }

  /** Says that this process vacuums from now on. */
  void vacuums(VacuumOptions options) {
    vacuum = options;
    vacuumMillis = millis();
  }

  VacuumOptions vacuum() {
    return vacuum;
  }

  /** When the vacuum began, by the clock of this process. */
  long vacuumMillis() {
    return vacuumMillis;
  }

  /** Whether something went wrong. */
  boolean isFaulted() {
    return faulted || crashed;
  }

  boolean isCrashed() {
    return crashed;
  }

  @Override
  public long millis() {
    return EPOCH + scheduler.nowMicros() / 1000 + step.trouble().skewMillis();
  }

  @Override
  public synchronized UUID newId() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  @Override
  public void pause(long mostMillis) {
    if (Scheduler.current() == this) {
      scheduler.pass(1000L * (1 + random.nextInt((int) mostMillis)));
    }
  }

  @Override
  public Fault at(FaultStore.Operation operation) {
    // Threads that read for this process do so while it waits for them.
    if (Scheduler.current() != this) {
      return Fault.NONE;
    }
    if (crashed) {
      throw new Crash();
    }
    operations++;
    Trouble t = step.trouble();
    scheduler.pass(200 + random.nextInt(3000));
    if (operations == t.pauseAt()) {
      scheduler.pass(t.pauseMicros());
    }
    trace.add(scheduler.nowMicros(), step, operations, operation);
    boolean now = operations == t.at();
    switch (t.kind()) {
      case FAILS -> {
        return now ? fault(Fault.before(failure(operation))) : Fault.NONE;
      }
      case FAILS_FOR_GOOD -> {
        return operations >= t.at() ? fault(Fault.before(failure(operation))) : Fault.NONE;
      }
      case ANSWER_LOST -> {
        return now ? fault(Fault.after(failure(operation))) : Fault.NONE;
      }
      case CLIENT_FAILS -> {
        return now
            ? fault(Fault.after(new IllegalStateException("fault: " + operation)))
            : Fault.NONE;
      }
      case OUT_OF_MEMORY -> {
        return now ? fault(Fault.after(new OutOfMemoryError("fault: " + operation))) : Fault.NONE;
      }
      case CRASHES -> {
        if (now) {
          crashed = true;
          throw new Crash();
        }
      }
      case CRASHES_AFTER -> {
        if (now) {
          crashed = true;
          return Fault.after(new Crash());
        }
      }
      default -> {}
    }
    return Fault.NONE;
  }

  private Fault fault(Fault fault) {
    faulted = true;
    return fault;
  }

  private static IOException failure(FaultStore.Operation operation) {
    return new IOException("fault: " + operation);
  }

  /** Whether its file system repeats each put, and finds the file of the first try. */
  boolean repeatsPuts() {
    return Scheduler.current() == this && Math.floorMod(step.seed(), 8) == 0;
  }

  /** Whether the put of a snapshot is to arrive later; then when, in microseconds from now. */
  long arrivesAfter() {
    Trouble t = step.trouble();
    if (Scheduler.current() != this
        || faulted
        || t.kind() != Trouble.Kind.ARRIVES_LATE
        || operations < t.at() / 4) {
      return 0;
    }
    faulted = true;
    return 1 + random.nextInt(random.nextBoolean() ? 20_000 : 2_000_000_000);
  }

  @Override
  public List<FileInfo> listed(FaultStore.Operation operation, List<FileInfo> found) {
    Trouble t = step.trouble();
    if (t.kind() != Trouble.Kind.LATE_LISTINGS || operations < t.at()) {
      return found;
    }
    long late = EPOCH + scheduler.nowMicros() / 1000 - random.nextInt((int) LATE_MILLIS);
    List<FileInfo> seen = new ArrayList<>(found);
    seen.removeIf(f -> !f.directory() && f.modifiedMillis() > late);
    if (found.stream().allMatch(f -> PathNames.parent(f.path()).equals(operation.path()))) {
      seen.addAll(memory.removedSince(operation.path(), late));
    }
    seen.sort((a, b) -> a.path().compareTo(b.path()));
    return seen;
  }
}
