package io.placed.table.simulation;

import io.placed.Chosen;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Writes to a directory in which there may be no table yet. */
final class Creating extends Work {
  private final boolean partitioned;
  private final String share;
  private final Placement placement;

  /**
   * @param table seed of what all who write to it first agree on
   */
  Creating(Actor actor, SimulatedStore store, Oracle oracle, AtomicLong keys, long table) {
    super(actor, store, oracle, keys);
    Random shape = Chosen.random(table ^ 0x9E3779B9L);
    partitioned = shape.nextBoolean();
    placement = shape.nextBoolean() ? null : Placement.DEFAULT.with("placement.reorder", "sort(k)");
    share = List.of("0", "0.5", "0.5", "1").get(shape.nextInt(4));
  }

  @Override
  boolean mayFail(Throwable e) {
    return false;
  }

  @Override
  void run() throws IOException {
    List<Model.Column> columns = new ArrayList<>();
    columns.add(new Model.Column(Model.KEY, "k", "int64"));
    columns.add(new Model.Column(Model.FIRST, "a", "int32"));
    columns.add(new Model.Column(Model.SECOND, "B", "string"));
    StringBuilder text = new StringBuilder("k: int64, a: int32, B: string");
    if (partitioned) {
      columns.add(new Model.Column(Model.PARTITION, "p", "string"));
      text.append(", p: string");
    }
    Model empty = new Model(columns, new TreeMap<>(), 0);
    SortedMap<Long, Map<Integer, Object>> rows = Values.rows(random, empty, keys.get());
    keys.addAndGet(rows.size());
    DataSet table = open();
    Commit commit =
        table.begin(
            Schema.parse(text.toString()), partitioned ? List.of("p") : List.of(), placement);
    commit.properties(Map.of(TableProperties.DELETES_MAX_SHARE, share));
    actor.intends(before -> List.of(with(before == null ? empty : before, rows)));
    try {
      requireCommitted(commit.append(Values.write(store, commit, empty, rows, random, "t")));
    } catch (IOException | RuntimeException e) {
      abort(commit, e);
      throw e;
    }
  }

  private static Model with(Model before, SortedMap<Long, Map<Integer, Object>> rows) {
    SortedMap<Long, Map<Integer, Object>> all = new TreeMap<>(before.rows());
    all.putAll(rows);
    return before.withRows(all);
  }
}
