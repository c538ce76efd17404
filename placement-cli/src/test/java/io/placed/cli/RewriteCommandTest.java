package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rewrite}, in place and {@code --output OTHER}. */
class RewriteCommandTest {
  @TempDir Path dir;
  private Path table;

  /** Three files in each of two partitions. */
  @BeforeEach
  void write() throws Exception {
    table = dir.resolve("table");
    Schema schema = Schema.parse("id: int64 not null, part: string, v: double");
    for (int file = 0; file < 3; file++) {
      try (TableWriter w = Placed.write(table.toString(), schema).partitionBy("part").open()) {
        for (int i = 0; i < 500; i++) {
          w.write((long) (i * 7 % 500), "p" + i % 2, i / 2.0);
        }
        w.commit();
      }
    }
  }

  private static List<String> rows(Path table) {
    return Cli.run("cat", "-c", "id,part,v", table).ok().out().lines().sorted().toList();
  }

  private static int files(Object... args) {
    String out = Cli.run(args).ok().out();
    return JsonParser.parseString(out).getAsJsonObject().get("filesAfter").getAsInt();
  }

  @Test
  void filesAreMergedUpToTheFileSize() throws Exception {
    long bytes = DataSet.at(FileStores.local(), table.toString()).current().bytes();
    long two = bytes / 6 * 5 / 2;
    for (Map.Entry<String, Integer> e : Map.of("1GiB", 2, two + "B", 4, "1B", 6).entrySet()) {
      Path out = dir.resolve("out-" + e.getValue());
      List<Object> args = new ArrayList<>(List.of("rewrite", table, "--reorder", "sort(v)"));
      args.addAll(List.of("--json", "--file-size", e.getKey(), "-o", out));
      args.add("--dry-run");
      assertEquals(e.getValue(), files(args.toArray()), e.toString());
      args.remove("--dry-run");
      assertEquals(e.getValue(), files(args.toArray()), e.toString());
      assertEquals(rows(table), rows(out));
      Cli.run("verify", out).ok();
    }
  }

  /** Its columns, partitioning and properties are those of the new one. */
  @Test
  void aTableOfOtherColumnsIsReplaced() throws Exception {
    Path csv = Files.writeString(dir.resolve("other.csv"), "v,w,day\nx,1,2\ny,2,3\n");
    List<List<Object>> partitionings =
        List.of(
            List.of(),
            List.of("--partition-by", "w, day"),
            List.of("--partition-by", "truncate(1, v)"));
    for (List<Object> by : partitionings) {
      Path out = dir.resolve("replaced-" + partitionings.indexOf(by));
      List<Object> convert = new ArrayList<>(List.of("convert", csv, out));
      convert.addAll(by);
      Cli.run(convert.toArray()).ok();
      String refused = Cli.run("rewrite", table, "--placement", "albis", "-o", out).fails(1).err();
      assertTrue(refused.contains("--overwrite"), refused);
      Cli.run("rewrite", table, "--placement", "albis", "-o", out, "--overwrite").ok();
      assertEquals(rows(table), rows(out));
      assertEquals(Cli.run("schema", table).ok().out(), Cli.run("schema", out).ok().out());
      assertEquals("part", Cli.run("partitioning", out).ok().out().strip());
      Cli.run("verify", out).ok();
    }
  }

  /** Before anything is done, and with a dry run, too. */
  @Test
  void optionsThatDoNotApplyAreRefused() throws Exception {
    Path file = dir.resolve("one.placed");
    Cli.run("convert", table, file).ok();
    for (List<Object> more : List.of(List.<Object>of(), List.<Object>of("--dry-run"))) {
      for (Path in : List.of(table, file)) {
        refused(more, "--overwrite is supported only with --output", in, "--overwrite");
      }
      refused(more, "--file-size is supported only for data sets", file, "--file-size", "1MiB");
      refused(
          more,
          "--file-size is supported only for data sets",
          table,
          "--file-size",
          "1MiB",
          "-o",
          dir.resolve("other.placed"));
    }
    assertFalse(Files.exists(dir.resolve("other.placed")));
    assertEquals(3, DataSet.at(FileStores.local(), table.toString()).current().id());
  }

  private static void refused(List<Object> more, String says, Object... options) {
    List<Object> args = new ArrayList<>(List.of("rewrite", "--placement", "albis"));
    args.addAll(List.of(options));
    args.addAll(more);
    String err = Cli.run(args.toArray()).fails(2).err();
    assertTrue(err.contains(says), err);
  }

  private static final String KEPT = "compact zstd(19) 2048";

  /** Profile, compression and page rows of the first file. */
  private static String settings(Path table) {
    JsonObject of =
        JsonParser.parseString(Cli.run("inspect", table, "--json").ok().out())
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject();
    JsonObject metadata = of.getAsJsonObject("metadata");
    return Stream.of("profile", "compression", "page-rows")
        .map(name -> metadata.get("placed." + name))
        .map(value -> value == null ? "-" : value.getAsString())
        .collect(Collectors.joining(" "));
  }

  @Test
  void whatIsNotGivenIsKept() {
    List<Object> options =
        List.of("--profile", "compact", "--compression", "zstd(19)", "--page-rows", "2048");
    for (String name : List.of("kept", "kept.placed")) {
      Path kept = dir.resolve(name);
      List<Object> convert = new ArrayList<>(List.of("convert", table, kept));
      convert.addAll(options);
      Cli.run(convert.toArray()).ok();
      assertEquals(KEPT, settings(kept));
      Path dataSet = dir.resolve("to-set-" + name);
      Cli.run("rewrite", kept, "--reorder", "sort(v)", "-o", dataSet).ok();
      assertEquals(KEPT, settings(dataSet));
      Path file = dir.resolve("to-file-" + name + ".placed");
      Cli.run("rewrite", kept, "--reorder", "sort(v)", "-o", file).ok();
      assertEquals(KEPT, settings(file));
      Cli.run("rewrite", kept, "--reorder", "sort(v desc)").ok();
      assertEquals(KEPT, settings(kept));
      Cli.run("rewrite", kept, "--profile", "fast", "--page-rows", "16384").ok();
      assertEquals("fast lz4 -", settings(kept));
      assertEquals(rows(table), rows(kept));
    }
  }

  /** Names of columns that the property sorts by are in the file's order. */
  @Test
  void clausesOfThePropertiesAreTheBaseOfEveryRewrite() throws Exception {
    Cli.run("properties", table, "--set", "placement.reorder=sort(v desc)").ok();
    Path set = dir.resolve("set");
    Path file = dir.resolve("file.placed");
    for (Path out : List.of(set, file, table)) {
      List<Object> args = new ArrayList<>(List.of("rewrite", table, "--row-group", "1MiB"));
      if (out != table) {
        args.addAll(List.of("-o", out));
      }
      Cli.run(args.toArray()).ok();
      String shown = Cli.run("inspect", out).ok().out();
      assertTrue(shown.contains("reorder=sort(v desc); row-group=1MiB"), shown);
    }
  }

  /** One file, of all partitions; nothing of an interrupted rewrite in place. */
  @Test
  void theEstimateOfACopyIsThatOfACopy() throws Exception {
    Rewrite interrupted =
        Rewrite.prepare(
            FileStores.local(), table.toString(), RewriteOptions.of(Map.of("placement", "albis")));
    interrupted.start();
    interrupted.tasks().get(0).run(FileStores.local(), n -> {});
    Object[] args = {"rewrite", table, "--placement", "albis", "--dry-run", "--json"};
    JsonObject inPlace = JsonParser.parseString(Cli.run(args).ok().out()).getAsJsonObject();
    assertEquals(750, inPlace.get("rowsDone").getAsLong());
    for (Map.Entry<String, Integer> e : Map.of("one.placed", 1, "other", 2).entrySet()) {
      List<Object> copy = new ArrayList<>(List.of(args));
      copy.addAll(List.of("-o", dir.resolve(e.getKey())));
      JsonObject copied =
          JsonParser.parseString(Cli.run(copy.toArray()).ok().out()).getAsJsonObject();
      assertEquals(0, copied.get("rowsDone").getAsLong());
      assertEquals(1500, copied.get("rows").getAsLong());
      assertEquals(e.getValue(), copied.get("filesAfter").getAsInt());
      copy.remove("--dry-run");
      assertEquals(e.getValue(), files(copy.toArray()));
    }
  }

  /** Under another name, too; properties that say another placement do not come back. */
  @Test
  void aTableInItsOwnPlaceIsRewrittenInPlace() throws Exception {
    Path link = Files.createSymbolicLink(dir.resolve("link"), table);
    List<String> rows = rows(table);
    for (Path name : List.of(table, link)) {
      Cli.run("properties", table, "--set", "advise=watch").ok();
      Cli.run("properties", table, "--set", "placement=orc").ok();
      Cli.run("rewrite", table, "--placement", "albis", "-o", name).fails(1);
      Cli.run("rewrite", table, "--placement", "albis", "-o", name, "--overwrite").ok();
      Snapshot now = DataSet.at(FileStores.local(), table.toString()).current();
      assertEquals("rewrite", now.operation());
      assertEquals(Map.of("advise", "watch"), now.properties());
      assertEquals(rows, rows(table));
    }
    assertTrue(Files.isSymbolicLink(link));
  }
}
