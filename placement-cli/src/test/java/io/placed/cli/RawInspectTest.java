package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawInspectTest {
  private static final Path EXAMPLE =
      Path.of(
          "../placement-core/src/test/resources/io/placed/golden/log-v2/table/day=2020-01-01/added.placed");

  @TempDir Path dir;

  private static JsonObject dump(Path file, Object... more) {
    List<Object> args = new ArrayList<>(List.of("inspect", "--raw", "--json", file));
    args.addAll(Arrays.asList(more));
    Cli.Result r = Cli.run(args.toArray());
    assertTrue(r.code() == 0 || r.code() == 3, r.err());
    return JsonParser.parseString(r.out()).getAsJsonArray().get(0).getAsJsonObject();
  }

  @Test
  void theWorkedExampleOfTheSpecification() throws IOException {
    JsonObject found = dump(EXAMPLE, "--all");
    assertEquals(0, found.getAsJsonArray("damage").size());
    byte[] bytes = Files.readAllBytes(EXAMPLE);
    TreeMap<Long, String> parts = new TreeMap<>();
    TreeMap<Long, String> values = new TreeMap<>();
    for (JsonElement e : found.getAsJsonArray("parts")) {
      JsonObject part = e.getAsJsonObject();
      parts.put(part.get("offset").getAsLong(), part.get("kind").getAsString());
      for (JsonElement f : part.getAsJsonArray("fields")) {
        JsonObject field = f.getAsJsonObject();
        values.put(
            field.get("offset").getAsLong(),
            field.get("name").getAsString() + " = " + field.get("value").getAsString());
      }
    }
    int headings = 0;
    for (String line : Files.readAllLines(Path.of("../docs/spec/file.md"))) {
      if (line.matches("[0-9a-f]{3}  -- .* \\(offset \\d+\\)")) {
        long offset = Long.parseLong(line.replaceAll(".*\\(offset (\\d+)\\)", "$1"));
        String kind = line.substring(8).split(" ", 2)[0];
        assertEquals(kind, parts.get(offset), line);
        headings++;
      }
    }
    assertEquals(parts.size(), headings);
    assertEquals(11, headings);
    assertEquals("rows = 1", values.get(0x120L));
    assertEquals("key = \"placed.compression\"", values.get(0xe9L));
    assertEquals("value = \"zstd(3)\"", values.get(0xfcL));
    assertEquals("min = 4000", values.get(0x58L));
    assertEquals("max = \"foreign\"", values.get(0x72L));
    assertEquals("name = \"name\"", values.get(0xbaL));
    assertEquals("length of the file = " + bytes.length, values.get(0x1d0L));
    assertEquals("offset of the root = 288", values.get(0x1c4L));
  }

  @Test
  void everyByteOfEveryLayoutIsInOnePartAndInOneField() throws IOException {
    Path csv = nested();
    String schema =
        "k: int64, l: list<int32>, m: map<string, double>, s: struct<a: string, b: decimal(30,2)>, t: string";
    for (String placement :
        new String[] {
          "default",
          "albis",
          "row-group=4096 rows; column-groups=(k, t)",
          "column-groups=(k, t) stride 1; row-group=2048 rows",
          "row-group=64KiB; packing=one-row-group(block=128KiB)",
          "row-group=4096 rows; packing=file-per-subset",
          "row-group=4096 rows; packing=copies(many-row-groups; all stride 1)",
        }) {
      Path file = dir.resolve("t" + placement.hashCode() + ".placed");
      Cli.run("convert", csv, file, "--schema", schema, "--placement", placement).ok();
      JsonObject found = dump(file, "--all");
      assertEquals(0, found.getAsJsonArray("damage").size(), placement + found.get("damage"));
      covers(found, Files.readAllBytes(file), placement);
      assertEquals(0, found.get("pagesLeft").getAsLong());
      String text = Cli.run("inspect", "--raw", file).ok().out();
      assertTrue(text.contains("-- page 0 of row group 0, column"), text.substring(0, 500));
      assertFalse(text.contains("DOES NOT MATCH"), placement);
    }
  }

  private Path nested() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 9000; i++) {
      text.append("{\"k\":")
          .append(i * 7919L % 100_003)
          .append(",\"l\":[")
          .append(i)
          .append(",null]");
      text.append(",\"m\":{\"x\":").append(i / 8.0).append("},\"s\":");
      text.append(i % 5 == 0 ? "null" : "{\"a\":\"w" + i % 9 + "\",\"b\":" + i + ".25}");
      text.append(",\"t\":").append(i % 3 == 0 ? "null" : "\"text " + i + '"').append("}\n");
    }
    return Files.writeString(dir.resolve("nested.jsonl"), text);
  }

  /** Parts follow each other without gaps, and so do the fields of each. */
  private static void covers(JsonObject found, byte[] bytes, String what) {
    TreeMap<Long, JsonObject> parts = new TreeMap<>();
    for (JsonElement e : found.getAsJsonArray("parts")) {
      JsonObject part = e.getAsJsonObject();
      assertTrue(part.get("checksumMatches").getAsBoolean(), what + part);
      if (part.get("file").getAsInt() == 0) {
        assertEquals(null, parts.put(part.get("offset").getAsLong(), part), what);
      }
    }
    long at = 0;
    for (JsonObject part : parts.values()) {
      assertEquals(at, part.get("offset").getAsLong(), what + part.get("kind"));
      int length = part.get("length").getAsInt();
      assertEquals(
          HexFormat.of().formatHex(bytes, (int) at, (int) at + length),
          part.get("hex").getAsString());
      for (JsonElement f : part.getAsJsonArray("fields")) {
        assertEquals(at, f.getAsJsonObject().get("offset").getAsLong(), what + f);
        at += f.getAsJsonObject().get("length").getAsInt();
      }
      assertEquals(part.get("offset").getAsLong() + length, at, what + part.get("kind"));
      assertFalse(part.getAsJsonArray("fields").toString().contains("not read"), what);
    }
    assertEquals(bytes.length, at, what);
  }

  @Test
  void columnsLimitsAndWrongUsage() throws IOException {
    Path csv = nested();
    Path file = dir.resolve("t.placed");
    String schema =
        "k: int64, l: list<int32>, m: map<string, double>, s: struct<a: string, b: decimal(30,2)>, t: string";
    Cli.run("convert", csv, file, "--schema", schema, "--row-group", "1024 rows").ok();
    JsonObject some = dump(file, "-c", "k");
    for (JsonElement e : some.getAsJsonArray("parts")) {
      JsonElement name = e.getAsJsonObject().get("name");
      assertTrue(name.isJsonNull() || name.getAsString().equals("k"), e.toString());
    }
    assertEquals(0, some.get("pagesLeft").getAsLong());
    assertEquals(dump(file, "--all").getAsJsonArray("parts").size(), partsOf(file));
    Cli.run("inspect", "--raw", dir).fails(1);
    Cli.run("inspect", "--raw", "--why", file).fails(2);
    Cli.run("inspect", "--raw", "--snapshot", "1", file).fails(2);
    assertTrue(Cli.run("inspect", "--raw", csv).failsMidway(1).err().contains("not a Placed file"));
  }

  private static int partsOf(Path file) {
    return (int)
        Cli.run("inspect", "--raw", "--all", file)
            .ok()
            .out()
            .lines()
            .filter(l -> l.startsWith("-- "))
            .count();
  }

  @Test
  void everyFlippedByteIsReportedWithItsOffset() throws IOException {
    byte[] bytes = Files.readAllBytes(EXAMPLE);
    Path file = dir.resolve("flipped.placed");
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << i % 8);
      Files.write(file, damaged);
      Cli.Result r = Cli.run("inspect", "--raw", file);
      assertEquals(3, r.code(), "byte " + i + ": " + r.err());
      assertTrue(r.out().contains("-- header"), r.out());
      assertTrue(r.err().contains("damaged at offset"), r.err());
      assertEquals(1, r.err().lines().count(), r.err());
    }
  }

  @Test
  void everyCutIsOneSentence() throws IOException {
    byte[] bytes = Files.readAllBytes(EXAMPLE);
    Path file = dir.resolve("cut.placed");
    for (int n = 0; n < bytes.length; n++) {
      Files.write(file, Arrays.copyOf(bytes, n));
      Cli.Result r = Cli.run("inspect", "--raw", file);
      assertTrue(r.code() == 1 || r.code() == 3, n + ": " + r.err());
      assertEquals(1, r.err().lines().count(), r.err());
    }
  }

  @Test
  void aSiblingThatWasCutHidesItsLastPagesOnly() throws IOException {
    Path file = dir.resolve("t.placed");
    String schema =
        "k: int64, l: list<int32>, m: map<string, double>, s: struct<a: string, b: decimal(30,2)>, t: string";
    String placement = "row-group=8192 rows; packing=file-per-subset";
    Cli.run(
            "convert",
            nested(),
            file,
            "--schema",
            schema,
            "--placement",
            placement,
            "--page-rows",
            "1024")
        .ok();
    int all = dump(file, "--all").getAsJsonArray("parts").size();
    Path sibling;
    try (Stream<Path> siblings = Files.list(dir)) {
      sibling =
          siblings
              .filter(p -> p.toString().endsWith(".placed") && !p.equals(file))
              .max(Comparator.comparingLong(p -> p.toFile().length()))
              .orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(sibling);
    Files.write(sibling, Arrays.copyOf(bytes, bytes.length / 2));
    JsonObject found = dump(file, "--all");
    JsonArray damage = found.getAsJsonArray("damage");
    assertTrue(damage.size() > 1, damage::toString);
    assertEquals(all, found.getAsJsonArray("parts").size() + damage.size());
    for (JsonElement e : damage) {
      long offset = e.getAsJsonObject().get("offset").getAsLong();
      String what = e.getAsJsonObject().get("detail").getAsString();
      assertTrue(offset > 0 && offset < bytes.length, e::toString);
      assertTrue(what.contains(" bytes, and the file ends before"), what);
    }
    Cli.Result r = Cli.run("inspect", "--raw", file).failsMidway(3);
    assertTrue(r.err().contains(sibling + ": damaged at offset "), r.err());
  }

  @Test
  void fieldsOfAnyValueWithRightChecksumsNeitherHangNorTakeAllMemory() throws IOException {
    byte[] bytes = Files.readAllBytes(EXAMPLE);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    UUID id = new UUID(in.getLong(12), in.getLong(20));
    JsonArray parts = dump(EXAMPLE, "--all").getAsJsonArray("parts");
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path file = dir.resolve("odd.placed");
    for (JsonElement e : parts) {
      JsonObject part = e.getAsJsonObject();
      PartKind kind = kind(part.get("kind").getAsString());
      if (kind == PartKind.HEADER || kind == PartKind.TAIL) {
        continue;
      }
      int offset = part.get("offset").getAsInt();
      int end = offset + part.get("length").getAsInt() - FormatV1.CHECKSUM_BYTES;
      for (int i = offset; i < end; i++) {
        byte[] odd = bytes.clone();
        int length = Math.min(end - i, 1 + random.nextInt(9));
        Arrays.fill(odd, i, i + length, (byte) 0xFF);
        odd[i + length - 1] = (byte) random.nextInt(128);
        int[] place = {FormatV1.NONE, FormatV1.NONE, FormatV1.NONE};
        if (kind == PartKind.PAGE) {
          place = new int[] {0, part.get("column").getAsInt(), 0};
        } else if (kind == PartKind.STATISTICS) {
          place[1] = part.get("column").getAsInt();
        } else if (kind == PartKind.BUCKET) {
          place[1] = 0;
        }
        int crc =
            new PartChecksum(id)
                .of(kind, offset, place[0], place[1], place[2], odd, offset, end - offset);
        ByteBuffer.wrap(odd).order(ByteOrder.LITTLE_ENDIAN).putInt(end, crc);
        Files.write(file, odd);
        Cli.Result r = Cli.run("inspect", "--raw", file);
        assertTrue(r.code() == 0 || r.code() == 3, "seed " + seed + ", byte " + i + r.err());
        assertTrue(r.out().length() < 1_000_000, "seed " + seed + ", byte " + i);
      }
    }
  }

  private static PartKind kind(String text) {
    return Arrays.stream(PartKind.values()).filter(k -> k.text().equals(text)).findFirst().get();
  }
}
