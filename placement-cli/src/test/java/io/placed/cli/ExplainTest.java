package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predicted reads equal actual reads. */
class ExplainTest {
  private static final Schema SCHEMA =
      Schema.parse("k: int64 not null, word: string, x: double, y: double, day: int32");
  private static final List<String> NAMES = List.of("k", "word", "x", "y", "day");

  @TempDir Path dir;

  private Path table(String placement, boolean partitioned, int rows, Random random)
      throws IOException {
    Path path = dir.resolve("t" + Math.abs((placement + partitioned).hashCode()));
    var builder = Placed.write(path.toString(), SCHEMA).placement(placement);
    if (partitioned) {
      builder.partitionBy("day");
    }
    try (TableWriter out = builder.open()) {
      for (int i = 0; i < rows; i++) {
        out.write(
            (long) i,
            "w" + random.nextInt(5000),
            random.nextInt(100_000) / 8.0,
            i % 3 == 0 ? null : random.nextDouble(),
            i * 7 / rows);
      }
      out.commit();
    }
    return path;
  }

  private static JsonObject explain(Object... args) {
    List<Object> all = new ArrayList<>(List.of("explain", "--json", "--measure"));
    all.addAll(Arrays.asList(args));
    return JsonParser.parseString(Cli.run(all.toArray()).ok().out()).getAsJsonObject();
  }

  /** 100 random scans of 6 placements: median error at most 5 %, 95th percentile at most 15 %. */
  @Test
  void predictsWhatIsRead() throws IOException {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Random random = new Random(seed);
    List<Path> tables = new ArrayList<>();
    for (String placement :
        List.of("default", "row-group=300KiB", "albis; row-group=20000 rows", "rcfile")) {
      tables.add(table(placement + "; reorder=sort(x)", false, 60_000, random));
    }
    tables.add(table("cf; row-group=20000 rows", false, 60_000, random));
    tables.add(table("row-group=200KiB", true, 60_000, random));
    List<Double> errors = new ArrayList<>();
    int withGaps = 0;
    for (int i = 0; i < 100; i++) {
      List<String> columns = new ArrayList<>(NAMES);
      Collections.shuffle(columns, random);
      String chosen = String.join(",", columns.subList(0, 1 + random.nextInt(5)));
      double from = random.nextInt(12_500);
      String where =
          switch (random.nextInt(5)) {
            case 0 -> "x >= %s and x < %s".formatted(from, from + random.nextInt(3000));
            case 1 ->
                String.format(Locale.ROOT, "k between %d and %d", (int) from, (int) from + 3000);
            case 2 -> String.format(Locale.ROOT, "word = 'w%d'", random.nextInt(5000));
            case 3 -> String.format(Locale.ROOT, "day = %d and x < %s", random.nextInt(8), from);
            default -> "k >= 0";
          };
      JsonObject found =
          explain(tables.get(random.nextInt(tables.size())), "-c", chosen, "--where", where);
      JsonObject predicted = found.getAsJsonObject("predicted");
      JsonObject measured = found.getAsJsonObject("measured");
      double expected =
          predicted.get("requestedBytes").getAsDouble()
              + predicted.get("footerBytes").getAsDouble();
      double real = measured.get("requestedBytes").getAsDouble();
      long gaps = measured.get("gapBytes").getAsLong();
      withGaps += gaps > 0 && predicted.get("gapBytes").getAsLong() > 0 ? 1 : 0;
      assertTrue(gaps <= measured.get("requestedBytes").getAsLong(), "seed " + seed);
      errors.add(Math.abs(expected - real) / Math.max(1, real));
      assertTrue(
          predicted.get("neededBytes").getAsLong() <= predicted.get("inRowGroupsBytes").getAsLong()
              && predicted.get("inRowGroupsBytes").getAsLong()
                  <= predicted.get("inFilesBytes").getAsLong()
              && predicted.get("inFilesBytes").getAsLong()
                  <= predicted.get("columnBytes").getAsLong()
              && predicted.get("columnBytes").getAsLong()
                  <= predicted.get("tableBytes").getAsLong(),
          "seed " + seed + ": " + predicted);
    }
    Collections.sort(errors);
    String all = "seed " + seed + ": " + errors;
    assertTrue(withGaps > 0, all);
    assertTrue(errors.get(50) <= 0.05, all);
    assertTrue(errors.get(95) <= 0.15, all);
  }

  @Test
  void textAndPicture() throws IOException {
    Path table = table("row-group=300KiB; reorder=sort(x)", false, 30_000, new Random(1));
    Path svg = dir.resolve("q.svg");
    String text =
        Cli.run(
                "explain",
                table,
                "-c",
                "word",
                "--where",
                "x < 100 and word <> '<a>'",
                "--device",
                "hdd",
                "-o",
                svg)
            .ok()
            .out();
    for (String word : List.of("table", "in row groups", "requested", "seek=10ms", "requests")) {
      assertTrue(text.contains(word), text);
    }
    assertFalse(text.contains("measured"), text);
    String picture = Files.readString(svg);
    assertTrue(picture.contains("&lt;a&gt;") && !picture.contains("<a>"), picture);
    assertTrue(Cli.run("explain", table, "-o", svg).fails(1).err().contains("--overwrite"));
    assertTrue(Cli.run("explain", table, "--cold").fails(2).err().contains("--measure"));
    assertTrue(Cli.run("explain", table, "--device", "tape").fails(2).err().contains("tape"));
    assertTrue(Cli.run("explain", table, "-c", "z").fails(2).err().contains("z"));
  }

  @Test
  void aDeviceIsMeasuredAndUsed() throws IOException {
    Path devices = dir.resolve("devices");
    String text = Cli.run("device", "measure", dir, "--size", "64", "-o", devices).ok().out();
    assertTrue(text.contains("break-even gap") && text.contains("bandwidth="), text);
    String line = Files.readString(devices);
    assertTrue(line.startsWith(dir + " = seek="), line);
    try (var left = Files.list(dir)) {
      assertEquals(List.of(devices), left.toList());
    }
    Path table = table("default", false, 1000, new Random(1));
    String before = System.setProperty("placed.devices", devices.toString());
    try {
      String device = line.substring(line.indexOf('=') + 2).strip();
      assertEquals(device, explain(table).get("device").getAsString());
    } finally {
      if (before == null) {
        System.clearProperty("placed.devices");
      }
    }
    assertTrue(
        Cli.run("device", "measure", dir, "--size", "8").fails(2).err().contains("at least 64"));
    assertTrue(Cli.run("device").fails(2).err().toLowerCase(Locale.ROOT).contains("measure"));
  }
}
