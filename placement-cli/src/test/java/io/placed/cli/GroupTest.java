package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Column groups and orders that are computed from a workload. */
class GroupTest {
  private static final String ROWS = "1024 rows";

  @TempDir Path dir;
  private Path csv;
  private Path workload;

  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder("a,wide,b,c\n");
    Random r = new Random(1);
    for (int i = 0; i < 5000; i++) {
      text.append(r.nextInt()).append(',').append(Long.toString(r.nextLong(), 36).repeat(3));
      text.append(',').append(r.nextInt()).append(',').append(r.nextInt()).append('\n');
    }
    csv = Files.writeString(dir.resolve("in.csv"), text);
    workload = Files.writeString(dir.resolve("w.txt"), "both: read b where a weight 5\nread c");
  }

  private static String placement(Path table) {
    return Cli.run("inspect", table)
        .ok()
        .out()
        .lines()
        .filter(l -> l.strip().startsWith("placement"))
        .findFirst()
        .orElseThrow();
  }

  private JsonObject json(Object... args) {
    return JsonParser.parseString(Cli.run(args).ok().out()).getAsJsonObject();
  }

  @Test
  void convertAndRewriteWriteWhatWasFound() {
    Path table = dir.resolve("table");
    String out =
        Cli.run(
                "convert",
                csv,
                table,
                "--row-group",
                ROWS,
                "--column-groups",
                "hillclimb stride 1",
                "--workload",
                workload)
            .ok()
            .out();
    assertTrue(out.contains("hillclimb stride 1: found (a, b) stride 1; predicted reading "), out);
    assertTrue(out.contains("sizes measured on the first 5,000 rows"), out);
    assertTrue(placement(table).contains("column-groups=(a, b) stride 1;"), placement(table));

    // The table already has column groups, so only the order is searched.
    String result =
        json(
                "rewrite",
                table,
                "--column-groups",
                "none order rainbow",
                "--workload",
                workload,
                "--json")
            .get("search")
            .getAsString();
    assertTrue(result.contains("found none order (a, b, c)"), result);
    assertTrue(result.contains("sizes measured in 1 file"), result);
    assertTrue(placement(table).contains("row-group=1024 rows; column-groups=none order ("));
    assertEquals(
        Cli.run("schema", csv).ok().out(), Cli.run("schema", table).ok().out(), "readers' order");
    assertEquals(Cli.run("cat", csv).ok().out(), Cli.run("cat", table).ok().out());
    assertEquals("", Cli.run("verify", table).ok().err());
  }

  @Test
  void groupShowsAllMethods() {
    Path table = dir.resolve("t.placed");
    Cli.run("convert", csv, table).ok();
    String out = Cli.run("group", table, "--workload", workload, "--row-group", ROWS).ok().out();
    assertTrue(out.contains("5,000 rows of 4 columns, "), out);
    assertTrue(out.contains("measured in 1 file; row groups of 1024 rows; seek=10ms"), out);
    for (String method : new String[] {"hillclimb", "autopart", "trojan", "brute-force"}) {
      assertTrue(
          out.lines().anyMatch(l -> l.matches(method + " .* s +[0-9.]+ %  \\(a, b.*\\)")), out);
    }
    // Reading through a chunk of ten kilobytes costs almost nothing compared with a seek of 10 ms.
    assertTrue(
        out.contains("in the order of rainbow: none (not recommended: saves too little)"), out);
    JsonObject order =
        json(
                "group",
                table,
                "--workload",
                workload,
                "--row-group",
                ROWS,
                "--device",
                "nvme",
                "--json")
            .getAsJsonObject("order");
    assertEquals("none order (a, b, c)", order.get("columnGroups").getAsString());
    JsonObject json =
        json(
            "group",
            table,
            "--workload",
            workload,
            "--device",
            "seek=1ns; bandwidth=1MiB/s",
            "--json");
    assertEquals(4, json.getAsJsonArray("methods").size());
    JsonObject climb = json.getAsJsonArray("methods").get(0).getAsJsonObject();
    assertEquals("none", climb.get("columnGroups").getAsString(), "seeks cost nothing");
    assertTrue(climb.get("secondsFound").getAsDouble() <= climb.get("secondsBefore").getAsDouble());
  }

  @Test
  void wrongSettingsAndWorkloadsAreWrongUsage() throws IOException {
    Path bad = Files.writeString(dir.resolve("bad.txt"), "read a\nread b wher c");
    Path unknown = Files.writeString(dir.resolve("unknown.txt"), "q9: read nope");
    Object[][] wrong = {
      {"convert", csv, dir + "/o", "--column-groups", "trojan"},
      {"convert", csv, dir + "/o", "--workload", workload},
      {"convert", csv, dir + "/o", "--device", "nvme"},
      {"convert", csv, dir + "/o", "--column-groups", "trojan", "--workload", bad},
      {"convert", csv, dir + "/o", "--column-groups", "trojan", "--workload", unknown},
      {"convert", csv, dir + "/o.csv", "--column-groups", "trojan", "--workload", workload},
    };
    String[] said = {
      "none is given",
      "is not a search",
      "is not a search",
      "bad.txt, line 2, character 8: found 'wher c'",
      "query q9: column nope does not exist. Allowed: a, wide, b, c",
      "is not supported for CSV output, which keeps the order of the input",
    };
    for (int i = 0; i < wrong.length; i++) {
      String err = Cli.run(wrong[i]).fails(2).err();
      assertTrue(err.contains(said[i]), err);
    }
    assertTrue(!Files.exists(dir.resolve("o")));
    Path table = dir.resolve("t.placed");
    Cli.run("convert", csv, table).ok();
    assertTrue(
        Cli.run("group", table, "--workload", unknown).fails(2).err().contains("column nope"));
    Cli.run("group", table, "--workload", dir.resolve("none")).fails(1);
  }

  @Test
  void aLeastNumberOfRowGroupsIsExactWhereRowsAreKnown() {
    Path table = dir.resolve("t.placed");
    Cli.run("convert", csv, table).ok();
    assertEquals(1, rowGroups(table));
    Path more = dir.resolve("more.placed");
    Cli.run("convert", table, more, "--row-group", "64MiB min 7").ok();
    assertEquals(7, rowGroups(more));
    Path parquet = dir.resolve("t.parquet");
    Cli.run("convert", table, parquet).ok();
    Cli.run("convert", parquet, more, "--row-group", "64MiB min 3", "--overwrite").ok();
    assertEquals(3, rowGroups(more));
    Cli.run("rewrite", more, "--row-group", "efficiency(0.5) min 11").ok();
    assertEquals(11, rowGroups(more));
  }

  private int rowGroups(Path table) {
    String line =
        Cli.run("inspect", table)
            .ok()
            .out()
            .lines()
            .filter(l -> l.strip().startsWith("row groups"))
            .findFirst()
            .orElseThrow();
    return Integer.parseInt(line.strip().split("\\s+")[2]);
  }
}
