package io.placed.advise.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories are written, rolled, cut and read back. */
class ScanHistoryTest {
  private static final Schema SCHEMA =
      Schema.parse("a#1: int32, b#2: string, `odd name`#3: int64, d#7: double");

  @TempDir Path directory;

  private final LocalFileStore store = new LocalFileStore();

  private static Optional<Shuffle> shuffle(Random r, List<String> names) {
    Shuffle.Kind kind = r.nextBoolean() ? Shuffle.Kind.JOIN : Shuffle.Kind.GROUP;
    return r.nextBoolean()
        ? Optional.empty()
        : Optional.of(new Shuffle(kind, names.subList(0, 1 + r.nextInt(2))));
  }

  private static ScanRecord record(Random r, String table) {
    List<String> names = new ArrayList<>(List.of("a", "b", "odd name", "d"));
    java.util.Collections.shuffle(names, r);
    List<Condition> filter = new ArrayList<>();
    double from = r.nextDouble();
    filter.add(
        r.nextBoolean()
            ? Condition.on(names.get(0))
            : Condition.on(names.get(0), from, from + (1 - from) * r.nextDouble()));
    return new ScanRecord(
        table,
        r.nextInt(100),
        r.nextLong(1L << 40),
        "engine 1",
        names.subList(0, 1 + r.nextInt(4)),
        filter,
        shuffle(r, names),
        Map.of("a", 1, "b", 2, "odd name", 3, "d", 7),
        r.nextInt(1 << 20),
        r.nextInt(1 << 20),
        r.nextInt(1 << 20),
        r.nextInt(100),
        r.nextInt(1000) / 4.0);
  }

  @Test
  void recordsOfRolledFilesAreReadBack() throws Exception {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    List<ScanRecord> all = new ArrayList<>();
    try (HistoryWriter a = new HistoryWriter(store, directory.toString(), 2000, 60_000);
        HistoryWriter b = new HistoryWriter(store, directory.toString())) {
      for (int i = 0; i < 60; i++) {
        List<ScanRecord> some = new ArrayList<>();
        for (int n = r.nextInt(4); n > 0; n--) {
          some.add(record(r, "/data/t" + r.nextInt(3)));
        }
        (r.nextBoolean() ? a : b).append(some);
        all.addAll(some);
        Set<ScanRecord> found = new HashSet<>();
        assertEquals(0, History.at(store, directory.toString()).forEach(found::add));
        assertEquals(new HashSet<>(all), found, "visible at once, seed " + seed);
      }
    }
    try (var files = Files.list(directory)) {
      assertTrue(files.count() > 3);
    }
    for (String table : List.of("/data/t1", "file:/data/t1/", "file:///data/t1")) {
      LoadedWorkload loaded = History.at(store, directory.toString()).workload(table, SCHEMA);
      long count = all.stream().filter(x -> x.table().equals("/data/t1")).count();
      assertEquals(count, loaded.report().weight(), 1e-9);
      assertEquals(1, loaded.report().share());
      assertEquals(count, loaded.queries().stream().mapToDouble(Query::weight).sum(), 1e-9);
      double millis =
          all.stream()
              .filter(x -> x.table().equals("/data/t1"))
              .mapToDouble(ScanRecord::millis)
              .sum();
      assertEquals(
          millis, loaded.queries().stream().mapToDouble(q -> q.weight() * q.millis()).sum(), 1e-6);
      assertEquals(loaded.workload(), Workload.parse(loaded.workload().toString()));
    }
  }

  @Test
  void aKilledProcessLosesTheLastLineOnly() throws Exception {
    Random r = new Random(1);
    List<ScanRecord> all = new ArrayList<>();
    try (HistoryWriter w = new HistoryWriter(store, directory.toString())) {
      for (int i = 0; i < 5; i++) {
        all.add(record(r, "/t"));
      }
      w.append(all);
    }
    Path file;
    try (var files = Files.list(directory)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    int lastLine = new String(whole).lastIndexOf('\n', whole.length - 2) + 1;
    for (int cut = lastLine + 1; cut < whole.length - 1; cut++) {
      Files.write(file, java.util.Arrays.copyOf(whole, cut));
      List<ScanRecord> found = new ArrayList<>();
      assertEquals(1, History.at(store, directory.toString()).forEach(found::add));
      assertEquals(all.subList(0, 4), found);
    }
    WorkloadReport report = History.at(store, directory.toString()).workload("/t", SCHEMA).report();
    assertEquals(1, report.notUnderstood().size());
    assertTrue(report.lines().get(1).contains("incomplete lines"), "" + report.lines());
  }

  @Test
  void equalShapesAreOneTemplateAndRenamedColumnsAreFound() throws Exception {
    List<ScanRecord> scans = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      List<String> columns = i % 2 == 0 ? List.of("a", "b", "d") : List.of("d", "a", "b");
      scans.add(scan(columns, Condition.on("a", i / 1000.0, i / 1000.0 + 0.001), Map.of(), 10));
    }
    scans.add(scan(List.of("was_b", "a"), Condition.on("a"), Map.of("was_b", 2, "a", 1), 40));
    scans.add(scan(List.of("gone"), Condition.on("a"), Map.of("gone", 5, "a", 1), 60));
    scans.add(scan(List.of("b"), Condition.on("nothing"), Map.of(), 0));
    try (HistoryWriter w = new HistoryWriter(store, directory.toString())) {
      w.append(scans);
    }
    LoadedWorkload loaded = History.at(store, directory.toString()).workload("/t", SCHEMA);
    Map<String, Double> weights = new java.util.LinkedHashMap<>();
    loaded.queries().forEach(q -> weights.merge(q.name(), q.weight(), Double::sum));
    assertEquals(2, weights.size(), "" + weights);
    assertEquals(List.of(1000.0, 1.0), List.copyOf(weights.values()));
    assertEquals(WorkloadBuilder.KEPT_RUNS + 1, loaded.queries().size());
    double mean =
        loaded.queries().stream()
            .limit(WorkloadBuilder.KEPT_RUNS)
            .mapToDouble(q -> q.filter().get(0).ranges().get(0).from())
            .average()
            .orElseThrow();
    assertEquals(0.5, mean, 0.25, "runs of all times are kept");
    Query renamed = loaded.queries().get(WorkloadBuilder.KEPT_RUNS);
    assertEquals(List.of("b"), renamed.output());
    assertEquals(40, renamed.millis());
    assertEquals((10_000 + 40.0) / (10_000 + 40 + 60), loaded.report().share(), 1e-9);
    assertEquals(2, loaded.report().notUnderstood().size());
    assertTrue(loaded.report().lines().get(1).contains("[gone]"), "" + loaded.report().lines());
    assertEquals(Set.of("/t"), History.at(store, directory.toString()).tables());
  }

  private static ScanRecord scan(
      List<String> columns, Condition condition, Map<String, Integer> ids, double millis) {
    List<Condition> filter = List.of(condition);
    return new ScanRecord(
        "/t", 1, 2, "engine", columns, filter, Optional.empty(), ids, 1, 1, 1, 1, millis);
  }

  @Test
  void kindsAreToldByContent() throws Exception {
    FileStores stores = FileStores.local();
    WorkloadTable table = new WorkloadTable("t", "/t", "placed", SCHEMA, QuantileSource.NONE);
    try (HistoryWriter w = new HistoryWriter(store, directory.resolve("h").toString())) {
      w.append(List.of(scan(List.of("a", "b"), Condition.on("a", 0.5, 1), Map.of(), 3)));
    }
    Path text = Files.writeString(directory.resolve("text"), "q: read b where a [0.5 to 1]\n");
    Path json =
        Files.writeString(
            directory.resolve("json"), "{\"output\": [\"b\"], \"filter\": [\"a\"]}\n");
    Query read = Workloads.load(stores, text.toString(), List.of(table)).get(0).queries().get(0);
    assertEquals("q", read.name());
    assertEquals(
        List.of("b"),
        Workloads.load(stores, json.toString(), List.of(table)).get(0).queries().get(0).output());
    List<Path> histories = new ArrayList<>(List.of(directory.resolve("h")));
    try (var files = Files.list(directory.resolve("h"))) {
      files.forEach(histories::add);
    }
    for (Path h : histories) {
      Query q = Workloads.load(stores, h.toString(), List.of(table)).get(0).queries().get(0);
      assertEquals(read.filter(), q.filter());
      assertEquals(read.output(), q.output());
      assertEquals(3, q.millis());
    }
    Files.createDirectory(directory.resolve("empty"));
    String empty = directory.resolve("empty").toString();
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> Workloads.load(stores, empty, List.of(table)))
            .getMessage();
    assertTrue(message.contains(empty), message);
    WorkloadTable other = new WorkloadTable("u", "/u", "placed", SCHEMA, QuantileSource.NONE);
    LoadedWorkload none =
        Workloads.load(stores, directory.resolve("h").toString(), List.of(other)).get(0);
    assertFalse(!none.queries().isEmpty());
    assertThrows(IllegalArgumentException.class, none::workload);
  }
}
