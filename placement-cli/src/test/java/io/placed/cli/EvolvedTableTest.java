package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command on a table whose columns were renamed, dropped, added and widened between its
 * snapshots, with a partition column of mixed case and a null partition.
 */
class EvolvedTableTest {
  private static final Schema BEFORE =
      Schema.parse("id: int64 not null, a: int32, c: int32, w: int32, Country: string");
  private static final Schema AFTER =
      Schema.parse("id: int64 not null, b: int32, w: int64, Country: string, c: string, n: double");

  /** Columns: id, b, w, Country, c, n. */
  private static final List<String> ROWS =
      List.of(
          "1,10,1000,at,,",
          "2,20,2000,,,",
          "3,,,at,,",
          "4,40,4000000000,at,four,4.5",
          "5,50,5,be,five,5.5");

  @TempDir Path dir;
  private Path table;

  @BeforeEach
  void write() throws IOException {
    table = dir.resolve("t");
    try (TableWriter w = Placed.write(table.toString(), BEFORE).partitionBy("Country").open()) {
      w.write(1L, 10, 100, 1000, "at");
      w.write(2L, 20, 200, 2000, null);
      w.write(3L, null, 300, null, "at");
      w.commit();
    }
    DataSet.at(FileStores.local(), table.toString())
        .alter(
            List.of(
                new ColumnChange.Rename("a", "b"),
                new ColumnChange.Drop("c"),
                new ColumnChange.Widen(List.of("w"), Type.INT64),
                new ColumnChange.Add(List.of("c"), Type.STRING, ColumnChange.LAST),
                new ColumnChange.Add(List.of("n"), Type.DOUBLE, ColumnChange.LAST)),
            Map.of());
    try (TableWriter w = Placed.write(table.toString(), AFTER).partitionBy("Country").open()) {
      w.write(4L, 40, 4_000_000_000L, "at", "four", 4.5);
      w.write(5L, 50, 5L, "be", "five", 5.5);
      w.commit();
    }
  }

  private static List<String> rows(Object... command) {
    List<String> lines = Cli.run(command).ok().out().lines().toList();
    return lines.subList(1, lines.size()).stream().sorted().toList();
  }

  @Test
  void readsAndCopies() {
    assertEquals(ROWS, rows("cat", table));
    assertEquals(ROWS, rows("cat", table, "-c", "id,b,w,Country,c,n"));
    for (String copy : List.of("u", "u.placed")) {
      Path to = dir.resolve(copy);
      Cli.run("rewrite", table, "--output", to, "--placement", "orc").ok();
      assertEquals(ROWS, rows("cat", to), copy);
      assertTrue(Cli.run("verify", to).ok().out().contains("no corruption"), copy);
    }
    for (String copy : List.of("v", "v.placed", "v.csv", "v.parquet", "v.orc")) {
      Path to = dir.resolve(copy);
      Cli.run("convert", table, to).ok();
      assertEquals(ROWS, rows("cat", to), copy);
    }
    Cli.run("rewrite", table, "--placement", "albis").ok();
    assertEquals(ROWS, rows("cat", table));
    List<String> old = rows("cat", table, "--snapshot", 1);
    assertEquals(List.of("1,10,100,1000,at", "2,20,200,2000,", "3,,300,,at"), old);
  }

  @Test
  void describes() throws IOException {
    String stats = Cli.run("stats", table, "--json").ok().out();
    for (String known : List.of("\"min\": \"10\"", "\"max\": \"50\"", "4000000000", "five")) {
      assertTrue(stats.contains(known), known + " in " + stats);
    }
    assertFalse(stats.contains("300"), stats);
    String inspected = Cli.run("inspect", table).ok().out();
    assertTrue(inspected.contains("c (dropped)"), inspected);
    assertTrue(inspected.lines().anyMatch(l -> l.matches("b +int32 .* 4 .*")), inspected);
    Cli.run("inspect", table, "--json").ok();
    String why = Cli.run("inspect", table, "--why", "--columns", "b,n").ok().out();
    assertTrue(why.contains("a ") && !why.contains("id "), why);
    assertTrue(Cli.run("inspect", table, "--why", "--columns", "a").code() != 0);
    Cli.run("head", table).ok();
    String explained =
        Cli.run("explain", table, "--columns", "b", "--where", "b >= 40", "--json").ok().out();
    assertTrue(explained.contains("\"filesRead\": 2"), explained);
    Cli.run("explain", table, "--columns", "c", "--where", "c = 'four'").ok();
    Cli.run("explain", table, "--columns", "c", "--where", "Country is null").ok();
    Cli.run("map", table, "--columns", "b", "--where", "b = 10", "-o", dir.resolve("m.svg")).ok();
    Cli.run("verify", table).ok();
    Cli.run("schema", table).ok();
    Cli.run("snapshots", table).ok();
    Cli.run("blocks", table).ok();
    String grouped = Cli.run("group", table, "--json", "--workload", workload()).ok().out();
    assertTrue(grouped.contains("\"b\""), grouped);
  }

  private Path workload() throws IOException {
    Path file = dir.resolve("w.txt");
    return Files.writeString(file, "read b, n where c\nread id, w");
  }

  /** Two files: one without the column by which both are to be sorted. */
  @Test
  void rewritesFilesThatLackAColumnOfThePlacement() throws IOException {
    Path t = dir.resolve("lacks");
    try (TableWriter w = Placed.write(t.toString(), Schema.parse("a: int32")).open()) {
      w.write(2);
      w.write(1);
      w.commit();
    }
    DataSet.at(FileStores.local(), t.toString())
        .alter(
            List.of(new ColumnChange.Add(List.of("k"), Type.INT32, ColumnChange.LAST)), Map.of());
    Path one = dir.resolve("one");
    Cli.run("rewrite", t, "--output", one, "--reorder", "sort(k)").ok();
    assertEquals(List.of("1,", "2,"), rows("cat", one));

    try (TableWriter w = Placed.write(t.toString(), Schema.parse("a: int32, k: int32")).open()) {
      w.write(3, 9);
      w.write(4, 8);
      w.commit();
    }
    Path both = dir.resolve("both");
    Cli.run("rewrite", t, "--output", both, "--reorder", "sort(k)", "--compression", "none").ok();
    assertEquals(List.of("1,", "2,", "3,9", "4,8"), rows("cat", both));
    String inOrder = Cli.run("cat", both, "--where", "k > 0").ok().out();
    assertEquals("a,k\n4,8\n3,9\n", inOrder);
    assertEquals(
        "sort(k)",
        DataSet.at(FileStores.local(), both.toString()).current().placement().reorder().toString());
  }

  /** The files have other fields than the table, or number their elements in another way. */
  @Test
  void countsNestedColumnsThatWereChanged() throws IOException {
    Path t = dir.resolve("nested");
    Schema before = Schema.parse("x: int32, s: struct<a: int32>");
    try (TableWriter w = Placed.write(t.toString(), before).open()) {
      w.write(1, List.of(1));
      w.write(2, null);
      w.commit();
    }
    DataSet data = DataSet.at(FileStores.local(), t.toString());
    data.alter(
        List.of(
            new ColumnChange.Add(List.of("s", "b"), Type.STRING, ColumnChange.LAST),
            new ColumnChange.Drop("x"),
            new ColumnChange.Add(
                List.of("l"), Schema.parse("l: list<int32>").field(0).type(), ColumnChange.LAST)),
        Map.of());
    Schema after = Schema.parse("s: struct<a: int32, b: string>, l: list<int32>");
    try (TableWriter w = Placed.write(t.toString(), after).open()) {
      w.write(List.of(2, "two"), List.of(1, 2));
      w.commit();
    }
    String stats = Cli.run("stats", t).ok().out().replaceAll(" +", " ");
    assertTrue(stats.contains("> 3 1 – – –\nl "), stats);
    assertTrue(stats.endsWith("> 3 2 – – –\n"), stats);
  }
}
