package io.placed.table.evolution;

import static io.placed.table.evolution.ExpectedTable.PARTITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.error.CommitConflictException;
import io.placed.predicate.Predicate;
import io.placed.schema.Type;
import io.placed.table.DataSetScan;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ExpectedTable.Column;
import io.placed.table.evolution.ExpectedTable.Content;
import io.placed.table.evolution.ExpectedTable.State;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes that run while columns are renamed, dropped, added, added again, exchanged and widened,
 * and while the table is rolled back to older snapshots, compared with an in-memory table whose
 * columns have ids: every row has, with the current names, the values that were written to these
 * columns, in the current snapshot and in those that are kept.
 */
class SchemaByIdRandomTest {
  private static final int ROUNDS = Integer.getInteger("placed.schema.rounds", 40);
  private static final int STEPS = 40;
  private static final String INLINE_FILES = "placed.log.inline-files";

  @TempDir Path temporary;

  private Random random;
  private ExpectedTable table;
  private final Map<Long, State> history = new TreeMap<>();
  private final Map<String, Long> tags = new TreeMap<>();
  private int rollbacks;

  @AfterEach
  void clear() {
    System.clearProperty(INLINE_FILES);
  }

  @Test
  void columnsAreFollowedByTheirIds() throws Exception {
    long seed = Long.getLong("placed.seed", new Random().nextLong());
    random = new Random(seed);
    int committed = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      table = new ExpectedTable(temporary.resolve("table-" + round).toString(), random);
      history.clear();
      tags.clear();
      // From how many files on they are in manifests, which keep names by the ids of columns.
      int inline = random.nextInt(4) == 0 ? 64 : random.nextInt(4);
      System.setProperty(INLINE_FILES, Integer.toString(inline));
      List<String> log = new ArrayList<>(List.of(inline + " inline"));
      try {
        int[] counts = round(log);
        committed += counts[0];
        refused += counts[1];
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round + ": " + log, e);
      }
    }
    assertTrue(committed > ROUNDS * 3, committed + " commits, seed " + seed);
    assertTrue(refused > ROUNDS / 2, refused + " refused, seed " + seed);
    assertTrue(rollbacks > ROUNDS, rollbacks + " rollbacks, seed " + seed);
  }

  private int[] round(List<String> log) throws IOException {
    Commit first =
        table.open().begin(ExpectedTable.schema(table.columns, true), List.of(PARTITION), null);
    Content content = table.content(table.columns);
    DataFile file = ExpectedTable.write(first, table.columns, content, "t");
    first.append(List.of(file));
    table.files.put(file.path(), content);
    List<WriteUnderWay> writes = new ArrayList<>();
    int[] counts = new int[2];
    for (int step = 0; step < STEPS; step++) {
      history.put(table.open().newestId(), table.state());
      int what = random.nextInt(13);
      if (what >= 10) {
        past(log);
      } else if (what < 3) {
        WriteUnderWay w = new WriteUnderWay(table);
        writes.add(w);
        log.add("begin " + w.kind + w.written + (w.merges ? " merges" : ""));
      } else if (what < 6 && !writes.isEmpty()) {
        finish(writes.remove(random.nextInt(writes.size())), counts, log);
      } else if (what < 9) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          history.put(table.open().newestId(), table.state());
          alter(log);
        }
      } else if (random.nextInt(2) == 0) {
        log.add("vacuum");
        table.open().vacuum(new VacuumOptions(Duration.ZERO, 1 + random.nextInt(3), false));
      }
      verify(table.open().current(), table.state());
      verifyPast();
    }
    return counts;
  }

  /** Goes back, or gives a name to a snapshot or takes one. */
  private void past(List<String> log) throws IOException {
    List<SnapshotInfo> ids = table.open().history();
    long id = ids.get(random.nextInt(ids.size())).id();
    String tag = "tag-" + random.nextInt(3);
    if (random.nextInt(3) == 0) {
      log.add("rollback " + id);
      table.open().rollback(id);
      table.restore(history.get(id));
      rollbacks++;
    } else if (!tags.containsKey(tag) || random.nextBoolean()) {
      log.add(tag + " is " + id);
      table.open().replaceTag(tag, id);
      tags.put(tag, id);
    } else {
      log.add("no " + tag);
      table.open().deleteTag(tag);
      tags.remove(tag);
    }
  }

  /** Snapshots with a tag, and what there is of others, are as they were. */
  private void verifyPast() throws IOException {
    history.put(table.open().newestId(), table.state());
    for (Map.Entry<String, Long> t : tags.entrySet()) {
      assertEquals(t.getValue(), table.open().snapshot(t.getKey()).id());
      verify(table.open().snapshot(t.getKey()), history.get(t.getValue()));
    }
    List<SnapshotInfo> ids = table.open().history();
    SnapshotInfo some = ids.get(random.nextInt(ids.size()));
    verify(table.open().snapshot(some.id()), history.get(some.id()));
  }

  private void finish(WriteUnderWay w, int[] counts, List<String> log) throws IOException {
    String expected = w.expect();
    log.add("finish " + w.kind + w.written + (expected == null ? "" : " " + expected));
    String found = null;
    try {
      w.commit();
      counts[0]++;
    } catch (CommitConflictException e) {
      found = "conflict";
    } catch (IllegalArgumentException e) {
      found = "refused";
    }
    if (found != null) {
      counts[1]++;
      w.commit.abort();
    }
    if (WriteUnderWay.GONE.equals(expected)) {
      assertNotNull(found);
    } else {
      assertEquals(expected, found);
    }
  }

  private void alter(List<String> log) throws IOException {
    List<ColumnChange> changes = new ArrayList<>();
    int at = random.nextInt(table.columns.size());
    Column c = table.columns.get(at);
    String free = table.freeName();
    int kind = random.nextInt(5);
    if (kind == 0 && free != null) {
      changes.add(new ColumnChange.Rename(c.name(), free));
      table.columns.set(at, c.renamed(free));
      table.lastFreed = c.name();
    } else if (kind == 1 && table.columns.size() > 1) {
      changes.add(new ColumnChange.Drop(c.name()));
      table.columns.remove(at);
      table.lastFreed = c.name();
    } else if (kind == 2 && free != null) {
      changes.add(new ColumnChange.Add(List.of(free), Type.INT32, ColumnChange.LAST));
      table.columns.add(new Column(++table.lastId, free, Type.INT32));
    } else if (kind == 3) {
      changes.add(new ColumnChange.Widen(List.of(c.name()), Type.INT64));
      table.columns.set(at, new Column(c.id(), c.name(), Type.INT64));
    } else if (kind == 4 && table.columns.size() > 1) {
      int other = (at + 1) % table.columns.size();
      Column d = table.columns.get(other);
      changes.add(new ColumnChange.Rename(c.name(), "between"));
      changes.add(new ColumnChange.Rename(d.name(), c.name()));
      changes.add(new ColumnChange.Rename("between", d.name()));
      table.columns.set(at, c.renamed(d.name()));
      table.columns.set(other, d.renamed(c.name()));
    }
    log.add("alter " + changes);
    table.open().alter(changes, Map.of());
  }

  private void verify(Snapshot now, State state) throws IOException {
    Set<String> names = new HashSet<>();
    now.schema().fields().forEach(f -> names.add(f.name()));
    Set<String> wanted = new HashSet<>(Set.of(PARTITION));
    state.columns().forEach(c -> wanted.add(c.name()));
    assertEquals(wanted, names);
    List<String> rows = new ArrayList<>();
    for (Content f : state.files().values()) {
      for (Map<Integer, Long> row : f.rows()) {
        Map<String, String> shown = new TreeMap<>();
        state.columns().forEach(c -> shown.put(c.name(), String.valueOf(row.get(c.id()))));
        shown.put(PARTITION, f.partition());
        rows.add(shown.toString());
      }
    }
    rows.sort(null);
    assertEquals(rows, scan(now, null));
    // Statistics must belong to the column of that name.
    for (Column c : state.columns()) {
      for (Content f : state.files().values()) {
        Long value = f.rows().get(0).get(c.id());
        if (value != null && scan(now, Predicate.parse(c.name() + " = " + value)).size() != 1) {
          fail(c + " = " + value + " is not found");
        }
      }
    }
  }

  private List<String> scan(Snapshot now, Predicate filter) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataSetScan scan = new DataSetScan(table.open(), now, now.schema(), filter)) {
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++) {
          Object[] values = scan.batch().row(i);
          Map<String, String> shown = new TreeMap<>();
          for (int c = 0; c < values.length; c++) {
            shown.put(now.schema().field(c).name(), String.valueOf(values[c]));
          }
          rows.add(shown.toString());
        }
      }
    }
    rows.sort(null);
    return rows;
  }
}
