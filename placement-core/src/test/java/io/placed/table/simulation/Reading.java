package io.placed.table.simulation;

import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Reads the table, or an older state of it. */
final class Reading extends Work {
  private long read;

  Reading(Actor actor, SimulatedStore store, Oracle oracle, AtomicLong keys) {
    super(actor, store, oracle, keys);
  }

  @Override
  boolean mayFail(Throwable e) {
    // There is no such snapshot or tag, or it has expired.
    return read == 0
        && actor.step().kind() == Step.Kind.READ_OLD
        && e instanceof FileNotFoundException;
  }

  @Override
  void run() throws IOException {
    DataSet table = open();
    Snapshot snapshot;
    if (actor.step().kind() == Step.Kind.READ) {
      snapshot = current(table);
    } else {
      long wanted = 1 + random.nextInt((int) oracle.newest());
      switch (random.nextInt(3)) {
        case 0 -> snapshot = table.snapshot(wanted);
        case 1 -> snapshot = table.snapshot("t" + random.nextInt(3));
        default -> snapshot = asOf(table, wanted);
      }
    }
    read = snapshot.id();
    Model model = oracle.model(read);
    if (model == null) {
      throw new Violation("read snapshot " + read + ", which is not in the history");
    }
    if (random.nextBoolean()) {
      require(Oracle.texts(table, snapshot, null), model.texts(row -> true), "");
      if (snapshot.rows() != model.rows().size()) {
        throw new Violation("counts " + snapshot.rows() + " rows of snapshot " + read);
      }
      return;
    }
    for (int i = 0; i < 3; i++) {
      Condition where = Condition.of(random, model, Math.max(1, keys.get()));
      List<String> found = Oracle.texts(table, snapshot, where.predicate());
      require(found, model.texts(row -> where.test(model, row)), " where " + where);
    }
  }

  private Snapshot asOf(DataSet table, long wanted) throws IOException {
    long millis = oracle.state(wanted).info().timestampMillis() + random.nextInt(2);
    Snapshot snapshot = table.asOf(millis);
    long newest = oracle.newest();
    boolean later =
        snapshot.id() < from()
            && oracle.state(snapshot.id() + 1).info().timestampMillis() <= millis;
    if (snapshot.id() > newest
        || oracle.state(snapshot.id()).info().timestampMillis() > millis
        || later) {
      throw new Violation("snapshot " + snapshot.id() + " as of " + millis);
    }
    return snapshot;
  }

  private void require(List<String> found, List<String> expected, String where) {
    if (!found.equals(expected)) {
      throw new Violation("read snapshot " + read + where + Oracle.difference(found, expected));
    }
  }
}
