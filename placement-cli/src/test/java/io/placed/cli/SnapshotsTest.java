package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots, vacuums, time travel, and partial rewrites. */
class SnapshotsTest {
  private static final Schema SCHEMA = Schema.parse("id: int64 not null, part: int32, v: double");

  @TempDir Path dir;
  private Path table;

  @BeforeEach
  void write() throws IOException {
    table = dir.resolve("t");
    for (int file = 0; file < 3; file++) {
      try (TableWriter w = Placed.write(table.toString(), SCHEMA).partitionBy("part").open()) {
        for (int i = 0; i < 400; i++) {
          w.write(file * 1000L + i * 7 % 400, i % 2, i / 2.0);
        }
        w.commit();
      }
    }
  }

  private List<String> rows(Object... options) {
    Object[] all = new Object[options.length + 2];
    all[0] = "cat";
    all[1] = table;
    System.arraycopy(options, 0, all, 2, options.length);
    return Cli.run(all).ok().out().lines().sorted().toList();
  }

  @Test
  void listsAndReadsThePast() {
    String text = Cli.run("snapshots", table).ok().out();
    assertEquals(4, text.lines().count(), text);
    assertTrue(text.lines().toList().get(1).strip().startsWith("3 "), text);
    JsonArray list =
        JsonParser.parseString(Cli.run("snapshots", "--json", "-n", "2", table).ok().out())
            .getAsJsonArray();
    assertEquals(2, list.size());
    String time = list.get(1).getAsJsonObject().get("time").getAsString();
    assertEquals(401, rows("--snapshot", 1).size());
    assertEquals(801, rows("--as-of", time).size());
    assertEquals(1201, rows("--as-of", "2999-01-01").size());
    assertTrue(Cli.run("stats", table, "--snapshot", 1).ok().out().contains(" 400 "));
    assertTrue(Cli.run("inspect", table, "--snapshot", 2).ok().out().contains("800 rows"));
    Path copy = dir.resolve("copy.csv");
    Cli.run("convert", table, copy, "--snapshot", 1).ok();
    String missing = Cli.run("head", table, "--snapshot", 9).fails(1).err();
    assertTrue(missing.contains("snapshot 9 does not exist; the table has 1 to 3"), missing);
    String early = Cli.run("head", table, "--as-of", "1999-01-01").fails(1).err();
    assertTrue(early.contains("the oldest is 1 at"), early);
    Cli.run("head", table, "--as-of", "yesterday").fails(2);
    Cli.run("head", table, "--as-of", "2999-01-01", "--snapshot", 1).fails(2);
    String csv = Cli.run("head", copy, "--snapshot", 1).fails(1).err();
    assertTrue(csv.contains("are supported for data sets only"), csv);
    Cli.run("snapshots", copy).fails(1);
  }

  private List<JsonObject> metadata(Object... arguments) {
    Object[] all = new Object[arguments.length + 3];
    all[0] = "metadata";
    all[1] = table;
    all[2] = "--json";
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return Cli.run(all)
        .ok()
        .out()
        .lines()
        .map(l -> JsonParser.parseString(l).getAsJsonObject())
        .toList();
  }

  @Test
  void showsChanges() throws Exception {
    assertEquals(801, rows("--changes", "2").size());
    List<String> second = rows("--changes", "2:2", "-c", "_change_type,_commit_version");
    assertEquals(401, second.size());
    assertEquals(Set.of("insert,2"), Set.copyOf(second.subList(1, 401)));
    Cli.run("rollback", table, "--snapshot", 1).ok();
    assertEquals(
        Set.of("delete,4"),
        Set.copyOf(rows("--changes", "4:", "-c", "_change_type,_commit_version").subList(1, 801)));
    Cli.run("tag", table, "first", "--snapshot", 1).ok();
    assertEquals(401, rows("--changes", "first:1").size());
    Path copy = dir.resolve("changes.csv");
    Cli.run("convert", table, copy, "--changes", "2:3").ok();
    assertEquals(801, Files.readAllLines(copy).size());
    String late = Cli.run("cat", table, "--changes", 9).fails(1).err();
    assertTrue(late.contains("snapshot 9 does not exist; the table has 1 to 5"), late);
    Cli.run("cat", table, "--changes", "3:1").fails(1);
    Cli.run("cat", table, "--changes", "2", "--snapshot", 1).fails(1);
    Cli.run("cat", copy, "--changes", "2").fails(1);
  }

  @Test
  void tagsAndGoesBack() {
    String tagged = Cli.run("tag", table, "two", "--snapshot", 2).ok().out();
    assertTrue(tagged.contains("tag two names snapshot 2"), tagged);
    String again = Cli.run("tag", table, "two").fails(1).err();
    assertTrue(again.contains("exists and names snapshot 2"), again);
    assertTrue(Cli.run("tag", table, "here", "--json").ok().out().contains("\"tag\": \"here\""));
    Cli.run("vacuum", table, "--older-than", "0").ok();
    assertEquals(801, rows("--snapshot", "two").size());
    assertEquals(801, rows("--snapshot", "2").size());
    String none = Cli.run("head", table, "--snapshot", "three").fails(1).err();
    assertTrue(none.contains("tag three does not exist; the table has here, two"), none);
    String back = Cli.run("rollback", table, "--snapshot", "two").ok().out();
    assertTrue(back.contains("has the state of snapshot 2"), back);
    assertEquals(801, rows().size());
    assertTrue(Cli.run("snapshots", table).ok().out().contains("rollback to 2"));
    JsonObject forward =
        JsonParser.parseString(
                Cli.run("rollback", table, "--snapshot", "here", "--json").ok().out())
            .getAsJsonObject();
    assertEquals(2, forward.get("filesAdded").getAsInt());
    assertEquals(1201, rows().size());
    Cli.run("tag", table, "two", "--replace", "--as-of", "2999-01-01").ok();
    Cli.run("tag", table, "here", "--delete").ok();
    assertEquals(
        List.of("two"), metadata("tags").stream().map(t -> t.get("name").getAsString()).toList());
    Cli.run("tag", table, "7").fails(2);
    Cli.run("tag", table, "two", "--delete", "--replace").fails(2);
    Cli.run("rollback", table).fails(2);
    String gone = Cli.run("rollback", table, "--snapshot", 2).fails(1).err();
    assertTrue(gone.contains("snapshot 2 has expired"), gone);
  }

  @Test
  void showsMetadata() {
    assertEquals(3, metadata("snapshots").size());
    assertEquals(3, metadata("history", "-c", "snapshot_id").size());
    assertEquals(6, metadata("files").size());
    assertEquals(2, metadata("files", "--snapshot", 1).size());
    JsonObject part = metadata("partitions").get(1);
    assertEquals(600, part.get("record_count").getAsLong());
    assertEquals(1, part.get("partition").getAsJsonObject().get("part").getAsInt());
    assertEquals(0, metadata("manifests").size());
    String text = Cli.run("metadata", table, "files", "-c", "record_count,siblings").ok().out();
    assertEquals(7, text.lines().count(), text);
    String unknown = Cli.run("metadata", table, "no").fails(2).err();
    assertTrue(unknown.contains("there are snapshots, history, files"), unknown);
    Cli.run("metadata", table, "files", "-c", "nothing").fails(2);
    String all = Cli.run("metadata", table, "tags", "--snapshot", 1).fails(2).err();
    assertTrue(all.contains("shows all snapshots"), all);
  }

  @Test
  void vacuums() throws IOException {
    List<String> before = rows();
    Cli.run("rewrite", table, "--placement", "orc").ok();
    JsonObject dry =
        JsonParser.parseString(
                Cli.run("vacuum", table, "--older-than", 0, "--dry-run", "--json").ok().out())
            .getAsJsonObject();
    assertEquals(6, dry.get("filesRemoved").getAsJsonArray().size());
    assertEquals(401, rows("--snapshot", 1).size());
    String kept = Cli.run("vacuum", table).ok().out();
    assertTrue(kept.contains("0 snapshots expired, 4 kept; 0 files of 0 B deleted"), kept);
    String done = Cli.run("vacuum", table, "--older-than", "0", "--keep", 2).ok().out();
    assertTrue(done.contains("2 snapshots expired, 2 kept"), done);
    Cli.run("vacuum", table, "--older-than", "0").ok();
    assertEquals(before, rows());
    try (var files = Files.walk(table)) {
      assertEquals(2, files.filter(f -> f.toString().endsWith(".placed")).count());
    }
    Cli.run("vacuum", table, "--older-than", "soon").fails(2);
    Cli.run("vacuum", table, "--keep", 0).fails(2);
    Cli.run("vacuum", dir).fails(1);
  }

  @Test
  void rewritesParts() throws IOException {
    List<String> before = rows();
    String text = Cli.run("rewrite", table, "--placement", "orc", "--dry-run").ok().out();
    assertTrue(text.contains("1,200 rows in 2 files, about "), text);
    assertTrue(text.contains("from a sample of 1,200 rows"), text);
    JsonObject dry =
        JsonParser.parseString(
                Cli.run("rewrite", table, "--placement", "orc", "--dry-run", "--json").ok().out())
            .getAsJsonObject();
    assertTrue(dry.get("bytesAfter").getAsLong() > 0 && dry.get("memoryBytes").getAsLong() > 0);
    assertEquals(3, Cli.run("snapshots", table).ok().out().lines().count() - 1);
    Cli.run("rewrite", table, "--placement", "albis", "--where", "part = 1").ok();
    assertEquals(before, rows());
    try (var files = Files.walk(table)) {
      assertEquals(7, files.filter(f -> f.toString().endsWith(".placed")).count());
    }
    String wrong =
        Cli.run("rewrite", table, "--placement", "orc", "--where", "id = 1").fails(2).err();
    assertTrue(wrong.contains("id is not a partition column; allowed are [part]"), wrong);
    Path file = dir.resolve("f.placed");
    Cli.run("rewrite", table, "-o", file, "--placement", "default").ok();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    String single = Cli.run("rewrite", file, "--placement", "orc", "--dry-run").ok().out();
    assertTrue(single.contains("1,200 rows in 1 file"), single);
    Cli.run("rewrite", file, "--placement", "orc").ok();
    assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    Cli.run("rewrite", file, "--placement", "orc", "--where", "part = 1").fails(2);
    assertFalse(Cli.run("rewrite", table, "--placement", "nosuch").fails(2).err().isEmpty());
  }
}
