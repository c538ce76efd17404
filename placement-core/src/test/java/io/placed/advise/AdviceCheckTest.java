package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.check.AdviceMemory;
import io.placed.advise.check.CheckResult;
import io.placed.advise.check.ComparedTemplate;
import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.Predicted;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.report.CheckJson;
import io.placed.advise.report.CheckPage;
import io.placed.advise.report.CheckText;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.HistoryWriter;
import io.placed.advise.workload.ScanRecord;
import io.placed.encoding.Profile;
import io.placed.io.FaultStore;
import io.placed.io.FaultStore.Op;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.TogetherCalls;
import io.placed.placement.Device;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.CheckedLine;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** Advice that is remembered, followed or not, and compared with what the reader plans then. */
@OneIn(2)
class AdviceCheckTest {
  private static final int ROWS = 120_000;
  private static final int KEYS = 1_000_000;
  private static final Schema SCHEMA = Schema.parse("k: int32, v: int64, w: int64");

  private static final String WORKLOAD =
      "find: read v where k [0.400123 to 0.42] weight 1000 millis 40\n"
          + "both: read v, w where k [0.1 to 0.2] weight 200 millis 60\n";

  private final FileStores stores = FileStores.local();

  @TempDir Path directory;
  private String path;
  private Path history;

  @BeforeEach
  void write() throws IOException {
    path = directory.resolve("events").toString();
    history = directory.resolve("history");
    Random random = new Random(1);
    try (TableWriter out = Placed.write(path, SCHEMA).open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(random.nextInt(KEYS), random.nextLong(), random.nextLong());
      }
      out.commit();
    }
  }

  private DataSet table() throws IOException {
    return DataSet.at(stores, path);
  }

  private QueriedTable asked() throws IOException {
    Path workload = Files.writeString(directory.resolve("w.txt"), WORKLOAD);
    return QueriedTable.load(stores, workload.toString(), List.of(QueriedTable.Named.at(path)))
        .get(0);
  }

  private Advice advise() throws IOException {
    QueriedTable asked = asked();
    return asked.remember(asked.advise(AdvisorSettings.defaults().withDevice(Device.HDD)));
  }

  /** Remembers an advice that keeps the placement. */
  private void remember(String partitioning, Profile profile) throws IOException {
    QueriedTable asked = asked();
    Advice a = asked.advise(AdvisorSettings.defaults().withDevice(Device.HDD));
    asked.remember(
        new Advice(
            a.table(),
            a.rows(),
            a.tableBytes(),
            a.device(),
            a.objective(),
            a.horizon(),
            a.current(),
            a.current(),
            a.now(),
            new Advice.Options(partitioning, profile),
            a.copies(),
            a.statements(),
            a.decision(),
            a.before(),
            a.after(),
            a.templates(),
            a.rewrite(),
            a.choices(),
            a.candidates(),
            a.notes(),
            a.understood(),
            a.effort()));
  }

  private void rewrite(String placement) throws IOException {
    rewrite("placement", placement);
  }

  private void rewrite(String setting, String value) throws IOException {
    Rewrite.prepare(stores, path, RewriteOptions.of(Map.of(setting, value))).run(done -> {});
  }

  /** Records what the reader plans for a query on the keys of a range, times a factor. */
  private void scan(double from, double to, double times, double millis, String... columns)
      throws IOException {
    Snapshot now = table().current();
    String key = now.schema().field(0).name();
    Predicate filter =
        Predicate.and(
            List.of(Predicate.ge(key, (int) (from * KEYS)), Predicate.lt(key, (int) (to * KEYS))));
    List<String> read =
        java.util.stream.Stream.concat(List.of(columns).stream(), java.util.stream.Stream.of(key))
            .toList();
    Map<String, Integer> ids = new HashMap<>();
    read.forEach(c -> ids.put(c, now.schema().field(now.schema().indexOf(c)).id()));
    ReadCost cost;
    try (PlacedTable of = PlacedTable.open(table())) {
      cost = of.read(read, filter, Device.HDD);
    }
    ScanRecord record =
        new ScanRecord(
            path,
            now.id(),
            System.currentTimeMillis(),
            "test",
            read,
            List.of(Condition.on(key, from, to)),
            Optional.empty(),
            ids,
            (long) ((to - from) * now.rows()),
            (long) (times * cost.bytes()),
            (long) (times * cost.bytesRead()),
            (long) cost.requests(),
            millis);
    try (HistoryWriter out = new HistoryWriter(new LocalFileStore(), history.toString())) {
      out.append(List.of(record));
    }
  }

  private CheckResult check() throws IOException {
    return QueriedTable.check(stores, history.toString(), path);
  }

  private void fails(String message) {
    String found = assertThrows(IllegalArgumentException.class, this::check).getMessage();
    assertTrue(found.startsWith(path) && found.contains(message), found);
  }

  private List<Path> remembered() throws IOException {
    Path memory = Path.of(path, "_placed", "advice");
    if (!Files.exists(memory)) {
      return List.of();
    }
    try (var files = Files.list(memory)) {
      return files.sorted().toList();
    }
  }

  @Test
  void predictionsAreComparedAndBecomeBars() throws Exception {
    scan(0.4, 0.42, 1, 40, "v"); // before the advice
    fails("no advice is remembered, so there is nothing to check");
    Advice advice = advise();
    assertTrue(advice.decision().change(), "" + advice.decision());
    assertEquals(1, remembered().size());
    fails("none of the 1 remembered advices was followed");
    rewrite(advice.advised().toString());
    fails("was followed, but the history has no scan of the table since");

    scan(0.400123, 0.42, 1, 9, "v");
    scan(0.6, 0.62, 1, 11, "v"); // other values, as many of them
    scan(0.1, 0.2, 1, 30, "v", "w");
    scan(0.1, 0.9, 1, 30, "v", "w"); // selects far more
    scan(0.1, 0.2, 1, 5, "w"); // of no query
    CheckResult first = check();
    assertEquals(3, first.scans());
    assertEquals(List.of("find", "both"), first.templates().stream().map(t -> t.name()).toList());
    ComparedTemplate find = first.templates().get(0);
    assertEquals(2, find.scans());
    assertEquals(0.010, find.seconds(), 1e-9);
    assertTrue(find.timed());
    // The table has some ten pages: a range ends in one page more or less.
    assertTrue(Math.abs(find.bytesLog()) < Math.log(1.6), "" + find);
    // How much less depends on the times that the adviser has measured.
    assertTrue(find.before().bytes().mean() > 1.6 * find.bytes(), "" + find);
    assertTrue(first.notes().get(0).startsWith("1 scans (5.9 % of the run time) are of no query"));
    assertTrue(first.notes().get(1).startsWith("1 scans select another share"), "" + first.notes());

    // The errors are kept, and the next advice has them in its bars.
    Calibration kept = AdviceMemory.of(table()).calibration();
    assertEquals(first.calibration(), kept);
    assertEquals(2, kept.comparisons());
    double largest =
        first.templates().stream().mapToDouble(t -> Math.abs(t.bytesLog())).max().orElseThrow();
    assertEquals(largest, kept.bytes() * Predicted.Z90, 1e-9);
    Advice next = advise();
    Advice.Reads reads = next.templates().get(0).after();
    assertTrue(
        Math.log(reads.bytes().high() / reads.bytes().mean()) >= largest, "" + reads.bytes());
    assertTrue(next.notes().stream().anyMatch(n -> n.contains("2 predictions were checked")));

    // Another check of the same advice replaces the errors.
    scan(0.400123, 0.42, 4, 9, "v");
    scan(0.400123, 0.42, 4, 9, "v");
    CheckResult second = check();
    assertEquals(2, second.calibration().comparisons());
    assertTrue(second.templates().get(0).bytesLog() > find.bytesLog() + Math.log(2));
    assertFalse(second.templates().get(0).isWithinBar());
    assertReports(second);
  }

  private static void assertReports(CheckResult check) throws Exception {
    String text = CheckText.of(check);
    assertTrue(text.contains("find") && text.contains("next bars"), text);
    assertTrue(CheckJson.of(check).text().contains("\"withinBar\": false"));
    String page = CheckPage.of(List.of(check));
    assertEquals(4, page.split("<circle", -1).length - 1, page);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))));
  }

  @Test
  void theMemoryOutlivesRenamesVacuumsAndDamage() throws Exception {
    Advice advice = advise();
    rewrite(advice.best().toString());
    table().alter(List.of(new ColumnChange.Rename("k", "key")), Map.of());
    scan(0.1, 0.2, 1, 30, "v", "w");
    table().vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    List<Path> before = remembered();
    assertEquals(1, before.size());
    CheckResult check = check();
    assertEquals(List.of("both"), check.templates().stream().map(t -> t.name()).toList());
    assertTrue(check.notes().contains("not asked since: find"), "" + check.notes());

    Files.writeString(before.get(0).resolveSibling("0000000000000001-damaged.json"), "{\"a\":");
    assertTrue(check().notes().get(0).contains("0000000000000001-damaged.json cannot be read"));
    Files.writeString(before.get(0), Files.readString(before.get(0)).replace("find", "fond"));
    fails("no advice is remembered");
  }

  /** Snapshots that were scanned, and the footers of their files, are not read one by one. */
  @Test
  void snapshotsAreReadAtTheSameTime() throws Exception {
    Advice advice = advise();
    rewrite(advice.best().toString());
    List<String> logged = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      scan(0.400123, 0.42, 1, 9, "v");
      try (TableWriter out = Placed.write(path, SCHEMA).open()) {
        out.write(k, 0L, 0L);
        out.commit();
      }
      logged.add(String.format(Locale.ROOT, "%020d", k + 2));
    }
    for (boolean snapshots : new boolean[] {true, false}) {
      TogetherCalls together =
          new TogetherCalls(
              o ->
                  snapshots
                      ? logged.stream().anyMatch(l -> o.op() == Op.READ_ALL && o.path().contains(l))
                      : o.op() == Op.OPEN && o.path().endsWith(".placed"),
              3);
      FileStore store = new FaultStore(new LocalFileStore(), together);
      assertEquals(3, QueriedTable.check(p -> store, history.toString(), path).scans());
    }
  }

  /** With a checksum that fits, as newer libraries and others write it. */
  @Test
  void adviceThatCannotBeUsedIsLeftOut() throws Exception {
    advise();
    Path file = remembered().get(0);
    String line = CheckedLine.read(Files.readAllBytes(file));
    String id = file.getFileName().toString().replace(".json", "");
    AdviceMemory memory = AdviceMemory.of(table());
    for (Map.Entry<String, String> edit :
        Map.of(
                "\"id\":\"" + id,
                "\"id\":\"../../../elsewhere",
                "\"placement\":\"",
                "\"placement\":\"layout-of-tomorrow; ",
                "\"partitioning\":\"",
                "\"partitioning\":\"days(",
                "\"profile\":\"",
                "\"profile\":\"un",
                "\"columns\":",
                "\"column\":",
                "\"query\":\"",
                "\"query\":\"read \\n",
                "\"before\":{\"bytes\":",
                "\"before\":{\"b\":")
            .entrySet()) {
      String edited = line.replace(edit.getKey(), edit.getValue());
      assertNotEquals(line, edited, edit.getKey());
      Files.write(file, CheckedLine.of(edited));
      List<String> notes = new ArrayList<>();
      assertEquals(List.of(), memory.advice(notes), edit.getKey());
      assertTrue(notes.get(0).startsWith(file + " cannot be read and is left out: "), "" + notes);
      assertFalse(notes.get(0).endsWith("null"), "" + notes);
    }
    Files.write(file, CheckedLine.of(line));
    String check = "{\"version\":1,\"advice\":\"%s\",\"errors\":[{\"bytesLog\":%s}]}";
    Path checked = file.resolveSibling(id + ".check.json");
    Files.write(checked, CheckedLine.of(String.format(Locale.ROOT, check, id, "0.5")));
    assertEquals(1, memory.calibration().comparisons());
    Files.write(checked, CheckedLine.of(String.format(Locale.ROOT, check, id, "NaN")));
    assertEquals(Calibration.DEFAULT, memory.calibration());
  }

  @Test
  void scansBeforeAnotherRewriteAreCompared() throws Exception {
    Advice advice = advise();
    rewrite(advice.best().toString());
    scan(0.400123, 0.42, 1, 9, "v");
    rewrite("reorder=sort(w)");
    scan(0.400123, 0.42, 1, 40, "v");
    CheckResult check = check();
    assertEquals(1, check.scans());
    assertTrue(check.notes().get(0).contains("the table was rewritten as reorder=sort(w)"));
    try (var files = Files.list(history)) {
      files.forEach(f -> f.toFile().delete());
    }
    scan(0.400123, 0.42, 1, 40, "v");
    fails("was followed by snapshot 2, but the table was rewritten as reorder=sort(w)");
  }

  @Test
  void anAdviceOnTheProfileIsFollowedByFilesThatHaveIt() throws Exception {
    String current = table().current().placement().toString();
    remember("", Profile.COMPACT);
    assertEquals(1, remembered().size());
    rewrite(current);
    scan(0.1, 0.2, 1, 30, "v", "w");
    fails(
        "was "
            + current
            + ", profile compact, and the table has "
            + current
            + ", profile balanced");
    // A property is for files to come.
    table().alter(List.of(), Map.of("profile", "compact"));
    scan(0.1, 0.2, 1, 30, "v", "w");
    fails("and the table has " + current + ", profile balanced");
    table().alter(List.of(), Map.of("profile", "balanced"));
    rewrite("profile", "compact");
    fails("was followed, but the history has no scan of the table since");
    scan(0.1, 0.2, 1, 30, "v", "w");
    assertEquals(1, check().scans());
    rewrite("profile", "fast");
    scan(0.1, 0.2, 1, 30, "v", "w");
    CheckResult check = check();
    assertEquals(1, check.scans());
    assertTrue(check.notes().get(0).contains(", profile fast since"), "" + check.notes());
  }

  @Test
  void anAdviceOnPartitionsIsFollowedByFilesThatAreInThem() throws Exception {
    remember("bucket(4, k)", Profile.BALANCED);
    assertEquals(1, remembered().size());
    table().alter(List.of(new ColumnChange.Rename("k", "key")), Map.of());
    scan(0.1, 0.2, 1, 30, "v", "w");
    fails("partitioned by bucket(4, k), profile balanced, and the table has ");
    table().alter(PartitionSpec.parse("bucket(4, key)"));
    scan(0.1, 0.2, 1, 30, "v", "w");
    fails("none of the 1 remembered advices was followed");
    Schema schema = table().current().schema();
    try (TableWriter out =
        Placed.write(path, schema).overwrite().partitionedBy("bucket(4, key)").open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(i, 2L * i, 3L * i);
      }
      out.commit();
    }
    scan(0.1, 0.2, 1, 30, "v", "w");
    assertEquals(1, check().scans());
  }

  @Test
  void adviceOfEarlierVersionsIsReadAndComparedByItsPlacement() throws Exception {
    Advice advice = advise();
    Path file = remembered().get(0);
    String line = CheckedLine.read(Files.readAllBytes(file));
    String earlier =
        line.replaceAll("\"(partitioning|profile)\":\"\\w*\",|\"repartitions\":false,", "");
    assertTrue(line.length() > earlier.length() + 50, line);
    Files.write(file, CheckedLine.of(earlier));
    rewrite(advice.best().toString());
    rewrite("profile", "compact");
    scan(0.1, 0.2, 1, 30, "v", "w");
    assertEquals(1, check().scans());
  }

  /** Only changes of nothing are not remembered. */
  @Test
  void anAdviceThatKeepsTheTableIsNotRemembered() throws Exception {
    remember("", Profile.BALANCED);
    assertEquals(List.of(), remembered());
  }

  @Test
  void linesOfTheHistoryThatAreCutAreLeftOut() throws Exception {
    rewrite(advise().best().toString());
    scan(0.400123, 0.42, 1, 9, "v");
    Path file;
    try (var files = Files.list(history)) {
      file = files.findFirst().orElseThrow();
    }
    String line = Files.readString(file);
    Files.writeString(file, line + line.substring(0, line.length() / 2));
    CheckResult check = check();
    assertEquals(1, check.scans());
    assertTrue(check.notes().contains("1 incomplete lines of the history are left out"));
  }

  @Test
  void aCheckNeedsAHistoryAndSnapshots() throws Exception {
    Path other = Files.writeString(directory.resolve("w.txt"), WORKLOAD);
    String found =
        assertThrows(
                IllegalArgumentException.class,
                () -> QueriedTable.check(stores, other.toString(), path))
            .getMessage();
    assertTrue(found.contains("a history of scans is needed"), found);
    scan(0.1, 0.2, 1, 1, "v");
    Path file = directory.resolve("single.placed");
    try (TableWriter out = Placed.write(file.toString(), SCHEMA).open()) {
      out.write(1, 2L, 3L);
      out.commit();
    }
    path = file.toString();
    fails("has no snapshots, so no advice about it is remembered");
  }

  @Test
  void theLatestAdviceIsKept() throws Exception {
    AdviceMemory memory = AdviceMemory.of(table());
    Advice advice = advise();
    for (int i = 0; i < 40; i++) {
      memory.remember(PredictedAdvice.of(advice, table().current(), i));
    }
    assertEquals(32, remembered().size());
    assertEquals(advice.best().toString(), memory.advice(new ArrayList<>()).get(0).placement());
  }
}
