package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code placed diff} and {@code placed count} on a table of every kind of history. */
class DiffCommandTest {
  private static final Schema BEFORE =
      Schema.parse("id: int64 not null, a: int32, w: int32, Country: string");

  @TempDir Path dir;
  private Path table;

  /**
   * Snapshots: 1 three rows in partitions of mixed case, 2 a column renamed, one widened and one
   * added, 3 two more rows, 4 a row marked as deleted, 5 foreign files are shown. A foreign file
   * has one row.
   */
  @BeforeEach
  void write() throws IOException {
    table = dir.resolve("t");
    try (TableWriter w = Placed.write(table.toString(), BEFORE).partitionBy("Country").open()) {
      w.write(1L, 10, 1000, "at");
      w.write(2L, 20, 2000, null);
      w.write(3L, null, null, "at");
      w.commit();
    }
    DataSet dataSet = DataSet.at(FileStores.local(), table.toString());
    dataSet.alter(
        List.of(
            new ColumnChange.Rename("a", "b"),
            new ColumnChange.Widen(List.of("w"), Type.INT64),
            new ColumnChange.Add(List.of("n"), Type.DOUBLE, ColumnChange.LAST)),
        Map.of());
    Schema after =
        Schema.parse("id: int64 not null, b: int32, w: int64, Country: string, n: double");
    try (TableWriter w = Placed.write(table.toString(), after).partitionBy("Country").open()) {
      w.write(4L, 40, 4_000_000_000L, "at", 4.5);
      w.write(5L, 50, 5L, "be", Double.NaN);
      w.commit();
    }
    Cli.run("properties", table, "--set", "placed.deletes.max-share=1").ok();
    Cli.run("delete", table, "--where", "id = 1").ok();
    Cli.run("properties", table, "--set", "placed.foreign-files=true").ok();
    Schema foreign = Schema.parse("ID: int64, b: int32");
    Path file = table.resolve("Country=at/put.placed");
    try (TableWriter w = Placed.write(file.toString(), foreign).open()) {
      w.write(6L, 60);
      w.commit();
    }
  }

  private static String diff(int code, Object... args) {
    Object[] all = new Object[args.length + 1];
    all[0] = "diff";
    System.arraycopy(args, 0, all, 1, args.length);
    return Cli.run(all).failsMidway(code).out();
  }

  @Test
  void counts() {
    assertEquals("5\n", Cli.run("count", table).ok().out());
    assertEquals(
        "{\"rows\":5}", Cli.run("count", table, "--json").ok().out().replaceAll("\\s", ""));
    assertEquals("3\n", Cli.run("count", table, "--snapshot", 1).ok().out());
    assertEquals("2\n", Cli.run("count", table, "--where", "b >= 50").ok().out());
    assertEquals("1\n", Cli.run("count", table, "--where", "Country is null").ok().out());
    assertEquals("2\n", Cli.run("count", table, "--snapshot", 1, "--where", "a > 5").ok().out());
    String changes = "_change_type = 'delete'";
    assertEquals("1\n", Cli.run("count", table, "--changes", "2:", "--where", changes).ok().out());
    String missing = Cli.run("count", table, "--where", "a > 5").fails(2).err();
    assertTrue(missing.contains("column a does not exist"), missing);
    assertTrue(missing.contains("Country"), missing);
  }

  @Test
  void rowsWhereAConditionIsTrue() {
    assertEquals(
        "id\n5\n6\n", sorted(Cli.run("cat", table, "-c", "id", "--where", "b >= 50").ok().out()));
    assertEquals(
        "id,Country\n2,\n",
        Cli.run("cat", table, "-c", "id,Country", "--where", "Country is null").ok().out());
    String head = Cli.run("head", "-n", 1, "-c", "w", table, "--where", "w > 5000").ok().out();
    assertTrue(head.contains("4000000000"), head);
    Path out = dir.resolve("some.parquet");
    Cli.run("convert", table, out, "-c", "b", "--where", "id in (4, 5)").ok();
    assertEquals("b\n40\n50\n", sorted(Cli.run("cat", out).ok().out()));
    assertEquals("b\n50\n", Cli.run("cat", out, "--where", "b > 40").ok().out());
    assertEquals(
        2, Cli.run("cat", table, "--where", "id = 4", "--row-numbers", "1").fails(2).code());
  }

  private static String sorted(String csv) {
    List<String> lines = csv.lines().toList();
    return lines.get(0) + "\n" + String.join("\n", lines.stream().skip(1).sorted().toList()) + "\n";
  }

  @Test
  void copiesAreEqual() throws IOException {
    for (String name : List.of("t.parquet", "t.orc", "t.placed", "other", "t.csv", "t.jsonl.gz")) {
      Path copy = dir.resolve(name);
      Cli.run("convert", table, copy).ok();
      List<String> schema =
          name.contains("csv") || name.contains("json")
              ? List.of("--schema", "id: int64, b: int32, w: int64, Country: string, n: double")
              : List.of();
      Object[] args = new Object[2 + schema.size()];
      args[0] = table;
      args[1] = copy;
      System.arraycopy(schema.toArray(), 0, args, 2, schema.size());
      // The schema is for the text only.
      assertEquals(table + " and " + copy + " are equal: 5 rows, 5 columns\n", diff(0, args));
    }
  }

  @Test
  void optionsOfCsvAreForTheTextOnly() throws IOException {
    Path csv = Files.writeString(dir.resolve("in.csv"), "1;x\nNA;NA\n");
    Path placed = dir.resolve("in.placed");
    Object[] options = {"--null", "NA", "--delimiter", ";", "--no-header"};
    Cli.run(args(options, "convert", csv, placed)).ok();
    assertEquals(
        csv + " and " + placed + " are equal: 2 rows, 2 columns\n",
        Cli.run(args(options, "diff", csv, placed)).ok().out());
    Cli.run(args(options, "diff", placed, csv)).ok();
    String nothing = Cli.run("diff", placed, placed, "--null", "NA").fails(2).err();
    assertTrue(nothing.contains("--null is supported for CSV only; the input is placed"), nothing);
    Path parquet = dir.resolve("in.parquet");
    Cli.run("convert", placed, parquet).ok();
    String schema = Cli.run("diff", placed, parquet, "--schema", "a: int32").fails(2).err();
    assertTrue(
        schema.contains("--schema is supported for CSV and JSON only; the input is"), schema);
    assertTrue(
        Cli.run("count", parquet, "--schema", "a: int32").fails(2).err().contains("parquet"));
  }

  private static Object[] args(Object[] options, Object... first) {
    List<Object> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(options));
    return all.toArray();
  }

  @Test
  void snapshotsDiffer() {
    assertEquals(
        table
            + " at snapshot 1 and "
            + table
            + " at snapshot 3 differ\n"
            + "  columns  a: int32, only in the first\n"
            + "           w: int32 in the first, w: int64 in the second\n"
            + "           b: int32, only in the second\n"
            + "           n: double, only in the second\n"
            + "  rows     0 only in the first, 2 only in the second, 3 in both; of 3 columns that"
            + " both have\n",
        diff(1, table, "--snapshots", "1:3"));
    JsonObject json =
        JsonParser.parseString(diff(1, table, "--snapshots", "3", "--json")).getAsJsonObject();
    assertEquals(false, json.get("equal").getAsBoolean());
    JsonObject difference = json.getAsJsonObject("difference");
    assertEquals(1, difference.get("onlyFirst").getAsLong());
    assertEquals(1, difference.get("onlySecond").getAsLong());
    assertEquals(5, difference.get("comparedColumns").getAsInt());
    String some = diff(0, table, "--snapshots", "1:3", "-c", "id", "--where", "id < 3");
    assertTrue(some.contains("are equal: 2 rows, 1 column"), some);
    Cli.run("tag", table, "start", "--snapshot", 1).ok();
    diff(1, table, "--snapshots", "start:2");
    assertTrue(Cli.run("diff", table, "--snapshots", "77").fails(1).err().contains("77"));
  }

  @Test
  void rowsAreAMultiset() throws IOException {
    Path a = Files.writeString(dir.resolve("a.csv"), "k,v\n1,x\n1,x\n2,y\n");
    Path b = Files.writeString(dir.resolve("b.csv"), "v,K\nx,1\ny,2\ny,2\n");
    assertEquals(
        a
            + " and "
            + b
            + " differ\n"
            + "  columns  k: int32 in the first, K: int32 in the second\n"
            + "           in another order\n"
            + "  rows     1 only in the first, 1 only in the second, 2 in both; of 2 columns that"
            + " both have\n",
        diff(1, a, b));
    Path c = Files.writeString(dir.resolve("c.csv"), "k;v\n2;y\n1;x\n1;x\n");
    assertEquals(1, Cli.run("diff", a, c).code());
    Path d = dir.resolve("d.csv");
    Cli.run("convert", c, dir.resolve("c.placed"), "--delimiter", ";").ok();
    Cli.run("convert", dir.resolve("c.placed"), d).ok();
    assertEquals(a + " and " + d + " are equal: 3 rows, 2 columns\n", diff(0, a, d));
    Cli.run("diff", a).fails(2);
    Cli.run("diff", a, b, "--snapshots", "1").fails(2);
    Cli.run("diff", a, "--snapshots", "1").fails(1);
    Cli.run("diff", a, dir.resolve("none.csv")).fails(1);
  }

  @Test
  void typesOfOtherKindsAreNotCompared() throws IOException {
    Path a = Files.writeString(dir.resolve("a.csv"), "k,v\n1,x\n");
    Path b = Files.writeString(dir.resolve("b.csv"), "k,v\n1,2\n");
    String out = diff(1, a, b);
    assertTrue(
        out.contains("v: string in the first, v: int32 in the second; the values are not compared"),
        out);
    assertTrue(out.contains("1 in both; of 1 column that both have"), out);
  }
}
