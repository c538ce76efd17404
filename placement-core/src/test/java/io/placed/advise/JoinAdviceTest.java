package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.ShuffleTime;
import io.placed.advise.report.AdviceText;
import io.placed.advise.workload.Workload;
import io.placed.io.LocalFileStore;
import io.placed.placement.Device;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice for queries that bring rows together: buckets spare that, and reading is not all. */
@OneIn(2)
class JoinAdviceTest {
  private static final int ROWS = 30_000;

  private static final Schema SCHEMA =
      Schema.parse("`Item Id`: int64, day: date, kind: string, v: double");

  private static final String BUCKETS = "bucket(4, `Item Id`)";

  private final LocalFileStore store = new LocalFileStore();

  /** The tables of this class by what is different in them; several tests read the first one. */
  private static final Map<List<String>, String> WRITTEN = new HashMap<>();

  @TempDir static Path directory;

  private static String write(String name, String partitioning, String placement)
      throws IOException {
    List<String> key = List.of(partitioning, placement);
    if (WRITTEN.containsKey(key)) {
      return WRITTEN.get(key);
    }
    String path = directory.resolve(name + WRITTEN.size()).toString();
    Random random = new Random(5);
    try (TableWriter out =
        Placed.write(path, SCHEMA)
            .partitionedBy(partitioning)
            .placement(placement)
            .option("page-rows", "1024")
            .open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(
            random.nextInt(50) == 0 ? null : (long) random.nextInt(ROWS / 4),
            java.time.LocalDate.ofEpochDay(random.nextInt(1000)),
            "kind " + random.nextInt(8),
            random.nextDouble());
      }
      out.commit();
    }
    WRITTEN.put(key, path);
    return path;
  }

  private static AdvisorSettings settings() {
    return AdvisorSettings.defaults()
        .withDevice(Device.parse("seek=300ns; bandwidth=200GiB/s"))
        .withHorizon(1e6);
  }

  private Advice advise(String path, String workload, AdvisorSettings settings) throws IOException {
    try (AdvisedTable table = PlacedTable.open(DataSet.at(p -> store, path))) {
      return Advisor.of(table, Workload.parse(workload), settings).advise();
    }
  }

  private static String shown(Advice a) {
    return a.best() + " " + a.then() + " " + a.decision() + " " + a.notes() + a.choices();
  }

  @Test
  void joinsGetSortedBucketsAndThenKeepThem() throws Exception {
    String path = write("t", "", "row-group=64MiB");
    String workload = "q3: read v join by `Item Id`\nq1: read day, v weight 0.01\n";
    Advice advice = advise(path, workload, settings());
    String shown = shown(advice);
    assertTrue(advice.decision().change(), shown);
    assertEquals(BUCKETS, advice.then().partitioning(), shown);
    assertEquals("sort(`Item Id`)", advice.best().reorder().toString(), shown);
    Advice.Template join = advice.templates().get(0);
    double saved = join.before().seconds().mean() - join.after().seconds().mean();
    double moving = ShuffleTime.moveSeconds(ROWS, 2) + ShuffleTime.sortSeconds(ROWS);
    assertEquals(moving, saved, 0.3 * moving, shown);
    assertTrue(
        advice.choices().stream().anyMatch(c -> c.reason().endsWith("joins and groups: q3")),
        shown);
    assertTrue(
        advice.notes().stream().anyMatch(n -> n.contains("v2.bucketing.enabled=true")), shown);
    String text = AdviceText.of(advice, List.of());
    assertTrue(text.matches("(?s).*moving rows .* is 9\\d % of the time now, 0.0 % under.*"), text);
    Advice again = advise(write("again", BUCKETS, advice.best().toString()), workload, settings());
    assertEquals(advice.best().reorder(), again.best().reorder(), shown(again));
    assertEquals(BUCKETS, again.then().partitioning(), shown(again));
    assertTrue(again.notes().stream().noneMatch(n -> n.contains("bucketing")), shown(again));
  }

  @Test
  void tablesInBucketsWithoutAnOrderAreSorted() throws Exception {
    Advice advice =
        advise(write("t", BUCKETS, "row-group=64MiB"), "q: read v join by `Item Id`", settings());
    assertTrue(advice.decision().change(), shown(advice));
    assertEquals(BUCKETS, advice.then().partitioning(), shown(advice));
    assertEquals("sort(`Item Id`)", advice.best().reorder().toString(), shown(advice));
  }

  @Test
  void theNumberOfBucketsCanBeGiven() throws Exception {
    Advice advice =
        advise(
            write("t", "", "row-group=64MiB"),
            "q: read v group by kind, `Item Id`",
            settings().withBuckets(7));
    assertTrue(advice.decision().change(), shown(advice));
    // There are only eight kinds, which do not fill the buckets.
    assertEquals("bucket(7, `Item Id`)", advice.then().partitioning(), shown(advice));
  }

  /** A join by two columns finds no equal keys in buckets by one. */
  @Test
  void joinsByOtherColumnsGetNoBuckets() throws Exception {
    String path = write("t", "", "row-group=64MiB");
    for (String workload :
        List.of("q: read v join by `Item Id`, kind", "q: read v group by v, kind", "q: read v")) {
      Advice advice = advise(path, workload, settings());
      assertEquals("", advice.then().partitioning(), shown(advice));
    }
    Advice bytes =
        advise(path, "q: read v join by `Item Id`", settings().withObjective(Objective.BYTES));
    assertFalse(bytes.then().partitioning().contains("bucket"), shown(bytes));
  }

  /** Few rows are moved, and finding them counts. */
  @Test
  void selectiveQueriesKeepTheirOrder() throws Exception {
    Advice advice =
        advise(
            write("t", "", "row-group=64MiB"),
            "q: read v where day [0.4 to 0.402] join by `Item Id` weight 1000",
            settings());
    assertTrue(advice.best().reorder().toString().contains("day"), shown(advice));
  }
}
