package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.Predicted;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.order.OrderKinds;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.io.LocalFileStore;
import io.placed.placement.Device;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables and workloads whose best layout is known, and those that none helps. */
@OneIn(2)
class PlantedLayoutsTest {
  private static final int ROWS = 60_000;
  private static final int PAGE_ROWS = 1024;
  private static final int DAYS = 64;
  private static final long DAY = 86_400_000_000L;

  /** Small row groups, so that small tables may have partitions. */
  private static final String SMALL = "row-group=128KiB";

  private static final Schema EVENTS =
      Schema.parse("id: int64, ts: timestamp, a: int32, b: int32, kind: string, v: double");

  private static final String NARROW = "qa: read v where a [0.4 to 0.405]\n";
  private static final String OTHER = "qb: read v where b [0.4 to 0.405]\n";

  private final LocalFileStore store = new LocalFileStore();

  @TempDir Path directory;

  /** Rows in no order; ids are distinct. */
  private static List<Object[]> events(Random random) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          new Object[] {
            (i * 7919L) % ROWS,
            Instant.EPOCH.plus((long) (random.nextDouble() * DAYS * DAY), ChronoUnit.MICROS),
            random.nextInt(1 << 20),
            random.nextInt(1 << 20),
            "kind " + random.nextInt(8),
            random.nextDouble()
          });
    }
    return rows;
  }

  private String write(
      String name, Schema schema, List<Object[]> rows, Advice.Options options, Placement placement)
      throws IOException {
    String path = directory.resolve(name).toString();
    try (TableWriter out =
        Placed.write(path, schema)
            .partitionedBy(options.partitioning())
            .placement(placement.toString())
            .option("page-rows", Integer.toString(PAGE_ROWS))
            .option("profile", options.profile().text())
            .open()) {
      for (Object[] r : rows) {
        out.write(r);
      }
      out.commit();
    }
    return path;
  }

  private static final Advice.Options PLAIN = new Advice.Options("", Profile.BALANCED);

  private String write(List<Object[]> rows) throws IOException {
    return write("table", EVENTS, rows, PLAIN, Placement.parse(SMALL));
  }

  private AdvisedTable open(String path) throws IOException {
    return new SmallPages(PlacedTable.open(DataSet.at(p -> store, path)), PAGE_ROWS);
  }

  private static AdvisorSettings settings() {
    return AdvisorSettings.defaults().withObjective(Objective.BYTES).withHorizon(1e6);
  }

  private Advice advise(String path, String workload, AdvisorSettings settings) throws IOException {
    try (AdvisedTable table = open(path)) {
      return Advisor.of(table, Workload.parse(workload), settings).advise();
    }
  }

  private ReadCost read(String path, List<String> columns, String filter, Advice advice)
      throws IOException {
    try (AdvisedTable table = open(path)) {
      return table.read(columns, Predicate.parse(filter), advice.device());
    }
  }

  private static String shown(long seed, Advice a) {
    return "seed "
        + seed
        + ": "
        + a.best()
        + " "
        + a.then()
        + " "
        + a.copies()
        + " "
        + a.decision();
  }

  @Test
  void queriesByDayGetDaysAndReadWhatWasPredicted() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    List<Object[]> rows = events(new Random(seed));
    String path = write(rows);
    // Eight days of 64, and in each of them values of a.
    Advice advice = advise(path, "q: read v where ts [0.25 to 0.375], a [0 to 0.05]", settings());
    String shown = shown(seed, advice);
    assertTrue(advice.decision().change(), shown);
    boolean sorted = advice.best().reorder().toString().startsWith("sort(ts");
    boolean partitions = advice.then().partitioning().contains("ts");
    boolean curve = advice.best().reorder() instanceof Reordering.Curve;
    assertTrue(sorted || partitions || curve, shown);
    List<Advice.Candidate> inPartitions =
        advice.candidates().stream()
            .filter(c -> c.exact() && c.partitioning().contains("(ts)"))
            .toList();
    assertFalse(inPartitions.isEmpty(), shown);
    // A tree is cut at the quantiles of the template, from which the days of the query below
    // differ.
    Optional<Advice.Candidate> notCut =
        inPartitions.stream().filter(c -> !c.reorder().startsWith("qd-tree")).findFirst();
    assumeTrue(notCut.isPresent(), "all candidates in partitions are trees");
    Advice.Candidate days = notCut.get();
    Placement placement = Placement.parse(SMALL).with(Reordering.SETTING, days.reorder());
    Advice.Options options = new Advice.Options(days.partitioning(), Profile.BALANCED);
    String real = write("days", EVENTS, rows, options, placement);
    String filter =
        "ts >= timestamp '1970-01-17T00:00:00Z' and ts < timestamp '1970-01-25T00:00:00Z'"
            + " and a < "
            + (1 << 20) / 20;
    ReadCost cost = read(real, List.of("v", "ts", "a"), filter, advice);
    Predicted bytes = days.templates().get(0).bytes();
    // Two pages or three: it depends on where a curve turns.
    assertTrue(
        cost.bytes() >= bytes.low() && cost.bytes() <= bytes.high(),
        shown + " " + days.partitioning() + " " + cost.bytes() + " not in " + bytes);
  }

  /** Days have files of their own, and all of them are asked for: a sort inside of them helps. */
  @Test
  void sortsInsideOfPartitionsReadWhatWasPredicted() throws Exception {
    long seed = System.nanoTime();
    List<Object[]> rows = events(new Random(seed));
    for (int i = 0; i < ROWS; i++) {
      rows.get(i)[1] = Instant.EPOCH.plus(i % 4 * DAY + i, ChronoUnit.MICROS);
    }
    Advice.Options days = new Advice.Options("days(ts)", Profile.BALANCED);
    String path = write("days", EVENTS, rows, days, Placement.parse(SMALL));
    Advice advice = advise(path, "q: read v where a [0.4 to 0.5]", settings());
    String shown = shown(seed, advice);
    assertTrue(advice.decision().change(), shown);
    Advice.Candidate sorted =
        advice.candidates().stream()
            .filter(c -> c.reorder().equals("sort(a)") && c.partitioning().isEmpty())
            .findFirst()
            .orElseThrow(() -> new AssertionError(shown + advice.candidates()));
    assertTrue(sorted.exact(), shown);
    Placement placement = Placement.parse(SMALL).with(Reordering.SETTING, sorted.reorder());
    String real = write("sorted", EVENTS, rows, days, placement);
    String filter = "a > " + (int) (0.4 * (1 << 20)) + " and a <= " + (1 << 19);
    ReadCost cost = read(real, List.of("v", "a"), filter, advice);
    ReadCost all = read(real, List.of("v", "a"), "a >= 0", advice);
    double predicted = sorted.templates().get(0).bytes().mean();
    // Of each day two pages or three.
    assertEquals(cost.bytes(), predicted, 0.3 * cost.bytes(), shown);
    assertTrue(cost.bytes() < 0.3 * all.bytes(), cost + " of " + all);
  }

  /** Ids are asked for one by one, and times by range: buckets leave the order to the times. */
  @Test
  void bucketsPruneAsPredicted() throws Exception {
    long seed = System.nanoTime();
    List<Object[]> rows = events(new Random(seed));
    String path = write(rows);
    double rank = 0.5;
    String point = "id [" + rank + " to " + rank + "]";
    Advice advice =
        advise(
            path,
            "p: read v where " + point + " weight 4\nr: read v where ts [0.5 to 0.52]",
            settings());
    List<Advice.Candidate> all =
        advice.candidates().stream().filter(c -> c.partitioning().startsWith("bucket(")).toList();
    assertFalse(all.isEmpty(), shown(seed, advice));
    Advice.Candidate buckets =
        all.stream().filter(Advice.Candidate::exact).findFirst().orElse(all.get(0));
    assertTrue(buckets.exact(), shown(seed, advice) + all.get(0).partitioning());
    Placement placement = Placement.parse(SMALL).with(Reordering.SETTING, buckets.reorder());
    Advice.Options options = new Advice.Options(buckets.partitioning(), Profile.BALANCED);
    String real = write("buckets", EVENTS, rows, options, placement);
    ReadCost cost = read(real, List.of("v", "id"), "id = " + ROWS / 2, advice);
    double predicted = buckets.templates().get(0).bytes().mean();
    // Which bucket the id is in is not known, and sizes of buckets differ.
    assertEquals(cost.bytes(), predicted, 0.4 * cost.bytes(), buckets.partitioning());
    assertTrue(cost.rows() < ROWS / 2.0, buckets.partitioning() + cost);
  }

  @Test
  void lookupsOfKeysAreSortedOrBucketed() throws Exception {
    long seed = System.nanoTime();
    String path = write(events(new Random(seed)));
    Advice advice = advise(path, "p: read v, a, b where id [0.3 to 0.3]", settings());
    String shown = shown(seed, advice);
    assertTrue(advice.decision().change(), shown);
    assertTrue(
        advice.best().reorder().toString().startsWith("sort(id")
            || advice.then().partitioning().contains("id"),
        shown);
    assertTrue(advice.gain() > 0.9, shown);
  }

  @Test
  void twoFamiliesOfQueriesGetACopyIfTheyMay() throws Exception {
    long seed = System.nanoTime();
    List<Object[]> rows = events(new Random(seed));
    String path = write(rows);
    Advice one = advise(path, NARROW + OTHER, settings());
    Advice two = advise(path, NARROW + OTHER, settings().withCopies(2));
    String shown = shown(seed, two);
    assertEquals(List.of(), one.copies());
    assertEquals(1, two.copies().size(), shown);
    assertTrue(two.decision().change(), shown);
    assertTrue(two.gain() > one.gain(), shown + " " + one.gain());
    Advice.Copy copy = two.copies().get(0);
    int other = two.templates().get(0).copy() == 1 ? 1 : 0;
    assertEquals(0, two.templates().get(other).copy(), shown);
    String key = other == 0 ? "b" : "a";
    assertEquals(List.of(key, "v"), copy.columns(), shown);
    assertEquals(List.of(other == 0 ? "qb" : "qa"), copy.queries());
    assertTrue(copy.placement().reorder().toString().startsWith("sort(" + key), shown);
    assertEquals("table_by_" + key, copy.name());
    assertTrue(copy.cost().bytesWritten() < 0.6 * two.tableBytes(), shown);
    // The copy really reads that.
    List<Object[]> narrow = new ArrayList<>();
    int at = other == 0 ? 3 : 2;
    rows.forEach(r -> narrow.add(new Object[] {r[at], r[5]}));
    String real =
        write("copy", Schema.parse(key + ": int32, v: double"), narrow, PLAIN, copy.placement());
    int low = (int) (0.4 * (1 << 20));
    int high = (int) (0.405 * (1 << 20));
    ReadCost cost =
        read(real, List.of(key, "v"), key + " > " + low + " and " + key + " <= " + high, two);
    double predicted = two.templates().get(1 - other).after().bytes().mean();
    // A range of less than a page may be in two of them.
    double page = PAGE_ROWS * cost.bytes() / cost.rows();
    assertEquals(cost.bytes(), predicted, 1.05 * page + 0.05 * cost.bytes(), shown);
    assertEquals(
        DataSet.at(p -> store, real).current().bytes(),
        copy.cost().bytesWritten(),
        0.1 * copy.cost().bytesWritten());
  }

  /** URLs differ behind the 80 bytes that all of them have: samples and bounds tell them apart. */
  @Test
  void stringsThatBeginAlikeAreSorted() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Schema schema = Schema.parse("url: string, v: double");
    String alike = "https://example.org/".repeat(4);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS / 2; i++) {
      rows.add(new Object[] {alike + (1_000_000 + random.nextInt(9_000_000)), random.nextDouble()});
    }
    String path = write("urls", schema, rows, PLAIN, Placement.parse(SMALL));
    Advice advice = advise(path, "q: read v where url [0.4 to 0.42]", settings());
    String shown = shown(seed, advice);
    assertTrue(advice.decision().change(), shown);
    assertTrue(advice.best().reorder().toString().startsWith("sort(url"), shown);
    String real = write("sorted", schema, rows, advice.then(), advice.best());
    String filter = "url >= '%s4600000' and url < '%s4780000'".formatted(alike, alike);
    ReadCost cost = read(real, List.of("url", "v"), filter, advice);
    ReadCost all = read(real, List.of("url", "v"), "v >= 0", advice);
    assertTrue(cost.bytes() < 0.15 * all.bytes(), shown + cost + " of " + all);
    double page = PAGE_ROWS * cost.bytes() / cost.rows();
    assertEquals(cost.bytes(), advice.after().bytes().mean(), 1.2 * page, shown);
  }

  /** A row group with several copies is written as often. */
  @Test
  void eachCopyOfAPlacementIsWritten() throws Exception {
    long seed = System.nanoTime();
    List<Object[]> rows = events(new Random(seed));
    Placement twice = Placement.parse(SMALL + "; packing=copies(many-row-groups; (id,v),(a,b))");
    String path = write("twice", EVENTS, rows, PLAIN, twice);
    Advice advice = advise(path, NARROW, settings());
    String shown = shown(seed, advice);
    assertTrue(advice.decision().change(), shown);
    assertEquals(twice.packing(), advice.best().packing(), shown);
    String real = write("real", EVENTS, rows, advice.then(), advice.best());
    double bytes = DataSet.at(p -> store, real).current().bytes();
    // Footers of small row groups are not predicted.
    assertEquals(bytes, advice.rewrite().bytesWritten(), 0.2 * bytes, shown);
  }

  @Test
  void aCopyThatDoesNotPayIsNotAdded() throws Exception {
    long seed = System.nanoTime();
    String path = write(events(new Random(seed)));
    // Asked once, when writing costs as much as reading the columns several times.
    Advice advice = advise(path, NARROW + OTHER, settings().withCopies(3).withHorizon(2));
    assertFalse(advice.decision().change(), shown(seed, advice));
    assertEquals(List.of(), advice.copies(), shown(seed, advice));
  }

  /** Whatever is asked of whatever table, the advice is not predicted to be worse. */
  @Test
  void theAdvisedLayoutIsNeverPredictedToBeWorse() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Device[] devices = {Device.HDD, Device.NVME, Device.OBJECT_STORE};
    for (int round = 0; round < 2; round++) {
      List<Object[]> rows = new ArrayList<>(events(random).subList(0, 12_000));
      if (random.nextBoolean()) {
        rows.sort(Comparator.comparing(r -> (Instant) r[1]));
      }
      String path = write("random" + round, EVENTS, rows, PLAIN, Placement.parse(SMALL));
      StringBuilder text = new StringBuilder();
      for (int q = 0; q < 4; q++) {
        double from = 0.9 * random.nextDouble();
        double to = from + (1 - from) * Math.pow(random.nextDouble(), 4);
        String column = List.of("id", "ts", "a", "b", "kind").get(random.nextInt(5));
        text.append(
            String.format(Locale.ROOT, "q%d: read v where %s [%f to %f]%n", q, column, from, to));
      }
      Objective objective = Objective.values()[random.nextInt(3)];
      Advice advice =
          advise(
              path,
              text.toString(),
              settings()
                  .withObjective(objective)
                  .withDevice(devices[random.nextInt(3)])
                  .withCopies(1 + random.nextInt(3)));
      String shown = shown(seed, advice) + "\n" + text;
      assertTrue(advice.gain() >= 0, shown);
      if (advice.decision().change()) {
        assertTrue(advice.gain() >= 0.1, shown);
        assertTrue(advice.losers(0.1).stream().noneMatch(t -> t.share() >= 0.05), shown);
      } else {
        assertEquals(advice.current(), advice.advised(), shown);
      }
    }
  }

  /** The same table, for which no trees are proposed: these divide it as the queries do. */
  private static AdvisedTable withoutTrees(AdvisedTable table) {
    OrderKinds all = OrderKinds.ALL;
    OrderKinds kinds = new OrderKinds(all.sortKeys(), all.curves(), all.curvesOfValues(), false);
    Object rewriting =
        Proxy.newProxyInstance(
            Rewriting.class.getClassLoader(),
            new Class<?>[] {Rewriting.class},
            (p, m, args) ->
                m.getName().equals("orders") ? kinds : m.invoke(table.rewriting(), args));
    return (AdvisedTable)
        Proxy.newProxyInstance(
            AdvisedTable.class.getClassLoader(),
            new Class<?>[] {AdvisedTable.class},
            (p, m, args) -> m.getName().equals("rewriting") ? rewriting : m.invoke(table, args));
  }

  /** A sort by a is the best, but then the other query reads all; a curve helps both. */
  @Test
  void ifATemplateLosesTheBestLayoutThatPassesIsAdvised() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    // The keys are a small part of the bytes, since they are larger where they are not sorted.
    Schema schema = Schema.parse("a: int32, b: int32, text: string");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = 0; k < 10; k++) {
        text.append(Long.toString(random.nextLong(), 36));
      }
      rows.add(new Object[] {random.nextInt(), random.nextInt(), text.toString()});
    }
    Placement sorted = Placement.parse("reorder=sort(b); row-group=1MiB");
    String path = write("sorted", schema, rows, PLAIN, sorted);
    String workload =
        "qa: read text where a [0.4 to 0.405] weight 9\n"
            + "qb: read text where b [0 to 0.49] weight 1\n";
    try (AdvisedTable table = open(path)) {
      Advice advice =
          Advisor.of(withoutTrees(table), Workload.parse(workload), settings()).advise();
      String shown = shown(seed, advice);
      Advice.Candidate best = advice.candidates().get(0);
      assertTrue(best.reorder().startsWith("sort(a"), shown + best);
      assertTrue(advice.decision().change(), shown);
      assertEquals(List.of(), advice.losers(0.1), shown);
      assertTrue(advice.gain() > 0.5, shown + advice.gain());
    }
  }

  @Test
  void uniformDataWithRandomFiltersChangesNothing() throws Exception {
    // Fixed: a share is allowed to change, which some seeds would exceed by chance.
    long seed = Long.getLong("placed.planted.seed", 20_261_125);
    Random random = new Random(seed);
    int changed = 0;
    int rounds = Integer.getInteger("placed.planted.rounds", 1);
    StringBuilder log = new StringBuilder();
    Schema schema =
        Schema.parse(
            "a: int64, b: int64, c: int64, d: int64, e: int64, f: int64, g: int64, h: int64, x: double");
    for (int round = 0; round < rounds; round++) {
      List<Object[]> rows = new ArrayList<>();
      for (int i = 0; i < 5 * PAGE_ROWS; i++) {
        Object[] row = new Object[9];
        for (int c = 0; c < 8; c++) {
          row[c] = random.nextLong();
        }
        row[8] = random.nextDouble();
        rows.add(row);
      }
      StringBuilder text = new StringBuilder();
      for (int q = 0; q < 20; q++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        text.append(
            String.format(
                Locale.ROOT,
                "q%d: read x where %c [%f to %f]%n",
                q,
                "abcdefgh".charAt(random.nextInt(8)),
                Math.min(x, y),
                Math.max(x, y)));
      }
      String path = write("uniform" + round, schema, rows, PLAIN, Placement.parse(SMALL));
      Advice advice = advise(path, text.toString(), settings());
      if (advice.decision().change()) {
        changed++;
        log.append(shown(seed, advice)).append('\n');
      }
    }
    System.out.println("PlantedLayoutsTest: " + changed + " of " + rounds + " changed");
    assertTrue(changed <= 0.1 * rounds, changed + " of " + rounds + "\n" + log);
  }

  /** On a fast device bytes are cheap: the time of decoding decides about the profile. */
  @Test
  void objectivesChooseDifferently() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Schema schema = Schema.parse("s: string, w0: string, w1: string, w2: string, t: string");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      String text = "";
      for (int w = 0; w < 12; w++) {
        text += List.of("alpha ", "beta ", "gamma ", "delta ").get(random.nextInt(4));
      }
      rows.add(new Object[] {text, "a" + text, "b" + text, "c" + text, text + i});
    }
    String path = write("texts", schema, rows, PLAIN, Placement.parse("row-group=1MiB"));
    String all = "q: read s, t\n";
    Advice bytes = advise(path, all, settings());
    Advice time = null;
    // Times are measured while other tests use the processors, too.
    for (int attempt = 0; attempt < 3; attempt++) {
      if (time == null || time.then().profile() == Profile.COMPACT) {
        time =
            advise(
                path,
                all,
                settings()
                    .withObjective(Objective.TIME)
                    .withDevice(Device.parse("seek=1us; bandwidth=64GiB/s")));
      }
    }
    String shown = shown(seed, bytes) + "\n" + shown(seed, time);
    assertEquals(Profile.COMPACT, bytes.then().profile(), shown);
    assertNotEquals(Profile.COMPACT, time.then().profile(), shown);
    // Requests cost nothing in bytes, but do on a disk.
    Advice cost =
        advise(
            path,
            all,
            settings().withObjective(Objective.COST).withDevice(Device.OBJECT_STORE).withSlots(1));
    assertNotEquals(bytes.best(), cost.best(), shown + "\n" + shown(seed, cost));
  }

  /** Equation 4: a column of 8 bytes is read efficiently from a disk if row groups are large. */
  @Test
  void scansOfADiskGetLargerRowGroups() throws Exception {
    long seed = System.nanoTime();
    List<Object[]> rows = events(new Random(seed));
    String path = write(rows);
    Advice advice =
        advise(
            path,
            "q: read v",
            settings().withObjective(Objective.COST).withDevice(Device.HDD).withSlots(1));
    String shown = shown(seed, advice);
    assertTrue(advice.decision().change(), shown);
    assertEquals(Placement.parse(SMALL).reorder(), advice.best().reorder(), shown);
    assertNotEquals(Placement.parse(SMALL).rowGroups(), advice.best().rowGroups(), shown);
    Advice.Choice choice =
        advice.choices().stream()
            .filter(c -> c.setting().equals("placement.row-group"))
            .findFirst()
            .orElseThrow();
    assertTrue(choice.reason().startsWith("it makes the cost smaller"), choice.reason());
    // With many tasks each needs a row group.
    Advice tasks =
        advise(
            path,
            "q: read v",
            settings().withObjective(Objective.COST).withDevice(Device.HDD).withSlots(1000));
    assertEquals(Placement.parse(SMALL).rowGroups(), tasks.best().rowGroups(), shown);
  }

  /** Columns in files of their own cost an open each. */
  @Test
  void siblingsArePackedTogether() throws Exception {
    long seed = System.nanoTime();
    List<Object[]> rows = events(new Random(seed));
    Placement packed = Placement.parse(SMALL + "; packing=column-group-runs");
    String path = write("packed", EVENTS, rows, PLAIN, packed);
    Advice advice =
        advise(
            path,
            "q: read *",
            settings().withObjective(Objective.COST).withDevice(Device.HDD).withSlots(1));
    // A single group of all columns is a single file, too.
    Placement best = advice.best();
    boolean single = ColumnGrouping.resolve(best.columnGroups(), EVENTS).size() == 1;
    assertTrue(single || best.packing() instanceof Packing.ManyRowGroups, shown(seed, advice));
  }

  /** Time of a processor that this thread has used so far, whatever else runs. */
  private static double usedSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  @Test
  void aBudgetEndsTheSearchWithTheBestSoFar() throws Exception {
    String path = write(events(new Random(1)));
    Advice whole = advise(path, NARROW + OTHER, settings());
    assertTrue(whole.notes().stream().noneMatch(n -> n.contains("budget")), "" + whole.notes());
    double seconds = Math.max(0.3, 0.6 * whole.effort().seconds());
    AdvisorSettings some = settings().withBudget(Duration.ofMillis(Math.round(1000 * seconds)));
    double begun = usedSeconds();
    Advice part = advise(path, NARROW + OTHER, some);
    assertTrue(usedSeconds() - begun < seconds + 2, part.effort() + " of " + seconds);
    assertTrue(part.gain() >= 0);
    begun = usedSeconds();
    Advice none = advise(path, NARROW + OTHER, settings().withBudget(Duration.ofMillis(1)));
    assertTrue(usedSeconds() - begun < 2, "" + none.effort());
    assertTrue(
        none.notes().stream().anyMatch(n -> n.startsWith("the budget was used up")),
        "" + none.notes());
  }
}
