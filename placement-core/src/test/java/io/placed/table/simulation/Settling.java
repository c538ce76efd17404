package io.placed.table.simulation;

import io.placed.Chosen;
import io.placed.error.CorruptFileException;
import io.placed.io.CreateOptions;
import io.placed.io.Damage;
import io.placed.io.FileInfo;
import io.placed.io.MemoryStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableState;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.write.pack.SiblingNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** What must hold after a run, when nobody works on the table any more. */
final class Settling {
  private static final long DAYS_MICROS = Duration.ofDays(1).toMillis() * 1000;

  private final long seed;
  private final Scheduler scheduler;
  private final MemoryStore memory;
  private final Oracle oracle;
  private final Trace trace;
  private final long run;

  Settling(
      long seed, Scheduler scheduler, MemoryStore memory, Oracle oracle, Trace trace, long run) {
    this.seed = seed;
    this.scheduler = scheduler;
    this.memory = memory;
    this.oracle = oracle;
    this.trace = trace;
    this.run = run;
  }

  void check() throws IOException {
    checkRetained(oracle::texts);
    checkSome();
    Random random = new Random(seed);
    int keep = 1 + random.nextInt(2);
    for (int i = 1; i <= 3; i++) {
      scheduler.advance(40 * DAYS_MICROS);
      vacuum(-1 - i, keep);
    }
    checkRetained(snapshot -> Oracle.texts(oracle.table(), snapshot, null));
    checkNothingLeft();
    damage(random);
  }

  /** How a snapshot is read, to rows as text. */
  private interface Rows {
    List<String> of(Snapshot snapshot) throws IOException;
  }

  /** Every snapshot that is kept has the rows that it had, with or without a tag. */
  private void checkRetained(Rows rows) throws IOException {
    if (oracle.table().newestId() != oracle.newest()) {
      throw new Violation(
          "the latest is " + oracle.table().newestId() + ", not " + oracle.newest());
    }
    for (long id : oracle.retained()) {
      List<String> found = rows.of(oracle.table().snapshot(id));
      List<String> expected = oracle.model(id).texts(row -> true);
      if (!found.equals(expected)) {
        throw new Violation("snapshot " + id + " has changed" + Oracle.difference(found, expected));
      }
    }
  }

  /** One of them as a whole; the vacuums leave few. */
  private void checkSome() throws IOException {
    List<Long> retained = oracle.retained();
    if (!retained.isEmpty()) {
      // Not the generator of the later choices.
      long id = retained.get(Chosen.random(~seed).nextInt(retained.size()));
      List<String> found = Oracle.texts(oracle.table(), oracle.table().snapshot(id), null);
      List<String> expected = oracle.model(id).texts(row -> true);
      if (!found.equals(expected)) {
        throw new Violation("snapshot " + id + " reads" + Oracle.difference(found, expected));
      }
    }
  }

  private void vacuum(int number, int keep) throws IOException {
    Trouble none = new Trouble(Trouble.Kind.NONE, 0, 0, 0, 0);
    Step step = new Step(number, Step.Kind.VACUUM, scheduler.nowMicros(), seed + number, none);
    Actor actor = new Actor(step, scheduler, memory, trace);
    SimulatedStore store =
        new SimulatedStore(actor, memory, oracle, scheduler, SimulatedStore.label(run, number));
    VacuumOptions options = new VacuumOptions(Duration.ZERO, keep, false);
    actor.vacuums(options);
    DataSet.at(p -> store, oracle.root()).vacuum(options);
  }

  /** Three vacuums remove all that no snapshot needs. */
  private void checkNothingLeft() throws IOException {
    Set<String> needed = new HashSet<>();
    Set<String> replaced = null;
    for (long id : oracle.retained()) {
      TableState state = oracle.table().directory().log().readCopied(id);
      for (DataFile f : state.files().all().values()) {
        needed.addAll(f.paths());
      }
      needed.addAll(state.files().manifestPaths());
      Set<String> excluded =
          state.excluded().stream().map(ExcludedFile::path).collect(Collectors.toSet());
      if (replaced == null) {
        replaced = excluded;
      }
      replaced.retainAll(excluded);
      state.info().copied().sources().values().forEach(d -> needed.add(d.pathInTable()));
    }
    for (FileInfo f : memory.list(oracle.root(), true)) {
      String path = PathNames.relativize(oracle.root(), f.path());
      String name = PathNames.name(path);
      boolean ofLog = PathNames.parent(f.path()).equals(oracle.log()) && !name.endsWith(".tmp");
      boolean tagged = PathNames.parent(f.path()).equals(PathNames.join(oracle.log(), "tagged"));
      if (!ofLog && !tagged && !needed.contains(path) && !staysForeign(path, replaced)) {
        throw new Violation("three vacuums have left " + path);
      }
    }
  }

  /** A file of another name goes when every retained snapshot is of the time after its removal. */
  private static boolean staysForeign(String path, Set<String> replaced) {
    String name = PathNames.name(path);
    String tableFile = SiblingNames.tableFileOf(name);
    String of = tableFile == null ? path : PathNames.join(PathNames.parent(path), tableFile);
    return name.contains(Adding.NAME) && !replaced.contains(of);
  }

  /** One file is damaged: whoever reads gets the right rows, or a typed exception. */
  private void damage(Random random) throws IOException {
    // Under another path, of which nothing is cached.
    String copy = PathNames.join(PathNames.parent(oracle.root()), "damaged");
    for (FileInfo f : memory.list(oracle.root(), true)) {
      String path = PathNames.join(copy, PathNames.relativize(oracle.root(), f.path()));
      try (PositionOutput out = memory.create(path, CreateOptions.NEW)) {
        out.write(memory.readAll(f.path()));
      }
    }
    // Who was to add a file may have ended before its first byte.
    List<FileInfo> files = memory.list(copy, true).stream().filter(f -> f.length() > 0).toList();
    FileInfo file = files.get(random.nextInt(files.size()));
    Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
    List<String> damaged = damage.to(memory, file.path(), random);
    DataSet table = DataSet.at(p -> memory, copy);
    String what = damage + " of " + damaged;
    try {
      Snapshot snapshot = table.current();
      List<String> found = Oracle.texts(table, snapshot, null);
      Model model = oracle.model(snapshot.id());
      List<String> expected = model == null ? List.of() : model.texts(row -> true);
      // Nothing tells that the latest snapshot existed.
      String latest = table.directory().log().pathOf(oracle.newest());
      boolean lost = snapshot.id() == oracle.newest() - 1 && !memory.exists(latest);
      if (!found.equals(expected) || (snapshot.id() != oracle.newest() && !lost)) {
        throw new Violation(
            what
                + " was not noticed in snapshot "
                + snapshot.id()
                + Oracle.difference(found, expected));
      }
    } catch (CorruptFileException | FileNotFoundException e) {
      trace.note(scheduler.nowMicros(), what + ": " + e);
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof CorruptFileException)) {
        throw new Violation(what + " was reported as " + e.getCause(), e);
      }
    } catch (IOException | RuntimeException e) {
      throw new Violation(what + " was reported as " + e, e);
    }
  }
}
