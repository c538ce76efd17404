package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import io.placed.text.Amounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {
  @TempDir Path dir;

  private Path table(String name) throws IOException {
    StringBuilder text = new StringBuilder("id,word\n");
    for (int i = 0; i < 5000; i++) {
      text.append(i).append(",w").append(i * 7919L % 5003).append('\n');
    }
    Path csv = Files.writeString(dir.resolve("in.csv"), text);
    Path out = dir.resolve(name);
    Cli.run("convert", csv, out).ok();
    return out;
  }

  private static JsonObject verify(int code, Object... args) {
    Cli.Result r =
        Cli.run(Stream.concat(Stream.of("verify", "--json"), Arrays.stream(args)).toArray());
    assertEquals(code, r.code(), r.err());
    assertEquals("", r.err());
    return JsonParser.parseString(r.out()).getAsJsonObject();
  }

  @Test
  void findsEveryFlippedByteWhereItIs() throws IOException {
    Path file = table("t.placed");
    assertTrue(verify(0, file).get("sound").getAsBoolean());
    assertTrue(Cli.run("verify", file).ok().out().endsWith("no corruption\n"));
    byte[] sound = Files.readAllBytes(file);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      // Every byte of the header (magic, version, id) and of the end of the tail, and some others.
      int end = sound.length - 1 - (i - 24);
      int at = i < 24 ? i : i < 56 ? end : random.nextInt(sound.length);
      byte[] damaged = sound.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      JsonArray damage = verify(3, file).getAsJsonArray("damage");
      assertFalse(damage.isEmpty(), "byte " + at + ", seed " + seed);
      long offset = damage.get(0).getAsJsonObject().get("offset").getAsLong();
      assertTrue(
          offset <= at || at < 64 || at > sound.length - 128,
          "byte " + at + " was reported at " + offset + ", seed " + seed);
    }
  }

  /** A table of 100 files, which are in a manifest. */
  private Path partitioned(String name) throws Exception {
    Path table = dir.resolve(name);
    Schema schema = Schema.parse("id: int32, day: int32");
    try (TableWriter out = Placed.write(table.toString(), schema).partitionBy("day").open()) {
      for (int i = 0; i < 100; i++) {
        out.write(i, i);
      }
      out.commit();
    }
    return table;
  }

  private static Path only(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
    }
  }

  /**
   * Statistics in a manifest are read only if a query uses the column; verify reads all of them.
   * Each time the table has a path where this process has not read it, because manifests are
   * cached.
   */
  @Test
  void manifestsAreVerified() throws Exception {
    Path table = partitioned("partitioned");
    assertTrue(verify(0, table).get("sound").getAsBoolean());
    byte[] sound = Files.readAllBytes(only(table.resolve("_placed/manifests")));
    for (int at = 0; at < sound.length; at += 97) {
      table = Files.move(table, dir.resolve("damaged-at-" + at));
      Path manifest = only(table.resolve("_placed/manifests"));
      byte[] damaged = sound.clone();
      damaged[at] ^= 4;
      Files.write(manifest, damaged);
      JsonObject found = verify(3, table);
      for (JsonElement d : found.getAsJsonArray("damage")) {
        String path = d.getAsJsonObject().get("path").getAsString();
        assertEquals(manifest.toString(), path);
      }
      assertEquals(101, found.get("files").getAsInt(), "byte " + at);
    }
    table = Files.move(table, dir.resolve("sound-again"));
    Files.write(only(table.resolve("_placed/manifests")), sound);
    assertTrue(verify(0, table).get("sound").getAsBoolean());
  }

  /** What is damaged before and after a manifest is listed, too. */
  @Test
  void goesOnAfterManifestsThatCannotBeRead() throws Exception {
    Path first = table("first.placed");
    Path last = table("last.placed");
    for (Path file : List.of(first, last)) {
      byte[] bytes = Files.readAllBytes(file);
      bytes[100] ^= 1;
      Files.write(file, bytes);
    }
    for (String what : List.of("damaged", "missing")) {
      Path table = Files.move(partitioned("written"), dir.resolve(what));
      Path manifest = only(table.resolve("_placed/manifests"));
      byte[] bytes = Files.readAllBytes(manifest);
      bytes[bytes.length - 20] ^= 1;
      Files.write(manifest, bytes);
      if (what.equals("missing")) {
        Files.delete(manifest);
      }
      Path file = only(table.resolve("day=42"));
      bytes = Files.readAllBytes(file);
      bytes[40] ^= 1;
      Files.write(file, bytes);
      List<String> paths = new ArrayList<>();
      for (JsonElement d : verify(3, first, table, last).getAsJsonArray("damage")) {
        paths.add(d.getAsJsonObject().get("path").getAsString());
      }
      assertEquals(
          Stream.of(first, manifest, file, last).map(Path::toString).toList(),
          paths.stream().distinct().toList());
    }
  }

  /**
   * A foreign file without a valid footer hides which files the table has; those that its snapshot
   * lists are checked against it all the same, and the other foreign ones on their own.
   */
  @Test
  void goesOnAfterADamagedForeignFile() throws Exception {
    Path table = dir.resolve("shared");
    Schema schema = Schema.parse("id: int32, day: int32");
    try (TableWriter out = Placed.write(table.toString(), schema).partitionBy("day").open()) {
      for (int i = 0; i < 2000; i++) {
        out.write(i, i % 5);
      }
      out.commit();
    }
    Cli.run("delete", table, "--where", "id = 2").ok();
    Cli.run("properties", table, "--set", "placed.foreign-files=true").ok();
    Path csv = Files.writeString(dir.resolve("more.csv"), "id\n5000\n5001\n");
    Path more = dir.resolve("more.placed");
    Cli.run("convert", csv, more).ok();
    Path broken = Files.copy(more, table.resolve("day=0/000000_0"));
    Path damaged = Files.copy(more, table.resolve("day=1/000001_0"));
    Path sound = Files.copy(more, table.resolve("day=1/sound.placed"));
    Files.writeString(table.resolve("day=1/notes"), "not a table");
    assertEquals(8, verify(0, table).get("files").getAsInt());

    Path vector;
    try (Stream<Path> all = Files.walk(table.resolve("_placed"))) {
      vector =
          all.filter(Files::isRegularFile)
              .filter(f -> f.getParent().endsWith("deletes"))
              .findFirst()
              .orElseThrow();
    }
    flip(vector, Files.size(vector) / 2);
    Path missing = only(table.resolve("day=3"));
    Files.delete(missing);
    Path replaced = only(table.resolve("day=4"));
    Files.copy(more, replaced, StandardCopyOption.REPLACE_EXISTING);
    flip(broken, Files.size(broken) - 20);
    flip(damaged, 40);
    JsonObject found = verify(3, table);
    Map<String, String> details = new TreeMap<>();
    for (JsonElement d : found.getAsJsonArray("damage")) {
      JsonObject one = d.getAsJsonObject();
      details.merge(
          one.get("path").getAsString(), one.get("detail").getAsString(), (a, b) -> a + "; " + b);
    }
    assertEquals(
        Stream.of(vector, missing, replaced, broken, damaged).map(Path::toString).sorted().toList(),
        List.copyOf(details.keySet()));
    assertTrue(details.get(missing.toString()).contains("does not exist"), details.toString());
    assertTrue(details.get(replaced.toString()).contains("file id"), details.toString());
    // Four listed ones that are there, and three foreign ones.
    assertEquals(7, found.get("files").getAsInt());
    assertTrue(Files.exists(sound));

    // Also in a directory without a log.
    Path plain = Files.createDirectories(dir.resolve("plain"));
    Files.copy(broken, plain.resolve("000000_0"));
    Files.copy(damaged, plain.resolve("000001_0"));
    assertEquals(
        List.of(plain.resolve("000000_0").toString(), plain.resolve("000001_0").toString()),
        verify(3, plain).getAsJsonArray("damage").asList().stream()
            .map(d -> d.getAsJsonObject().get("path").getAsString())
            .distinct()
            .sorted()
            .toList());
  }

  private static void flip(Path file, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) at] ^= 1;
    Files.write(file, bytes);
  }

  /** A value larger than half of the heap is reported, and the next file is verified. */
  @Test
  void whatNoHeapHoldsDoesNotStopIt() throws Exception {
    Path large = dir.resolve("large.placed");
    try (TableWriter rows =
        Placed.write(large.toString(), Schema.parse("id: int32, text: string")).open()) {
      rows.write(1, "x".repeat(60 << 20));
      rows.commit();
    }
    Path damaged = table("damaged.placed");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[100] ^= 1;
    Files.write(damaged, bytes);
    Process verify =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                PlacedCommand.class.getName(),
                "verify",
                "--json",
                large.toString(),
                damaged.toString(),
                table("sound.placed").toString())
            .redirectError(dir.resolve("err.txt").toFile())
            .start();
    String out = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(3, verify.waitFor(), out + Files.readString(dir.resolve("err.txt")));
    JsonObject found = JsonParser.parseString(out).getAsJsonObject();
    assertEquals(3, found.get("files").getAsInt());
    JsonArray damage = found.getAsJsonArray("damage");
    String first = damage.get(0).toString();
    assertTrue(first.contains("large.placed") && first.contains("not verified: a page"), first);
    assertTrue(damage.get(1).toString().contains("damaged.placed"), damage.toString());
  }

  @Test
  void listsAllDamageNotOnlyTheFirst() throws IOException {
    Path file = table("t.placed");
    byte[] bytes = Files.readAllBytes(file);
    // The page of the first column, and the last page.
    JsonArray groups =
        JsonParser.parseString(Cli.run("inspect", "--json", file).ok().out())
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("rowGroups");
    JsonObject group = groups.get(0).getAsJsonObject();
    int first = group.get("offset").getAsInt();
    int last = first + group.get("bytes").getAsInt() - 1;
    bytes[first] ^= 1;
    bytes[last] ^= 1;
    Files.write(file, bytes);
    Cli.Result r = Cli.run("verify", file);
    assertEquals(3, r.code());
    assertEquals(3, r.out().lines().count(), r.out());
    assertTrue(r.out().contains(": offset " + first + ": "), r.out());
    assertTrue(r.out().endsWith("verified: corruption in 2 places\n"), r.out());
    assertEquals(3, Cli.run("cat", file).code());
  }

  @Test
  void namesAPageThatColumnsShareOnce() throws IOException {
    Path file = table("t.placed");
    Cli.run("rewrite", file, "--placement", "albis").ok();
    byte[] bytes = Files.readAllBytes(file);
    bytes[1000] ^= 1;
    Files.write(file, bytes);
    assertEquals(1, verify(3, file).getAsJsonArray("damage").size());
  }

  @Test
  void checksDataSetsAgainstTheirSnapshot() throws IOException {
    Path table = table("table");
    assertEquals(1, verify(0, table).get("files").getAsInt());
    Path file;
    try (Stream<Path> files = Files.list(table)) {
      file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 10));
    assertEquals(2, verify(3, table).getAsJsonArray("damage").size());
    Path other = table("other.placed");
    Files.write(file, Files.readAllBytes(other));
    String says = verify(3, table).toString();
    assertTrue(says.contains("expected file id "), says);
    Files.delete(file);
    says = verify(3, table).toString();
    assertTrue(says.contains("does not exist"), says);
  }

  @Test
  void tellsOtherFilesFromDamagedOnes() throws IOException {
    Path csv = Files.writeString(dir.resolve("x.csv"), "a\n1\n");
    assertEquals("placed: " + csv + ": not a Placed file\n", Cli.run("verify", csv).fails(1).err());
    Path empty = Files.write(dir.resolve("x.placed"), new byte[0]);
    assertEquals(3, Cli.run("verify", empty).code());
    Path missing = dir.resolve("nothing.placed");
    assertEquals(
        "placed: " + missing + ": no such file or directory\n",
        Cli.run("verify", missing).fails(1).err());
  }

  /** What is found in the others is not lost, whatever their order is. */
  @Test
  void aPathThatCannotBeVerifiedHidesNoDamage() throws IOException {
    Path sound = table("sound.placed");
    Path damaged = table("damaged.placed");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[70] ^= 1;
    Files.write(damaged, bytes);
    Path csv = dir.resolve("in.csv");
    Path missing = dir.resolve("missing.placed");
    String errors =
        "placed: "
            + csv
            + ": not a Placed file\nplaced: "
            + missing
            + ": no such file or directory\n";
    for (List<Path> paths :
        List.of(List.of(sound, damaged, csv, missing), List.of(csv, missing, damaged, sound))) {
      List<Object> args = new ArrayList<>(List.of("verify"));
      args.addAll(paths);
      Cli.Result r = Cli.run(args.toArray()).failsMidway(3);
      assertEquals(errors, r.err());
      assertTrue(r.out().startsWith(damaged + ": offset "), r.out());
      assertTrue(
          r.out().endsWith("corruption in 1 place; 2 paths could not be verified\n"), r.out());
      args.add("--json");
      r = Cli.run(args.toArray()).failsMidway(3);
      assertEquals(errors, r.err());
      JsonObject json = JsonParser.parseString(r.out()).getAsJsonObject();
      assertEquals(2, json.get("files").getAsInt());
      assertEquals(1, json.getAsJsonArray("damage").size());
      assertEquals(
          csv.toString(),
          json.getAsJsonArray("failed").get(0).getAsJsonObject().get("path").getAsString());
    }
    Cli.Result some = Cli.run("verify", csv, sound).failsMidway(1);
    assertTrue(some.out().contains("no corruption; 1 path could not be verified"), some.out());
    assertEquals("placed: " + csv + ": not a Placed file\n", some.err());
    Cli.Result none = Cli.run("verify", csv, "--json").failsMidway(1);
    assertFalse(
        JsonParser.parseString(none.out()).getAsJsonObject().get("sound").getAsBoolean(),
        none.out());
  }

  /** A page of one column is lost; all other values, of partitions too, are those of before. */
  @Test
  void repairsATable() throws Exception {
    Path table = dir.resolve("Sales");
    Schema schema = Schema.parse("Id: int32 not null, country: string, word: string");
    try (TableWriter out =
        Placed.write(table.toString(), schema)
            .partitionBy("country")
            .option("page-rows", "1024")
            .open()) {
      for (int i = 0; i < 5000; i++) {
        out.write(i, List.of("DE", "FR").get(i % 2), "w" + i * 7919L % 5003);
      }
      out.commit();
    }
    Cli.run("delete", table, "--where", "Id < 10").ok();
    Path sound = dir.resolve("copy");
    assertTrue(Cli.run("verify", table, "--repair", sound).ok().out().endsWith("nothing lost\n"));
    String all = sorted(Cli.run("cat", table).ok().out());
    assertEquals(all, sorted(Cli.run("cat", sound).ok().out()));

    Path file;
    try (Stream<Path> files = Files.list(table.resolve("country=DE"))) {
      file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3] ^= 1;
    Files.write(file, bytes);
    Path out = dir.resolve("repaired");
    Cli.Result r = Cli.run("verify", table, "--repair", out, "--json");
    assertEquals(3, r.code(), r.err());
    JsonObject found = JsonParser.parseString(r.out()).getAsJsonObject();
    assertEquals(4990, found.get("rows").getAsInt());
    assertEquals(0, found.get("lostRows").getAsInt());
    JsonArray losses = found.getAsJsonArray("losses");
    assertEquals(1, losses.size(), r.out());
    JsonObject loss = losses.get(0).getAsJsonObject();
    assertEquals("word", loss.get("column").getAsString());
    List<String> expected = new ArrayList<>();
    long first = loss.get("firstRow").getAsLong();
    long end = first + loss.get("rows").getAsLong();
    for (String line : all.split("\n")) {
      String[] row = line.split(",");
      // Rows of DE have even numbers and are in their order.
      boolean lost = row[1].equals("DE") && id(row) / 2 >= first && id(row) / 2 < end;
      expected.add(lost ? row[0] + ",DE," : line);
    }
    expected.sort(null);
    assertEquals(String.join("\n", expected), sorted(Cli.run("cat", out).ok().out()));
    assertEquals(0, Cli.run("verify", out).code());

    Path whole = dir.resolve("whole");
    r = Cli.run("verify", table, "--repair", whole, "--whole-rows");
    assertEquals(3, r.code(), r.err());
    String summary = "%s copied, %s not; columns with lost values: word\n";
    long left = expected.stream().filter(line -> !line.endsWith(",")).count() - 1;
    assertTrue(
        r.out()
            .endsWith(
                summary.formatted(Amounts.count(left, "row"), Amounts.count(4990 - left, "row"))),
        r.out());
    expected.removeIf(line -> line.endsWith(","));
    assertEquals(String.join("\n", expected), sorted(Cli.run("cat", whole).ok().out()));

    Path earlier = dir.resolve("earlier.placed");
    r = Cli.run("verify", table, "--repair", earlier, "--snapshot", 1);
    assertTrue(r.out().contains(": 5,000 rows copied, 0 rows not;"), r.out());
  }

  private static int id(String[] row) {
    return row[0].equals("Id") ? -1 : Integer.parseInt(row[0]);
  }

  private static String sorted(String csv) {
    return csv.lines().sorted().collect(Collectors.joining("\n"));
  }

  @Test
  void refusesWhatItCannotRepair() throws IOException {
    Path file = table("t.placed");
    Path out = dir.resolve("out");
    Cli.run("verify", file, file, "--repair", out).fails(2);
    Cli.run("verify", file, "--whole-rows").fails(2);
    Cli.run("verify", file, "--snapshot", 1).fails(2);
    String exists = Cli.run("verify", file, "--repair", file).fails(1).err();
    assertTrue(exists.contains("already exists"), exists);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 20] ^= 1;
    Files.write(file, bytes);
    Cli.run("verify", file, "--repair", out).fails(3);
    assertFalse(Files.exists(out));
  }

  @Test
  void aRepairedTableIsNotPutIntoTheDamagedOne() throws IOException {
    Path table = table("t");
    Path link = Files.createSymbolicLink(dir.resolve("link"), table);
    Path log = table.resolve("_placed");
    for (Path out : List.of(table.resolve("out"), log.resolve("o.placed"), link.resolve("x/o"))) {
      String inside = Cli.run("verify", table, "--repair", out).fails(1).err();
      assertTrue(inside.contains(" is in the directory of the damaged table " + table), inside);
      assertFalse(Files.exists(out));
    }
    Cli.run("verify", table, "--repair", dir.resolve("t2")).ok();
  }

  @Test
  void lossesAreSentences() throws Exception {
    Path table = table("t");
    Path file;
    try (Stream<Path> files = Files.list(table)) {
      file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().orElseThrow();
    }
    Files.delete(file);
    Cli.Result r = Cli.run("verify", table, "--repair", dir.resolve("out"));
    assertEquals(3, r.code(), r.err());
    String lost = ": lost: " + file + ": no such file or directory\n";
    assertTrue(r.out().contains(lost), r.out());
  }
}
