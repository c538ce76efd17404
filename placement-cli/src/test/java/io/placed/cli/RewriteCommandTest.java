package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rewrite DATASET --output OTHER}. */
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

  @Test
  void aTableInItsOwnPlaceKeepsItsProperties() {
    Cli.run("properties", table, "--set", "advise=watch").ok();
    Cli.run("rewrite", table, "--placement", "albis", "-o", table, "--overwrite").ok();
    String properties = Cli.run("properties", table).ok().out();
    assertTrue(properties.contains("advise"), properties);
  }
}
