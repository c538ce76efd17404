package io.placed.table.simulation;

import io.placed.io.CreateOptions;
import io.placed.io.FaultStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.Machine;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import java.io.IOException;

/** The file system as one process sees it. */
final class SimulatedStore extends FaultStore {
  private final Actor actor;
  private final Observed observed;
  private final Scheduler scheduler;
  private final String label;

  /**
   * @param label of the process, which has a cache of manifests of its own
   */
  SimulatedStore(
      Actor actor, MemoryStore memory, Oracle oracle, Scheduler scheduler, String label) {
    this(actor, new Observed(actor, memory, oracle), scheduler, label);
  }

  private SimulatedStore(Actor actor, Observed observed, Scheduler scheduler, String label) {
    super(observed, actor, actor.step().seed());
    this.actor = actor;
    this.observed = observed;
    this.scheduler = scheduler;
    this.label = label;
  }

  @Override
  public Machine machine() {
    return actor;
  }

  @Override
  protected String named(String path) {
    return label + path;
  }

  @Override
  public boolean putIfAbsent(String path, byte[] content) throws IOException {
    long later = actor.arrivesAfter();
    if (later == 0) {
      boolean put = super.putIfAbsent(path, content);
      return actor.repeatsPuts() ? super.putIfAbsent(path, content) : put;
    }
    scheduler.start(
        null,
        scheduler.nowMicros() + later,
        () -> {
          try {
            observed.putIfAbsent(path, content);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    throw new IOException("fault: PUT " + path + " arrives later");
  }

  /** Tells the oracle what happens, at the moment when it does. */
  private static final class Observed extends ForwardingFileStore {
    private final Actor actor;
    private final Oracle oracle;

    Observed(Actor actor, MemoryStore memory, Oracle oracle) {
      super(memory);
      this.actor = actor;
      this.oracle = oracle;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
      boolean put = super.putIfAbsent(path, content);
      if (put) {
        oracle.put(actor, path);
      }
      return put;
    }

    @Override
    public PositionOutput create(String path, CreateOptions options) throws IOException {
      if (options.overwrite()) {
        oracle.replaced(path);
      }
      return super.create(path, options);
    }

    @Override
    public void rename(String from, String to) throws IOException {
      oracle.replaced(from);
      super.rename(from, to);
    }

    @Override
    public boolean delete(String path, boolean recursive) throws IOException {
      oracle.removed(actor, path);
      return super.delete(path, recursive);
    }
  }

  /** The label of a process of a run. */
  static String label(long run, int step) {
    return PathNames.join("/run-" + run, "step-" + step) + ":";
  }
}
