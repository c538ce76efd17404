package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.HistoryWriter;
import io.placed.advise.workload.ScanRecord;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The regret of a placement against the cost of a rewrite. */
@OneIn(2)
class WorkloadWatchTest {
  private static final int ROWS = 60_000;
  private static final Schema SCHEMA = Schema.parse("a: int32, b: int32, v: int64");

  private final FileStores stores = FileStores.local();

  @TempDir Path directory;
  private String path;
  private String history;

  @BeforeEach
  void write() throws IOException {
    path = directory.resolve("table").toString();
    history = directory.resolve("history").toString();
    Random random = new Random(1);
    try (TableWriter out = Placed.write(path, SCHEMA).placement("reorder=sort(a)").open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(random.nextInt(), random.nextInt(), random.nextLong());
      }
      out.commit();
    }
  }

  private DataSet table() throws IOException {
    return DataSet.at(stores, path);
  }

  private void set(String name, String value) throws IOException {
    Map<String, String> change = new HashMap<>();
    change.put(name, value);
    table().alter(List.of(), change);
  }

  private WatchResult watch() {
    return WorkloadWatch.of(stores, path, history, null);
  }

  /** Records so many scans of the latest snapshot that select 2 % of a column. */
  private void scans(String column, int count, double millis) throws IOException {
    List<ScanRecord> records = new ArrayList<>();
    long snapshot = table().current().id();
    for (int i = 0; i < count; i++) {
      double from = 0.9 * i / count;
      records.add(
          new ScanRecord(
              path,
              snapshot,
              i,
              "test",
              List.of("v", column),
              List.of(Condition.on(column, from, from + 0.02)),
              Optional.empty(),
              Map.of(),
              ROWS / 50,
              1000,
              1000,
              1,
              millis));
    }
    try (HistoryWriter out = new HistoryWriter(new LocalFileStore(), history)) {
      out.append(records);
    }
  }

  @Test
  void onlyTablesWithThePropertyAreWatched() throws Exception {
    scans("b", 10, 1000);
    assertEquals(WatchResult.OFF, watch());
    set("advise", "watch");
    assertTrue(watch().isOn());
    set("advise", "off");
    assertEquals(WatchResult.OFF, watch());
    set("advise", null);
    assertEquals(WatchResult.OFF, watch());
  }

  @Test
  void valuesAreChecked() {
    fails("property advise must be watch or off, found 'yes'", "advise", "yes");
    fails("property 'Advise': its name is advise, in lower case", "Advise", "watch");
    fails("advise.history must be the path of a history", "advise.history", " ");
  }

  private void fails(String message, String name, String value) {
    String found =
        assertThrows(IllegalArgumentException.class, () -> set(name, value)).getMessage();
    assertTrue(found.contains(message), found);
  }

  @Test
  void regretHasToReachTheCostOfARewrite() throws Exception {
    set("advise", "watch");
    scans("a", 50, 0.02); // all of them take less than a rewrite
    WatchResult fits = watch();
    assertEquals(WatchResult.State.FITS, fits.state(), fits.message());
    assertEquals(50, fits.scans());
    scans("b", 1, 1e-3);
    assertEquals(WatchResult.State.FITS, watch().state());

    set("placement.reorder", null); // another snapshot, the same placement
    long before = table().newestId();
    scans("b", 50_000, 0.02);
    WatchResult moved = watch();
    assertEquals(WatchResult.State.MOVED_AWAY, moved.state(), moved.message());
    assertTrue(moved.placement().startsWith("reorder=sort(b)"), moved.placement());
    assertTrue(moved.regretSeconds() > moved.rewriteSeconds(), "" + moved);
    assertEquals(50_051, moved.scans());
    assertTrue(moved.message().contains("has moved away from the placement"), moved.message());
    assertTrue(moved.message().contains("nothing was rewritten"), moved.message());
    assertEquals(before, table().newestId(), "nothing is committed");
    assertEquals("sort(a)", table().current().placement().reorder().toString());
  }

  /** No placement is searched if all scans took less than a rewrite. */
  @Test
  void littleTimeIsNotWorthASearch() throws Exception {
    set("advise", "watch");
    scans("b", 5, 1e-4);
    WatchResult result = watch();
    assertEquals(WatchResult.State.FITS, result.state());
    assertTrue(result.message().contains("less than a rewrite would"), result.message());
    assertEquals("", result.placement());
  }

  @Test
  void withoutAHistoryTheResultSaysSo() throws Exception {
    set("advise", "watch");
    WatchResult none = WorkloadWatch.of(stores, path, "", null);
    assertEquals(WatchResult.State.UNKNOWN, none.state());
    assertTrue(none.message().contains("no history is known: set the table property"));
    assertEquals(WatchResult.State.UNKNOWN, watch().state(), "the directory does not exist");
    String other = directory.resolve("other").toString();
    set("advise.history", other);
    assertTrue(watch().message().contains(other), watch().message());
    history = other;
    scans("a", 1, 1);
    history = directory.resolve("unused").toString();
    assertEquals(1, watch().scans());
    assertFalse(watch().message().contains("not done"), watch().message());
  }
}
