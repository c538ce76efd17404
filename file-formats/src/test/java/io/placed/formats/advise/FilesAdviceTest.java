package io.placed.formats.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.Advice;
import io.placed.advise.AdvisedSource;
import io.placed.advise.AdvisedSources;
import io.placed.advise.AdvisedTable;
import io.placed.advise.Advisor;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.QueriedTable;
import io.placed.advise.Statement;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.report.Statements;
import io.placed.advise.workload.Workload;
import io.placed.formats.BatchSink;
import io.placed.formats.container.Container;
import io.placed.formats.container.ReorderedSink;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice on Parquet and ORC files against files that are really rewritten. */
class FilesAdviceTest {
  private static final int ROWS = 400_000;

  static final Schema SCHEMA =
      Schema.parse("a: int64, b: int32, s: string, v: double, day: date, price: decimal(9, 2)");

  @TempDir Path directory;

  /** a and v are random, b follows a, s has 1,000 values. */
  static Batch rows(int rows, long seed) {
    Random random = new Random(seed);
    Batch all = Batch.of(SCHEMA);
    for (int i = 0; i < rows; i++) {
      long a = random.nextInt(1_000_000);
      all.appendRow(
          random.nextInt(50) == 0 ? null : a,
          (int) (a / 100) + random.nextInt(500),
          "name " + random.nextInt(1000),
          random.nextDouble(),
          java.time.LocalDate.ofEpochDay(10_000 + i / 1000),
          java.math.BigDecimal.valueOf(random.nextInt(100_000), 2));
    }
    return all;
  }

  static ZonedFormat format(String name) {
    return name.equals("orc") ? ZonedFormats.orc() : ZonedFormats.parquet(FileStores.local());
  }

  static void write(ZonedFormat format, String path, Batch rows, Placement placement)
      throws IOException {
    Container container =
        placement == null
            ? Container.USUAL
            : Container.of(format.text(), placement, rows.schema(), rows.rows());
    BatchSink file = format.sink(new LocalFileStore(), path, rows.schema(), "zstd", container);
    Reordering by = placement == null ? Reordering.NONE : placement.reorder();
    try (BatchSink out = ReorderedSink.of(by, rows.schema(), file)) {
      out.write(rows);
      out.finish();
    }
  }

  static AdvisedTable open(Object path) throws IOException {
    return AdvisedSources.at(FileStores.local(), path.toString()).open();
  }

  static Advice advise(Object path, String workload) throws IOException {
    AdvisorSettings settings =
        AdvisorSettings.defaults()
            .withDevice(Device.HDD)
            .withObjective(Objective.BYTES)
            .withHorizon(1e6);
    try (AdvisedTable table = open(path)) {
      return Advisor.of(table, Workload.parse(workload), settings).advise();
    }
  }

  static double bytes(Advice advice, String query, boolean after) {
    Advice.Template t =
        advice.templates().stream().filter(q -> q.name().equals(query)).findFirst().orElseThrow();
    return (after ? t.after() : t.before()).bytes().mean();
  }

  /** The condition that the adviser has for a range of ranks of {@code a}. */
  static Predicate between(Batch rows, double from, double to) {
    return between(rows, "a", from, to);
  }

  static Predicate between(Batch rows, String column, double from, double to) {
    int at = rows.schema().indexOf(column);
    List<Object> sorted = new ArrayList<>();
    for (int i = 0; i < rows.rows(); i++) {
      Object value = Values.get(rows.column(at), i);
      if (value != null) {
        sorted.add(value);
      }
    }
    sorted.sort((x, y) -> Double.compare(((Number) x).doubleValue(), ((Number) y).doubleValue()));
    int n = sorted.size();
    return Predicate.and(
        List.of(
            Predicate.compare(List.of(column), Predicate.Op.GE, sorted.get((int) (from * n))),
            Predicate.compare(List.of(column), Predicate.Op.LT, sorted.get((int) (to * n)))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void theRewrittenFileReadsWhatWasPredicted(String name) throws IOException {
    ZonedFormat format = format(name);
    Batch rows = rows(ROWS, 1);
    Path file = directory.resolve("t." + name);
    write(format, file.toString(), rows, null);
    Advice advice =
        advise(
            file,
            "find: read a, v, s where a [0.3 to 0.32] weight 100\n"
                + "wide: read v where a [0.5 to 0.9] weight 10\n"
                + "all: read s weight 1\n");
    assertTrue(advice.decision().change(), advice.decision()::reason);
    assertTrue(advice.best().reorder().toString().startsWith("sort(a"), advice.best()::toString);
    Path sorted = directory.resolve("sorted." + name);
    write(format, sorted.toString(), rows, advice.best());
    try (AdvisedTable before = open(file);
        AdvisedTable after = open(sorted)) {
      List<String> columns = List.of("a", "v", "s");
      Predicate find = between(rows, 0.3, 0.32);
      ReadCost was = before.read(columns, find, Device.HDD);
      ReadCost is = after.read(columns, find, Device.HDD);
      assertEquals(was.bytes(), bytes(advice, "find", false), 0.001 * was.bytes());
      // One page more or less at either end, of two or three.
      double tolerance = name.equals("orc") ? 0.25 : 0.5;
      assertEquals(is.bytes(), bytes(advice, "find", true), tolerance * is.bytes());
      Predicate wide = between(rows, 0.5, 0.9);
      ReadCost half = after.read(List.of("v", "a"), wide, Device.HDD);
      assertEquals(half.bytes(), bytes(advice, "wide", true), 0.15 * half.bytes());
      ReadCost all = after.read(List.of("s"), null, Device.HDD);
      assertEquals(all.bytes(), bytes(advice, "all", true), 0.05 * all.bytes());
      assertTrue(is.bytes() < (name.equals("orc") ? 0.7 : 0.3) * was.bytes(), is + " of " + was);
      assertEquals(Statement.Language.SHELL, advice.statements().get(0).language());
      assertEquals(
          "placed convert '"
              + file
              + "' '"
              + directory.resolve("t.advised." + name)
              + "' --placement '"
              + advice.best()
              + "' --compression zstd",
          String.join("\n", Statements.runnable(advice)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void directoriesAndListsAreTables(String name) throws IOException {
    ZonedFormat format = format(name);
    Path table = directory.resolve("it's");
    List<String> files = new ArrayList<>();
    Batch all = Batch.of(SCHEMA);
    for (int region = 0; region < 3; region++) {
      Path part = Files.createDirectories(table.resolve("region=" + region));
      Batch rows = rows(30_000, region);
      all.appendRange(rows, 0, rows.rows());
      files.add(part.resolve("x." + name).toString());
      write(format, files.get(region), rows, null);
      Files.writeString(part.resolve("_SUCCESS"), "");
    }
    AdvisedSource source = AdvisedSources.at(FileStores.local(), table.toString());
    assertEquals(name, source.format());
    try (AdvisedTable t = source.open()) {
      assertEquals(90_000, t.rows());
      assertEquals(List.of("region"), t.partitionColumns());
      Predicate one = Predicate.compare(List.of("region"), Predicate.Op.EQ, 1);
      ReadCost ofOne = t.read(List.of("v", "region"), one, Device.HDD);
      ReadCost ofAll = t.read(List.of("v", "region"), null, Device.HDD);
      assertEquals(30_000, ofOne.rows());
      assertEquals(90_000, ofAll.rows());
      assertEquals(3, ofAll.bytes() / ofOne.bytes(), 0.01);
      long sum = 0;
      List<Integer> partitions = new ArrayList<>();
      try (AdvisedTable.Rows rows = t.scan(List.of("region"))) {
        while (rows.next()) {
          for (int i = 0; i < rows.batch().rows(); i++) {
            sum += ((Number) rows.batch().row(i)[0]).longValue();
          }
          if (!partitions.contains(rows.partition())) {
            partitions.add(rows.partition());
          }
        }
      }
      assertEquals(90_000, sum);
      assertEquals(List.of(0, 1, 2), partitions);
    }
    Advice advice = advise(table, "q: read v where a [0.1 to 0.11], region [0 to 0.34]\n");
    String loop = String.join("\n", Statements.runnable(advice));
    assertTrue(loop.contains("realpath '" + directory + "/it'\\''s'"), loop);
    assertTrue(loop.contains("\"$from\"/*=*/;"), loop);
    Path list = Files.write(directory.resolve("files.txt"), files);
    try (AdvisedTable t = open(list)) {
      assertEquals(90_000, t.rows());
      assertEquals(List.of(), t.partitionColumns());
    }
    String listed =
        String.join("\n", Statements.runnable(advise(list, "q: read v where a [0.1 to 0.11]\n")));
    assertTrue(listed.contains(" < '" + list + "' | "), listed);
    assertTrue(listed.contains(")\nplaced convert \"${files[@]}\" "), listed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\n \t\n\n", "\r\n\r\n"})
  void listsMayHaveBlankLinesAndThoseOfWindows(String end) throws Exception {
    List<String> files = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      Path file = directory.resolve("part " + k + ".parquet");
      write(format("parquet"), file.toString(), rows(10_000, k), null);
      files.add(file.toString());
    }
    Path list = directory.resolve("it's a list.txt");
    Files.writeString(list, end + String.join(end, files) + end);
    List<String> statements =
        Statements.runnable(advise(list, "q: read v where a [0.1 to 0.11]\n"));
    String read = statements.get(0) + "; printf '%s\\n' \"${files[@]}\"";
    Process bash = new ProcessBuilder("bash", "-c", read).redirectErrorStream(true).start();
    String found = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(files, found.lines().toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc"})
  void samplesRepresentTheTable(String name) throws IOException {
    Path file = directory.resolve("s." + name);
    Batch rows = rows(100_000, 7);
    write(format(name), file.toString(), rows, null);
    try (AdvisedTable t = open(file);
        AdvisedTable.Rows sample = t.sample(List.of("day"), 20_000)) {
      int n = 0;
      long sum = 0;
      while (sample.next()) {
        for (int i = 0; i < sample.batch().rows(); i++) {
          sum += ((java.time.LocalDate) sample.batch().row(i)[0]).toEpochDay() - 10_000;
          n++;
        }
      }
      assertEquals(20_000, n, 600);
      assertEquals(49.5, (double) sum / n, 2.5);
    }
  }

  @Test
  void wrongTablesAreExplained() throws IOException {
    ZonedFormat parquet = format("parquet");
    Path mixed = Files.createDirectories(directory.resolve("mixed"));
    write(parquet, mixed.resolve("a.parquet").toString(), rows(10, 1), null);
    write(format("orc"), mixed.resolve("b.orc").toString(), rows(10, 1), null);
    fails(mixed, "must have the same format");
    Path other = Files.createDirectories(directory.resolve("other"));
    write(parquet, other.resolve("a.parquet").toString(), rows(10, 1), null);
    Batch narrow = Batch.of(Schema.parse("a: int64"));
    narrow.appendRow(1L);
    write(parquet, other.resolve("b.parquet").toString(), narrow, null);
    fails(other, "all files must have the same columns");
    Path versions = Files.createDirectories(directory.resolve("versions/.hoodie")).getParent();
    write(parquet, versions.resolve("f-0_0-1-1_1.parquet").toString(), rows(10, 1), null);
    fails(versions, versions + " has a Hudi table (found " + versions.resolve(".hoodie"));
    Path cut = directory.resolve("cut.parquet");
    byte[] bytes = Files.readAllBytes(mixed.resolve("a.parquet"));
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 5));
    fails(cut, cut + ": not a valid Parquet file");
    Path empty = directory.resolve("empty.parquet");
    write(parquet, empty.toString(), Batch.of(SCHEMA), null);
    String message =
        assertThrows(IllegalArgumentException.class, () -> advise(empty, "read a\n")).getMessage();
    assertTrue(message.contains("is empty"), message);
    Path good = mixed.resolve("a.parquet");
    String unknown =
        assertThrows(IllegalArgumentException.class, () -> advise(good, "read nothing\n"))
            .getMessage();
    assertTrue(unknown.contains("nothing"), unknown);
  }

  private static void fails(Path path, String expected) {
    RuntimeException e = assertThrows(RuntimeException.class, () -> open(path));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void namedTablesLoseTheirExtension() {
    assertEquals("t", QueriedTable.Named.at("/x/t.parquet").name());
    assertEquals("t", QueriedTable.Named.at("/x/t.orc").name());
  }
}
