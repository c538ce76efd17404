package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole files of every layout, written when format version 1 was new, must remain readable.
 *
 * <p>{@code -Dplaced.golden=write} writes files of new layouts. An existing file is never
 * overwritten: if this test fails, the reader is wrong.
 */
class GoldenTablesTest {
  private static final Path FOLDER = Path.of("src/test/resources/io/placed/golden/v1");

  /** More than a vector of 1,024, so that there are several pages and row groups. */
  private static final int ROWS = 1500;

  private static final Schema SCHEMA =
      Schema.parse(
          "id: int64 not null, day: date, kind: string, note: string, n: int32, m: int32,"
              + " s: int16, price: decimal(9, 2), wide: decimal(30, 4), x: double, f: float,"
              + " flag: boolean, at: timestamp, bin: binary, tags: list<string>,"
              + " counts: map<string, int64>, place: struct<lat: double, name: string>");

  @TempDir Path dir;

  /** Settings by file name. */
  private static Map<String, Map<String, String>> layouts() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (String preset : Placement.presetNames()) {
      String rows = preset.equals("slc-store") ? "" : "; row-group=1024 rows";
      all.put(preset, Map.of("placement", preset + rows));
    }
    all.put(
        "siblings",
        Map.of("placement", "row-group=1024 rows; column-groups=none; packing=files(2)"));
    all.put(
        "copies",
        Map.of("placement", "row-group=1024 rows; packing=copies(one-row-group; all stride 1)"));
    all.put(
        "row-major",
        Map.of("placement", "row-group=512 rows; column-groups=(id, n, x), (kind, s) stride 1"));
    all.put(
        "runs",
        Map.of(
            "placement",
            "reorder=sort(day, id desc); row-group=512 rows; packing=column-group-runs"));
    all.put("hilbert", Map.of("placement", "reorder=hilbert(n, day); row-group=512 rows"));
    all.put("vortex", Map.of("placement", "reorder=vortex(kind, s); row-group=1024 rows"));
    all.put("derived", Map.of("profile", "compact", "placement", "row-group=1024 rows"));
    all.put("fast", Map.of("profile", "fast", "compression", "lz4"));
    all.put("uncompressed", Map.of("compression", "none"));
    return all;
  }

  static Stream<String> names() {
    return layouts().keySet().stream();
  }

  private static Object[] row(int i) {
    boolean present = i % 11 != 3;
    double x = i % 97 == 0 ? Double.NaN : i % 89 == 0 ? -0.0 : i * 0.25 - 100;
    return new Object[] {
      (long) i * 3 - 700,
      LocalDate.of(2019, 12, 28).plusDays(i / 200),
      present ? "kind " + (i * i) % 7 : null,
      present ? "note " + Integer.toHexString(i * 0x9E3779B9) + (i % 5 == 0 ? " ü€" : "") : null,
      i % 13 == 0 ? null : i * 17 % 1000,
      i % 13 == 0 ? null : i * 17 % 1000 + 5,
      (short) (i % 40 - 20),
      present ? BigDecimal.valueOf(i * 31L % 100_000, 2) : null,
      i % 5 == 0 ? null : BigDecimal.valueOf(i, 4).add(new BigDecimal("12345678901234567890.0000")),
      x,
      i % 17 == 0 ? null : (float) Math.sqrt(i),
      i % 19 == 0 ? null : i % 3 == 0,
      i % 23 == 0 ? null : Instant.ofEpochSecond(1_577_836_800L + i * 61L, i % 1000 * 1000L),
      present ? new byte[] {(byte) i, (byte) (i >> 8), (byte) 0xFF} : null,
      i % 6 == 0 ? null : i % 6 == 1 ? List.of() : Arrays.asList("t" + i % 4, null),
      i % 8 == 0 ? null : Map.of("a", (long) i),
      i % 9 == 0 ? null : new Object[] {i / 8.0, i % 2 == 0 ? null : "p" + i % 10}
    };
  }

  private static String text(Object value) {
    if (value instanceof Object[] fields) {
      return text(Arrays.asList(fields));
    } else if (value instanceof List<?> list) {
      return list.stream().map(GoldenTablesTest::text).toList().toString();
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return String.valueOf(value);
  }

  private static List<String> expected() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(text(row(i)));
    }
    return rows.stream().sorted().toList();
  }

  private static List<String> rows(ReadBuilder read) throws IOException {
    try (TableScan scan = read.open()) {
      return scan.rows().map(GoldenTablesTest::text).sorted().toList();
    }
  }

  private static void write(String name) throws IOException {
    Path file = FOLDER.resolve(name + ".placed");
    if (Files.exists(file)) {
      return;
    }
    Files.createDirectories(FOLDER);
    WriteBuilder how = Placed.write(file.toString(), SCHEMA);
    layouts().get(name).forEach(how::option);
    try (TableWriter out = how.open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(row(i));
      }
      out.commit();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void isReadForEver(String name) throws IOException {
    if ("write".equals(System.getProperty("placed.golden"))) {
      write(name);
    }
    // Siblings are next to the file.
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path f : files.filter(f -> f.getFileName().toString().contains(name)).toList()) {
        Files.copy(f, dir.resolve(f.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    String path = dir.resolve(name + ".placed").toString();
    assertEquals(SCHEMA, Placed.read(path).schema());
    assertEquals(expected(), rows(Placed.read(path)));
    List<String> some =
        Stream.iterate(0, i -> i + 1)
            .limit(ROWS)
            .filter(i -> i % 13 != 0 && i * 17 % 1000 < 100 && i % 40 - 20 > 0)
            .map(i -> text(new Object[] {row(i)[9], row(i)[0]}))
            .sorted()
            .toList();
    Predicate condition = Predicate.and(Predicate.lt("n", 100), Predicate.gt("s", 0));
    assertEquals(some, rows(Placed.read(path).select("x", "id").where(condition)));
  }

  /** The layouts are those in the file names. */
  @Test
  void haveTheLayoutsOfTheirNames() throws IOException {
    try (FileReader siblings = open("siblings");
        FileReader copies = open("copies");
        FileReader derived = open("derived")) {
      assertTrue(siblings.siblings().size() > 0, "siblings");
      assertTrue(copies.placement().toString().contains("copies"), "copies");
      assertTrue(derived.encoding(0, 0, "m").contains("derived"), derived.encoding(0, 0, "m"));
    }
  }

  private static FileReader open(String name) throws IOException {
    String path = FOLDER.resolve(name + ".placed").toString();
    return FileReader.open(
        new LocalFileStore().input(path, Files.size(Path.of(path))), new IoCounters());
  }
}
