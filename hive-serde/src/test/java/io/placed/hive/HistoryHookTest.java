package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.Advice;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.QueriedTable;
import io.placed.advise.check.CheckResult;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.History;
import io.placed.advise.workload.ScanRecord;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.placement.Device;
import io.placed.schema.Schema;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans that Hive's hook records, in Tez, and the advice that they give. */
class HistoryHookTest extends SnapshotTables {
  private static final int ROWS = 120_000;
  private static final int KEYS = 1_000_000;

  /** Keys are even, so that no value of the table is between two literals. */
  private static final Schema KEYED = Schema.parse("Key: int32, v: int64, w: int64, name: string");

  private Path history;

  @BeforeEach
  void record() {
    history = directory.resolve("history");
    hive.conf()
        .set(
            "hive.exec.post.hooks",
            TaskCounters.class.getName() + "," + HistoryHook.class.getName());
    hive.conf().set("placed.history", history.toString());
  }

  @AfterEach
  void forget() {
    hive.conf().set("hive.exec.post.hooks", TaskCounters.class.getName());
    hive.conf().unset("placed.history");
    hive.run("drop table if exists keyed");
    hive.run("drop table if exists plain");
  }

  private void write() throws Exception {
    Random random = new Random(1);
    try (TableWriter out = Placed.write(path("keyed"), KEYED).open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(random.nextInt(KEYS), random.nextLong(), random.nextLong(), "n" + i % 100);
      }
      out.commit();
    }
    create("keyed", "key int, v bigint, w bigint, name string", "");
  }

  private List<ScanRecord> recorded() throws Exception {
    HistoryHook.publish();
    List<ScanRecord> out = new ArrayList<>();
    if (Files.exists(history)) {
      assertEquals(0, History.at(new LocalFileStore(), history.toString()).forEach(out::add));
    }
    out.sort(Comparator.comparingLong(ScanRecord::at)); // files have random names
    return out;
  }

  private String text() throws Exception {
    StringBuilder out = new StringBuilder();
    try (var files = Files.list(history)) {
      for (Path file : files.toList()) {
        out.append(Files.readString(file));
      }
    }
    return out.toString();
  }

  @Test
  void scansAreRecordedWithRanksAndCounts() throws Exception {
    write();
    hive.run("select sum(v) from keyed where key >= 400123 and key < 420123 and name <> 'n7777'");
    List<ScanRecord> all = recorded();
    assertEquals(1, all.size(), "" + all);
    ScanRecord scan = all.get(0);
    assertEquals(path("keyed"), scan.table());
    assertEquals(1, scan.snapshot());
    assertTrue(scan.engine().startsWith("hive 4"), scan.engine());
    assertEquals(Set.of("Key", "v", "name"), Set.copyOf(scan.columns()));
    assertEquals(Map.of("Key", 1, "v", 2, "name", 4), scan.ids());
    Condition key =
        scan.filter().stream().filter(c -> c.column().equals("Key")).findFirst().orElseThrow();
    assertEquals(1, key.ranges().size());
    assertEquals(0.400123, key.ranges().get(0).from(), 0.005);
    assertEquals(0.420123, key.ranges().get(0).to(), 0.005);
    assertEquals(TaskCounters.last("BYTES_NEEDED"), scan.needed());
    assertEquals(TaskCounters.last("BYTES_READ"), scan.read());
    assertEquals(TaskCounters.last("REQUESTS"), scan.requests());
    assertTrue(scan.needed() > 0 && scan.millis() > 0 && scan.at() > 0, "" + scan);
    assertFalse(text().contains("n7777"), "a literal is in the history");
    assertFalse(text().matches("(?s).*(?<![0-9.])4[02]0123(?![0-9]).*"), "a literal: " + text());
  }

  @Test
  void joinsOtherFormatsAndQueriesWithoutTasks() throws Exception {
    write();
    hive.run("create table plain stored as orc as select key, v from keyed where key < 1000");
    assertEquals(1, recorded().size());
    hive.run("select count(*) from plain where key > 5");
    assertEquals(1, recorded().size(), "other formats are not recorded");

    hive.run(
        "select sum(a.v) from keyed a join keyed b on a.key = b.key"
            + " where a.key < 100000 and b.w is not null");
    List<ScanRecord> join = recorded().subList(1, recorded().size());
    assertEquals(2, join.size(), "" + join);
    assertEquals(0, join.get(0).needed(), "the counters are those of both scans");
    assertTrue(join.get(0).millis() > 0 && join.get(0).millis() == join.get(1).millis());

    hive.run("select v from keyed where key = 17 limit 1"); // fetched without a task
    ScanRecord fetched = recorded().get(3);
    assertEquals(Set.of("Key", "v"), Set.copyOf(fetched.columns()));
    hive.failure("select sum(assert_true(key < 0)) from keyed");
    assertEquals(4, recorded().size(), "queries that fail are not recorded");
    hive.conf().unset("placed.history");
    hive.run("select sum(v) from keyed");
    assertEquals(4, recorded().size());
  }

  @Test
  void theHistoryIsAWorkloadAndChecksTheAdvice() throws Exception {
    write();
    for (int i = 0; i < 3; i++) {
      int from = 100_000 * (i + 1);
      hive.run("select sum(v) from keyed where key >= " + from + " and key < " + (from + 20_000));
    }
    assertEquals(3, recorded().size());
    QueriedTable asked =
        QueriedTable.load(
                FileStores.local(),
                history.toString(),
                List.of(QueriedTable.Named.at(path("keyed"))))
            .get(0);
    assertEquals(1, asked.queries().report().share());
    Advice advice =
        asked.remember(
            asked.advise(AdvisorSettings.defaults().withDevice(Device.HDD).withHorizon(1e6)));
    assertTrue(advice.best().reorder().toString().startsWith("sort(Key"), "" + advice.best());
    Rewrite.prepare(
            FileStores.local(),
            path("keyed"),
            RewriteOptions.of(Map.of("placement", advice.best().toString())))
        .run(done -> {});
    hive.run("select sum(v) from keyed where key >= 500000 and key < 520000");
    recorded();
    CheckResult check = QueriedTable.check(FileStores.local(), history.toString(), path("keyed"));
    assertEquals(1, check.scans());
    // The range is in one or two of some ten pages.
    double log = check.templates().get(0).bytesLog();
    assertTrue(Math.abs(log) < Math.log(2.2), "" + check.templates());
  }

  @Test
  void aDirectoryThatCannotBeWrittenFailsNoQuery() throws Exception {
    write();
    Path file = Files.writeString(directory.resolve("file"), "x");
    hive.conf().set("placed.history", file.resolve("below").toString());
    assertEquals(List.of("" + ROWS), hive.run("select count(v) from keyed"));
    HistoryHook.publish();
  }
}
