package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.formats.RandomRows;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  @TempDir Path dir;
  private Path csv;

  @BeforeEach
  void writeInput() throws IOException {
    StringBuilder text = new StringBuilder("k,word,x\n");
    for (int i = 0; i < 3000; i++) {
      text.append(i * 31 % 3000)
          .append(",w")
          .append(i % 7)
          .append(',')
          .append(i / 8.0)
          .append('\n');
    }
    csv = Files.writeString(dir.resolve("in.csv"), text);
  }

  private Path table(String name, Object... more) {
    Path out = dir.resolve(name);
    List<Object> args = new ArrayList<>(List.of("convert", csv, out));
    Collections.addAll(args, more);
    Cli.run(args.toArray()).ok();
    return out;
  }

  private static List<String> sortedRows(Path table) {
    return Cli.run("cat", table).ok().out().lines().sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "sql",
        "browse",
        "completion",
        "convert",
        "rewrite",
        "group",
        "inspect",
        "blocks",
        "map",
        "schema",
        "head",
        "cat",
        "count",
        "diff",
        "stats",
        "verify",
        "snapshots",
        "metadata",
        "tag",
        "rollback",
        "vacuum",
        "add-files",
        "properties",
        "bench"
      })
  void everyCommandExplainsItself(String command) {
    String help = Cli.run(command, "--help").ok().out();
    assertTrue(help.contains("Examples:"), help);
    assertTrue(help.contains("  placed " + command), help);
    assertTrue(help.lines().allMatch(l -> l.length() <= 100), help);
  }

  @Test
  void wrongUsageIsOneSentenceAndCodeTwo() {
    assertEquals("placed: missing subcommand\nTry 'placed --help'.\n", Cli.run().fails(2).err());
    List<String[]> wrong =
        List.of(
            new String[] {"frobnicate"},
            new String[] {"head"},
            new String[] {"head", "-n", "-1", csv.toString()},
            new String[] {"head", "-n", "x", csv.toString()},
            new String[] {"head", "-c", "nothing", csv.toString()},
            new String[] {"convert", csv.toString()},
            new String[] {"convert", csv.toString(), dir + "/o", "--placement", "nonsense"},
            new String[] {"convert", csv.toString(), dir + "/o", "--reorder", "sort(nothing)"},
            new String[] {"convert", csv.toString(), dir + "/o", "--row-group", "big"},
            new String[] {"convert", csv.toString(), dir + "/o", "--compression", "zip"},
            new String[] {"convert", csv.toString(), dir + "/o.csv", "--reorder", "sort(k)"},
            new String[] {"convert", csv.toString(), dir + "/o.parquet", "--compression", "zip"},
            new String[] {"convert", csv.toString(), dir + "/o.orc", "--compression", "gzip"},
            new String[] {"convert", csv.toString(), dir + "/o", "--from", "xml"},
            new String[] {"rewrite", csv.toString()},
            new String[] {"stats", "--pages", "--row-groups", csv.toString()},
            new String[] {"demo", "--scale", "0"});
    for (String[] args : wrong) {
      Cli.Result r = Cli.run((Object[]) args).fails(2);
      String what = String.join(" ", args) + "\n" + r.err();
      assertTrue(r.err().startsWith("placed: ") && r.err().contains("--help'."), what);
      assertFalse(r.err().contains("\tat "), what);
    }
    assertFalse(Files.exists(dir.resolve("o")), "a refused write made its directory");
  }

  @Test
  void failuresAreOneSentenceAndCodeOne() throws IOException {
    Path other = Files.writeString(dir.resolve("notes.txt"), "some notes");
    Path directory = Files.createDirectory(dir.resolve("empty"));
    Path notParquet = Files.writeString(dir.resolve("x.parquet"), "PAR1 is how it starts");
    for (Object[] args :
        new Object[][] {
          {"cat", dir.resolve("missing")},
          {"cat", other},
          {"cat", directory},
          {"inspect", directory},
          {"inspect", csv},
          {"cat", notParquet},
          {"convert", csv, csv},
          {"convert", csv, other, dir.resolve("o.placed")},
          {"rewrite", dir.resolve("missing"), "--placement", "albis"},
        }) {
      Cli.Result r = Cli.run(args).fails(1);
      assertEquals(1, r.err().lines().count(), r.err());
      assertTrue(r.err().startsWith("placed: "), r.err());
      assertFalse(r.err().contains("Exception"), r.err());
      String trace =
          Cli.run(Stream.concat(Stream.of(args), Stream.of("--stacktrace")).toArray()).err();
      assertTrue(trace.contains("\tat "), trace);
    }
  }

  @Test
  void overwritesOnlyWhenAsked() throws IOException {
    for (String name : new String[] {"t.placed", "t.parquet", "t.csv", "t"}) {
      Path out = table(name);
      String before = Cli.run("cat", out).ok().out();
      Path small = Files.writeString(dir.resolve("small.csv"), "other\n1\n");
      assertTrue(Cli.run("convert", small, out).fails(1).err().contains("--overwrite"));
      assertEquals(before, Cli.run("cat", out).ok().out());
      Cli.run("convert", small, out, "--overwrite").ok();
      assertEquals("other\n1\n", Cli.run("cat", out).ok().out());
    }
  }

  @Test
  void leavesNothingBehindWhenItFails() throws IOException {
    Path bad = Files.writeString(dir.resolve("bad.csv"), "a\n1\nx\n");
    for (String name : new String[] {"o.placed", "o.parquet", "o.csv"}) {
      Cli.run("convert", bad, dir.resolve(name), "--schema", "a: int32").fails(1);
    }
    Cli.run("convert", bad, dir.resolve("o"), "--schema", "a: int32").fails(1);
    try (Stream<Path> left = Files.walk(dir)) {
      assertEquals(
          List.of(),
          left.filter(Files::isRegularFile).filter(p -> !p.toString().endsWith(".csv")).toList());
    }
    assertFalse(Files.exists(dir.resolve("o.csv")));
  }

  @Test
  void headShowsATable() {
    Path t = table("t.placed");
    assertEquals(
        """
        word   k      x
        w0     0    0.0
        w1    31  0.125
        """,
        Cli.run("head", "-n", "2", "-c", "word,k,x", t).ok().out());
    assertEquals(
        "{\"x\":0.0,\"word\":\"w0\"}\n",
        Cli.run("head", "-n1", "-c", "x,word", "--json", t).ok().out());
    assertEquals("k\n0\n31\n62\n", Cli.run("cat", "-n", "3", "-c", "k", t).ok().out());
    assertEquals("k,word,x\n", Cli.run("cat", "-n", "0", t).ok().out());
  }

  @Test
  void inspectShowsWhatWasAskedFor() {
    Path t =
        table(
            "t.placed",
            "--reorder",
            "sort(word, k desc)",
            "--row-group",
            "1024 rows",
            "--column-groups",
            "(k,word)",
            "--compression",
            "none");
    String text = Cli.run("inspect", t).ok().out();
    assertTrue(text.contains("reorder=sort(word, k desc)"), text);
    assertTrue(text.contains("3 of 952 to 1,024 rows"), text);
    assertTrue(text.contains("k, word"), text);
    JsonObject json =
        JsonParser.parseString(Cli.run("inspect", "--json", t).ok().out())
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject();
    assertEquals(3000, json.get("rows").getAsLong());
    assertEquals(3, json.getAsJsonArray("rowGroups").size());
    assertEquals(3, json.getAsJsonArray("columns").size());
    assertEquals("none", json.getAsJsonArray("codecs").get(0).getAsString());
  }

  @Test
  void whyTellsWhatWasCompared() {
    Path t = table("t.placed", "--profile", "fast", "--compression", "none");
    String text = Cli.run("inspect", "--why", t).ok().out();
    assertTrue(text.contains("profile fast, 1.0 ns per byte, compression none"), text);
    assertTrue(text.contains("first page"), text);
    JsonObject json =
        JsonParser.parseString(Cli.run("inspect", "--why", "-c", "word", "--json", t).ok().out())
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject();
    assertEquals(1, json.getAsJsonArray("columns").size());
    JsonObject word = json.getAsJsonArray("columns").get(0).getAsJsonObject();
    assertEquals("word", word.get("name").getAsString());
    JsonObject best = word.getAsJsonArray("considered").get(0).getAsJsonObject();
    assertTrue(best.get("chosen").getAsBoolean(), word.toString());
    assertEquals("dict", best.get("encoding").getAsString());
    assertEquals(2, Cli.run("inspect", "-c", "word", t).code());
  }

  @Test
  void whyTellsThatAColumnIsAFunctionOfOthers() throws Exception {
    StringBuilder text = new StringBuilder("a,b,total\n");
    Random random = new Random(5);
    for (int i = 0; i < 5000; i++) {
      int a = random.nextInt(1 << 20);
      int b = random.nextInt(1 << 20);
      text.append(a).append(',').append(b).append(',').append(a + b).append('\n');
    }
    Path sums = Files.writeString(dir.resolve("sums.csv"), text);
    Path t = dir.resolve("sums.placed");
    Cli.run("convert", sums, t, "--profile", "compact").ok();
    String why = Cli.run("inspect", "--why", t).ok().out();
    assertTrue(why.contains("*  derived("), why);
    assertEquals(3, why.lines().filter(l -> l.contains(" *  ")).count(), why);
  }

  @Test
  void statsAreThoseOfTheRows() {
    Path t = table("t", "--row-group", "1024 rows", "--reorder", "sort(k)");
    JsonArray columns =
        JsonParser.parseString(Cli.run("stats", "--json", t).ok().out())
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("columns");
    JsonObject k = columns.get(0).getAsJsonObject();
    assertEquals("0", k.get("min").getAsString());
    assertEquals("2999", k.get("max").getAsString());
    assertEquals(0, k.get("nulls").getAsLong());
    JsonObject word = columns.get(1).getAsJsonObject();
    assertEquals("w0 w6", word.get("min").getAsString() + " " + word.get("max").getAsString());
    List<String> groups =
        Cli.run("stats", "-c", "k", "--row-groups", t).ok().out().lines().toList();
    assertEquals(4, groups.size());
    assertTrue(groups.get(2).endsWith("1024  2047"), groups.get(2));
    assertEquals(4, Cli.run("stats", "-c", "k", "--pages", t).ok().out().lines().count());
  }

  @Test
  void rewritesFilesInPlaceAndElsewhere() {
    Path t = table("t.placed");
    List<String> rows = sortedRows(t);
    Cli.run("rewrite", t, "--placement", "albis").ok();
    assertEquals(rows, sortedRows(t));
    Cli.run("rewrite", t, "--reorder", "sort(x desc)").ok();
    assertEquals(rows, sortedRows(t));
    assertEquals("374.875", Cli.run("cat", "-n1", "-c", "x", t).ok().out().split("\n")[1]);
    String text = Cli.run("inspect", t).ok().out();
    assertTrue(text.contains("stride 1"), "the rest of the placement is kept: " + text);
    Path copy = dir.resolve("copy");
    Cli.run("rewrite", t, "-o", copy, "--placement", "default").ok();
    assertEquals(rows, sortedRows(copy));
    Path file = dir.resolve("copy.placed");
    Cli.run("rewrite", copy, "-o", file, "--placement", "trevni").ok();
    assertEquals(rows, sortedRows(file));
  }

  @Test
  void rewritesDataSetsThroughASnapshot() throws IOException {
    Path t = dir.resolve("t");
    Schema schema = Schema.parse("id: int64 not null, part: string, v: double");
    for (int file = 0; file < 3; file++) {
      try (TableWriter w = Placed.write(t.toString(), schema).partitionBy("part").open()) {
        for (int i = 0; i < 500; i++) {
          w.write((long) (i * 7 % 500), i % 3 == 0 ? null : "p/" + i % 3, i / 2.0);
        }
        w.commit();
      }
    }
    List<String> rows = sortedRows(t);
    assertEquals(1501, rows.size());
    JsonObject done =
        JsonParser.parseString(Cli.run("rewrite", "--json", t, "--reorder", "sort(id)").ok().out())
            .getAsJsonObject();
    assertEquals(9, done.get("filesBefore").getAsInt());
    assertEquals(3, done.get("filesAfter").getAsInt());
    assertEquals(rows, sortedRows(t));
    Cli.run("verify", t).ok();
    try (TableScan old = Placed.read(t.toString()).snapshot(3).open()) {
      assertEquals(1500, old.rows().count());
    }
    String text = Cli.run("inspect", t).ok().out();
    assertTrue(text.contains("snapshot     4 ("), text);
    assertTrue(text.contains("by part"), text);
    assertTrue(text.contains("reorder=sort(id)"), text);
  }

  @Test
  void nestedTypesGoRoundThroughParquet() throws IOException {
    long seed = new Random().nextLong();
    Batch batch = new RandomRows(seed).batch(RandomRows.EVERY_TYPE, 3000);
    Path a = dir.resolve("a.placed");
    try (TableWriter w = Placed.write(a.toString(), RandomRows.EVERY_TYPE).open()) {
      w.write(batch);
      w.commit();
    }
    Path parquet = dir.resolve("b.parquet");
    Path c = dir.resolve("c");
    Cli.run("convert", a, parquet).ok();
    Cli.run("convert", parquet, c, "--placement", "albis").ok();
    List<String> found = new ArrayList<>();
    try (TableScan scan = Placed.read(c.toString()).open()) {
      scan.forEach(b -> found.addAll(RandomRows.texts(b)));
    }
    assertEquals(RandomRows.texts(batch), found, "seed " + seed);
    String json = Cli.run("cat", "--json", c).ok().out();
    assertEquals(json, Cli.run("cat", "--json", parquet).ok().out());
    assertTrue(json.lines().allMatch(l -> JsonParser.parseString(l).isJsonObject()));
    Cli.run("head", c).ok();
  }
}
