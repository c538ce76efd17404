package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.error.UnsupportedVersionException;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.file.RowIds;
import io.placed.table.manifest.EntryOrder;
import io.placed.table.manifest.Manifest;
import io.placed.table.manifest.Manifests;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SnapshotLogTest extends DataSetContract {
  /** They are what is left to read and to repair. */
  @Test
  void olderSnapshotsOutliveDamageOfTheLatest() throws Exception {
    append(SCHEMA, 1);
    append(SCHEMA, 2);
    dataSet.createTag("kept", 1L);
    append(SCHEMA, 3);
    Path latest = Path.of(open().directory().log().pathOf(4));
    byte[] content = Files.readAllBytes(latest);
    content[content.length / 2] ^= 1;
    Files.write(latest, content);
    assertThrows(CorruptFileException.class, () -> open().current());
    assertArrayEquals(new long[] {1, 2}, rows(open().snapshot(2)));
    assertArrayEquals(new long[] {1}, rows(open().snapshot(1)));
    assertThrows(CorruptFileException.class, () -> open().snapshot(17));
    assertThrows(CorruptFileException.class, () -> open().snapshot("kept"));
  }

  /**
   * Random commits; every snapshot ever made stays what it was, whether files are listed in roots
   * or in manifests.
   */
  @Test
  void everySnapshotReadsBack() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<Long, List<DataFile>> expected = new TreeMap<>();
    List<DataFile> files = new ArrayList<>();
    long rows = 0;
    for (int round = 0; round < 60; round++) {
      Commit commit = begin(SCHEMA);
      int count = round == 0 ? 100 : random.nextInt(6);
      List<DataFile> added = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        added.add(write(commit, "t-" + i, random.nextInt(1000), SCHEMA));
      }
      Snapshot made;
      if (random.nextInt(3) == 0 && round > 0) {
        long threshold = random.nextInt(50);
        made = commit.overwriteWhere(added, f -> f.rows() < threshold);
        files.removeIf(f -> f.rows() < threshold);
      } else {
        made = commit.append(added);
      }
      added.sort(Comparator.comparing(DataFile::path));
      for (DataFile f : added) {
        files.add(f.withIds(new RowIds(rows, made.id())));
        rows += f.rows();
      }
      expected.put(
          made.id(), files.stream().sorted((a, b) -> a.path().compareTo(b.path())).toList());
    }
    SnapshotLog log = new SnapshotLog(store, root);
    Set<String> manifests = new HashSet<>();
    for (Map.Entry<Long, List<DataFile>> e : expected.entrySet()) {
      assertEquals(e.getValue(), open().snapshot(e.getKey()).files(), "seed " + seed);
      manifests.addAll(log.read(e.getKey()).files().manifestPaths());
      assertTrue(store.stat(log.pathOf(e.getKey())).length() < 128 * 1024, "seed " + seed);
    }
    assertTrue(manifests.size() >= 2, manifests + ", seed " + seed);
  }

  @Test
  void filesReadBackFromJson() {
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    statistics.put(
        "l", ColumnStatistics.of(9, 1, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE, true, false));
    statistics.put(
        "d", ColumnStatistics.of(9, 0, 2, 7, -0.0, Double.POSITIVE_INFINITY, true, true));
    BigInteger big = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    statistics.put("i", ColumnStatistics.of(9, 0, 0, 7, big.negate(), big, false, true));
    statistics.put(
        "b", ColumnStatistics.of(9, 0, 0, 7, new byte[] {}, new byte[] {-1, 0}, true, true));
    statistics.put("a \"n\" \u2028", ColumnStatistics.of(9, 9, 0, 0, null, null, true, true));
    statistics.put("u", ColumnStatistics.of(9, 0, 0, 7, null, 3L, false, true));
    Map<String, String> partition = new HashMap<>();
    partition.put("p", null);
    partition.put("q", "\n\u0000é");
    DataFile file =
        new DataFile(
            "p=x/q=y/f.placed",
            1L << 60,
            9,
            "id",
            partition,
            List.of(new RowGroupSummary(4, 0, 1L << 40), new RowGroupSummary(5, 1L << 40, 7)),
            statistics,
            true,
            List.of(new SiblingSummary("_f.0123456789abcdef-1.placed", 12)));
    String json = file.toJson();
    assertEquals(-1, json.indexOf('\n'));
    assertEquals(file, DataFile.fromJson(json));
  }

  @Test
  void badJsonIsRefused() {
    String good = new DataFile("f", 1, 1, "i", Map.of(), List.of(), Map.of(), false).toJson();
    for (String bad :
        List.of(
            "",
            "[]",
            "null",
            good + "x",
            good.replace("\"rows\":1", "\"rows\":1.5"),
            good.replace("\"rows\":1", "\"rows\":-1"),
            good.replace("\"rows\":1", "\"rows\":99999999999999999999"),
            good.replace("\"rows\":1", "\"rows\":\"1\""),
            good.replace("\"rows\":1,", ""),
            good.replace("\"rows\":1", "\"rows\":1,\"new\":2"),
            good.replace("\"f\"", "\"../f\""),
            good.replace("\"f\"", "\"/f\""),
            good.replace("\"f\"", "f"),
            good.replace("{\"path", "{\"siblings\":[{\"name\":\"../x\",\"length\":1}],\"path"),
            good.replace("{\"path", "{\"siblings\":[{\"name\":\"x\",\"length\":-1}],\"path"),
            good.replace("[]", "[[1,2]]"),
            good.replace("[]", "[".repeat(100_000)),
            good.replace("{}", "{\"c\":{\"values\":1}}"))) {
      assertThrows(MalformedDataException.class, () -> DataFile.fromJson(bad), bad);
    }
  }

  @Test
  void everyDamagedByteIsFound() throws Exception {
    append(SCHEMA, 1);
    Path file = Path.of(new SnapshotLog(store, root).pathOf(1));
    byte[] good = Files.readAllBytes(file);
    for (int at = 0; at < good.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] bad = good.clone();
        bad[at] ^= (byte) (1 << bit);
        assertDamaged(file, bad, "byte " + at + " bit " + bit);
      }
      assertDamaged(file, Arrays.copyOf(good, at), "cut at " + at);
    }
    Files.write(file, good);
    assertArrayEquals(new long[] {1}, rows());
    Files.copy(file, Path.of(new SnapshotLog(store, root).pathOf(2)));
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> open().current());
    assertTrue(
        e.getMessage().contains("snapshot id 1 does not match the file name"), e.getMessage());
  }

  /** They would be compared with those of other files, and with literals of the column's type. */
  @Test
  void boundsOfAnotherTypeAreDamage() throws Exception {
    append(SCHEMA, 1);
    Path file = Path.of(new SnapshotLog(store, root).pathOf(1));
    String good = CheckedLine.read(Files.readAllBytes(file));
    String field = SCHEMA.field(0).name();
    assertTrue(good.contains("\"max\":\"long:"), good);
    for (String other : List.of("double:1.5", "bytes:AAAA", "int128:7")) {
      byte[] bad =
          CheckedLine.of(good.replaceAll("\"(min|max)\":\"long:[0-9]+", "\"$1\":\"" + other));
      CorruptFileException e =
          assertThrows(
              CorruptFileException.class, () -> SnapshotJson.fromBytes("s.json", bad, null), other);
      assertTrue(e.getMessage().contains("column " + field + ": "), e.getMessage());
    }
  }

  /** Whoever reads the file, or compares its value, could not say where it comes from. */
  @Test
  void partitionValuesOfAnotherTypeAreDamage() throws Exception {
    Schema schema = Schema.parse("id: int64, p: int32, day: date");
    Commit commit = dataSet.begin(schema, PartitionSpec.parse("p, months(day)"), null);
    Map<String, String> partition = Map.of("p", "5", "day_month", "2026-11");
    Schema stored = Schema.parse("id: int64, day: date");
    commit.append(List.of(write(commit, "t", 1, stored, partition)));
    Path file = Path.of(new SnapshotLog(store, root).pathOf(1));
    String good = CheckedLine.read(Files.readAllBytes(file));
    for (String[] change :
        new String[][] {
          {"\"p\":\"5\"", "\"p\":\"five\""},
          {"\"p\":\"5\"", "\"p\":\"5000000000\""},
          {"\"day_month\":\"2026-11\"", "\"day_month\":\"2026-13\""}
        }) {
      assertTrue(good.contains(change[0]), good);
      Files.write(file, CheckedLine.of(good.replace(change[0], change[1])));
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> open().current(), change[1]);
      assertEquals(file.toString(), e.path());
      assertTrue(e.getMessage().contains("partition field "), e.getMessage());
    }
    Files.write(file, CheckedLine.of(good));
    assertArrayEquals(new long[] {1}, rows());
  }

  /** The same of manifests, some entries of which are read. */
  @Test
  void partitionValuesOfAnotherTypeAreDamageOfAManifest() throws Exception {
    Schema texts = Schema.parse("id: int64, p: string");
    Partitioning asText = Partitioning.ofColumns(texts, List.of("p"));
    Schema numbers = Schema.parse("id: int64, p: int32");
    assertDamagedManifest(
        new TableFields(texts, asText),
        new TableFields(numbers, Partitioning.ofColumns(numbers, List.of("p"))),
        "p",
        List.of("5", "five"));
    PartitionField start = field("truncate[7]");
    assertDamagedManifest(
        new TableFields(texts, new Partitioning(List.of(start), List.of())),
        new TableFields(
            Schema.parse("id: int64, p: date"),
            new Partitioning(List.of(field("month")), List.of())),
        "f",
        List.of("2026-11", "2026-13"));
  }

  private static PartitionField field(String transform) {
    return new PartitionField(9, "f", 2, PartitionTransform.parse(transform));
  }

  /**
   * @param written fields that the texts are values of
   * @param read others of the same ids, of which the second text is no value
   */
  private void assertDamagedManifest(
      TableFields written, TableFields read, String name, List<String> texts) throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (String text : texts) {
      Map<String, String> partition = Map.of(name, text);
      files.add(
          new DataFile("f" + files.size(), 1, 1, "id", partition, List.of(), Map.of(), false)
              .withIds(new RowIds(files.size(), 1)));
    }
    Manifests manifests = new Manifests(store, temporary.resolve(name).toString());
    EntryOrder order = new EntryOrder(written.columns(), written.partitioning(), files);
    Manifest manifest = manifests.write("0".repeat(32), "m", 0, order, files, new RowIds(0, 1));
    FileList good = new FileList(1, manifests, List.of(manifest), List.of(), written, 2);
    assertEquals(files, List.copyOf(good.all().values()));
    FileList bad = new FileList(1, manifests, List.of(manifest), List.of(), read, 2);
    assertEquals(1, bad.of(Set.of("f0")).size());
    for (Executable reading : List.<Executable>of(bad::all, () -> bad.of(Set.of("f1")))) {
      CorruptFileException e = assertThrows(CorruptFileException.class, reading);
      assertEquals(manifests.pathOf(manifest), e.path());
      assertTrue(e.getMessage().contains("f1, partition field " + name), e.getMessage());
    }
  }

  /** Whoever passes over an unknown field does not know what it leaves out. */
  @Test
  void unknownAndMissingFieldsAreDamage() throws Exception {
    append(SCHEMA, 1);
    Path file = Path.of(new SnapshotLog(store, root).pathOf(1));
    String good = CheckedLine.read(Files.readAllBytes(file));
    Map<String, String> changes =
        Map.of(
            "\"operation\":", "\"hidden\":7,\"operation\":",
            "\"rowGroups\":", "\"hidden\":7,\"rowGroups\":",
            "\"nulls\":", "\"hidden\":7,\"nulls\":",
            "\"excluded\":[]", "\"hidden\":[]",
            "\"manifests\":[],", "");
    for (Map.Entry<String, String> change : changes.entrySet()) {
      assertTrue(good.contains(change.getKey()), good);
      byte[] bad = CheckedLine.of(good.replace(change.getKey(), change.getValue()));
      CorruptFileException e =
          assertThrows(
              CorruptFileException.class,
              () -> SnapshotJson.fromBytes("s.json", bad, null),
              change.getValue());
      assertTrue(
          e.getMessage().contains("unknown field 'hidden'")
              || e.getMessage().contains("is missing"),
          e.getMessage());
    }
  }

  private static void assertDamaged(Path file, byte[] bytes, String what) {
    CorruptFileException e =
        assertThrows(
            CorruptFileException.class,
            () -> SnapshotJson.fromBytes(file.toString(), bytes, null),
            what);
    assertEquals(file.toString(), e.path());
  }

  /** Sessions that keep a table open see the one that was created in its place. */
  @Test
  void aTableInThePlaceOfAnotherIsNotTheFormerOne() throws Exception {
    append(SCHEMA, 1);
    DataSet held = open();
    assertArrayEquals(new long[] {1}, rows(held.current()));
    assertTrue(store.delete(root, true));
    dataSet = open();
    Snapshot made = append(SCHEMA, 2, 3);
    assertEquals(1, made.id());
    assertArrayEquals(new long[] {2, 3}, rows(held.current()));
    assertEquals(made.commitId(), held.current().commitId());
  }

  @Test
  void otherVersionsAreNamed() throws Exception {
    append(SCHEMA, 1);
    for (int version : new int[] {1, 3}) {
      assertOtherVersion(version);
    }
  }

  private void assertOtherVersion(int version) throws Exception {
    Files.delete(Path.of(new SnapshotLog(store, root).pathOf(1)));
    Files.deleteIfExists(Path.of(root, "_placed/newest.json"));
    append(SCHEMA, 1);
    String path = new SnapshotLog(store, root).pathOf(1);
    String body = new String(store.readAll(path), StandardCharsets.UTF_8).split("\n")[0];
    String newer = body.replace("\"version\":2", "\"version\":" + version);
    CRC32C crc = new CRC32C();
    crc.update(newer.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        Path.of(path),
        newer + "\n" + String.format(Locale.ROOT, "{\"crc32c\":\"%08x\"}\n", crc.getValue()));
    String message =
        assertThrows(UnsupportedVersionException.class, () -> open().current()).getMessage();
    assertTrue(message.contains(path), message);
  }

  /** A value of every kind that directories can hold, as text and back. */
  @Test
  void partitionValuesReadBack() throws IOException {
    Schema types =
        Schema.parse(
            "b: boolean, i: int8, l: int64, f: float, d: double, n: decimal(10,2),"
                + " m: decimal(38,3), s: string, day: date, t: timestamp, u: timestamp_ntz");
    Map<String, List<String>> texts = new LinkedHashMap<>();
    texts.put("b", List.of("true", "false"));
    texts.put("i", List.of("-128", "127"));
    texts.put("l", List.of("-9223372036854775808"));
    texts.put("f", List.of("1.5", "NaN", "-0.0"));
    texts.put("d", List.of("1.0E300", "-Infinity"));
    texts.put("n", List.of("-12345678.90", "0.00"));
    texts.put("m", List.of("12345678901234567890123456789012345.678"));
    texts.put("s", List.of("", "é\u0001"));
    texts.put("day", List.of("1969-12-31", "0001-01-01", "9999-12-31"));
    texts.put("t", List.of("1969-12-31 23:59:59.999999", "2020-01-01 00:00:00"));
    texts.put("u", List.of("2020-01-01 10:20:00.5"));
    texts.forEach(
        (column, values) -> {
          var type = types.require(column).type();
          for (String text : values) {
            assertEquals(text, PartitionValues.text(type, PartitionValues.parse(type, text)));
          }
        });
    for (String[] bad :
        new String[][] {
          {"b", "1"},
          {"i", "128"},
          {"l", "1.0"},
          {"n", "1.234"},
          {"n", "1e999999999"},
          {"n", "123456789.00"},
          {"day", "2020-13-01"},
          {"t", "x"},
          {"t", "2020-01-01 00:00:00.1234567"}
        }) {
      assertThrows(
          IllegalArgumentException.class,
          () -> PartitionValues.parse(types.require(bad[0]).type(), bad[1]),
          Arrays.toString(bad));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> dataSet.begin(Schema.parse("x: binary"), List.of("x"), null));
    assertEquals("x", PathNames.name("a/x"));
  }
}
