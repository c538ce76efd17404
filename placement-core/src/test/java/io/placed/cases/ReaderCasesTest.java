package io.placed.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.placement.Placement;
import io.placed.scan.RandomTables;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Writes random files with their rows as JSON to {@code target/reader-cases}, where the tests of
 * the Python reader find them. {@code -Dplaced.reader.cases} is their number.
 */
class ReaderCasesTest {
  private static final Path FOLDER = Path.of("target/reader-cases/files");

  private static final Schema RELATED =
      Schema.parse(
          "c0: int64, c1: int32, c2: int64, c3: date, c4: int32, c5: string, c6: string,"
              + " c7: double, c8: double, c9: float, c10: decimal(12, 2), c11: timestamp");

  private static final Schema FEW_VALUES =
      Schema.parse(
          "words: list<string>, days: list<int32>, pairs: map<string, double>, d: double, f: float,"
              + " parts: list<list<float>>");

  private final long seed = Long.getLong("placed.seed", System.nanoTime());

  @Test
  void writesFilesWithTheirRows() throws IOException {
    delete(FOLDER);
    int count = Integer.getInteger("placed.reader.cases", 40);
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      one(i, new Random(random.nextLong()));
    }
  }

  private void one(int number, Random random) throws IOException {
    RandomTables tables = new RandomTables(random.nextLong());
    List<Object[]> rows = new ArrayList<>();
    int size = random.nextInt(8) == 0 ? random.nextInt(3) : random.nextInt(6000);
    Schema schema;
    if (number % 3 == 1) {
      schema = RELATED;
      related(rows, size, random);
    } else if (number % 3 == 2 && random.nextBoolean()) {
      schema = FEW_VALUES;
      fewValues(rows, size, random);
    } else {
      schema = number % 12 == 0 ? tables.everyType() : tables.schema();
      Batch batch = tables.rows(schema, size);
      for (int i = 0; i < size; i++) {
        rows.add(batch.row(i));
      }
    }
    String name = String.format(Locale.ROOT, "case-%04d", number);
    String path = FOLDER.resolve(name + ".placed").toString();
    Files.createDirectories(FOLDER);
    String placement = placement(schema, random);
    String profile = List.of("fast", "balanced", "compact").get(random.nextInt(3));
    String compression = List.of("none", "lz4", "zstd").get(random.nextInt(3));
    WriteBuilder how =
        Placed.write(path, schema)
            .option("placement", placement)
            .option("profile", profile)
            .option("compression", compression)
            .option("page-rows", String.valueOf(1024 * (1 + random.nextInt(6))));
    try (TableWriter out = how.open()) {
      for (Object[] row : rows) {
        out.write(row);
      }
      out.commit();
    }
    try (TableScan scan = Placed.read(path).open()) {
      List<String> found = scan.rows().map(RandomTables::text).sorted().toList();
      List<String> expected = rows.stream().map(RandomTables::text).sorted().toList();
      assertEquals(expected, found, placement + ", seed " + seed + ", file " + number);
    }
    RowsAsJson.write(FOLDER.resolve(name + ".jsonl"), schema, rows);
  }

  /** Rows in which columns are functions of others, apart from some. */
  private static void related(List<Object[]> rows, int size, Random r) {
    int odd = r.nextBoolean() ? 50 : Integer.MAX_VALUE;
    int kind = r.nextInt(5);
    for (int i = 0; i < size; i++) {
      long a = r.nextInt(200_000) - 100_000;
      int b = r.nextInt(300);
      long c =
          switch (kind) {
            case 0 -> a + b;
            case 1 -> a - b;
            case 2 -> a * b / 100;
            case 3 -> a * 1_000_003 + b;
            default -> Math.floorMod(a, 1000L);
          };
      int time = r.nextInt(24) * 100 + r.nextInt(60);
      String key = "key " + r.nextInt(40);
      double price = (r.nextInt(100_000) + 100) / 100.0;
      Object[] row = {
        a,
        b,
        c,
        LocalDate.ofEpochDay(18_000 + i / 50),
        time,
        key,
        "value " + Integer.toHexString(key.hashCode() * 31 + (kind == 4 ? b % 2 : 0)),
        price,
        price * 2,
        (float) (b / 4.0),
        java.math.BigDecimal.valueOf(Math.round(price * 100), 2),
        java.time.Instant.ofEpochSecond(1_600_000_000L + i * 60L + (kind == 0 ? r.nextInt(5) : 0)),
      };
      for (int k = 0; k < row.length; k++) {
        if (r.nextInt(odd) == 0) {
          row[k] = null;
        }
      }
      rows.add(row);
    }
  }

  /**
   * Rows of few values, which have dictionaries, NaNs of several bits among them; without elements
   * in whole pages.
   */
  private static void fewValues(List<Object[]> rows, int size, Random r) {
    double[] doubles = {
      0.0,
      -0.0,
      1.5,
      -1.5,
      Double.NaN,
      Double.longBitsToDouble(0xFFF8000000000000L), // what x86 has for 0.0 / 0.0
      Double.longBitsToDouble(0xFFF0000000000001L), // signaling, with the sign bit
      Double.longBitsToDouble(0x7FF0000000000001L), // signaling, without it
      Double.NEGATIVE_INFINITY,
      Double.POSITIVE_INFINITY
    };
    int from = r.nextInt(size + 1);
    int to = from + r.nextInt(size + 1 - from);
    for (int i = 0; i < size; i++) {
      int most = i >= from && i < to ? 0 : 3;
      List<Object> words = new ArrayList<>();
      List<Object> days = new ArrayList<>();
      List<Object> parts = new ArrayList<>();
      Map<Object, Object> pairs = new LinkedHashMap<>();
      for (int k = r.nextInt(most + 1); k > 0; k--) {
        words.add("word " + r.nextInt(20));
        days.add(r.nextInt(200) * 1000);
        pairs.put("key " + r.nextInt(20), doubles[r.nextInt(doubles.length)]);
        parts.add(List.of((float) doubles[r.nextInt(doubles.length)]));
      }
      Object[] row = {
        words,
        days,
        pairs,
        doubles[r.nextInt(doubles.length)],
        Float.intBitsToFloat(r.nextInt(4) == 0 ? 0xFFC00000 + r.nextInt(3) : r.nextInt(50) << 20),
        parts
      };
      if (r.nextInt(20) == 0) {
        row[r.nextInt(row.length)] = null;
      }
      rows.add(row);
    }
  }

  private static String placement(Schema schema, Random random) {
    List<String> names = schema.fields().stream().map(Field::name).toList();
    List<String> presets = List.copyOf(Placement.presetNames());
    StringBuilder text = new StringBuilder(presets.get(random.nextInt(presets.size())));
    text.append("; row-group=").append(1 + random.nextInt(4000)).append(" rows");
    String stride = List.of("", " stride 1", " stride 1024", " stride 2048").get(random.nextInt(4));
    String groups =
        switch (random.nextInt(4)) {
          case 0 -> "all" + stride;
          case 1 -> names.size() < 2 ? "none" : group(names) + stride;
          case 2 -> "none";
          default -> null;
        };
    if (groups != null) {
      text.append("; column-groups=").append(groups);
    }
    switch (random.nextInt(6)) {
      case 0 -> {
        // At most as many files as column groups.
        int most = "none".equals(groups) ? Math.min(3, names.size()) : 1;
        text.append("; packing=files(").append(1 + random.nextInt(most)).append(')');
      }
      case 1 -> text.append("; packing=column-group-runs");
      case 2 -> {
        if (groups == null || stride.isEmpty() || stride.equals(" stride 1")) {
          text.append("; packing=copies(one-row-group; all stride 1; none)");
        }
      }
      default -> {}
    }
    Field first = schema.field(0);
    if (!isNested(first.type()) && random.nextInt(3) == 0) {
      text.append("; reorder=sort(c0)".replace("c0", first.name()));
    }
    return text.toString();
  }

  private static String group(List<String> names) {
    return "(" + names.get(1) + "," + names.get(0) + ")";
  }

  private static boolean isNested(Type type) {
    return type.isNested();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    }
  }
}
