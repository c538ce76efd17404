package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.io.FileInfo;
import io.placed.io.MemoryStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every target has seeds, which are small. With {@code -Dplaced.seeds=write} they are written to
 * the source tree: what the writers produce, the golden pages, and texts of the documentation.
 */
class SeedsTest {
  private static final long MAX_BYTES = 2 << 20;
  private static final Path GOLDEN =
      Path.of("../../placement-core/src/test/resources/io/placed/encoding");

  /** Rows of the golden pages. */
  private static final int GOLDEN_ROWS = 1500;

  @Test
  void everyTargetHasSeeds() throws IOException {
    if ("write".equals(System.getProperty("placed.seeds"))) {
      writeFiles();
      writeTable();
      UpkeepSeeds.writeTable();
      // Only now, because they are read by the initializers of the targets.
      Seeds.write();
    }
    List<String> targets;
    try (Stream<Path> sources = Files.list(Path.of("src/test/java/io/placed/fuzz"))) {
      targets =
          sources
              .map(p -> p.getFileName().toString())
              .filter(n -> n.matches("Fuzz.*Test\\.java"))
              .map(n -> n.replace(".java", ""))
              .toList();
    }
    assertEquals(12, targets.size(), targets.toString());
    for (String target : targets) {
      assertTrue(Documented.files(target + "Inputs").size() > 2, target);
    }
    long bytes = 0;
    for (Path path : Documented.files("")) {
      bytes += Files.size(path);
    }
    assertTrue(bytes < MAX_BYTES, bytes + " bytes");
  }

  /** Else the target of journals would only read their heads. */
  @Test
  void theUnfinishedRewriteOfTheTableIsResumed() throws IOException {
    Map<String, byte[]> files = new TreeMap<>(LogFiles.of(UpkeepSeeds.DIRECTORY));
    files.keySet().removeIf(p -> p.startsWith("_placed/claims/"));
    MemoryStore store = LogFiles.store(files);
    Rewrite rewrite = Rewrite.prepare(p -> store, LogFiles.ROOT, UpkeepSeeds.REWRITE);
    assertTrue(rewrite.rowsDone() > 0);
  }

  private static Batch mixed(int n, boolean nested) {
    List<Field> fields =
        new ArrayList<>(
            List.of(
                Field.of("k", Type.INT32),
                Field.of("s", Type.STRING),
                Field.of("d", Type.DOUBLE),
                Field.of("n", Type.decimal(38, 2)),
                Field.of("t", Type.TIMESTAMP),
                Field.of("b", Type.BOOLEAN)));
    if (nested) {
      fields.add(Field.of("l", Type.list(Type.struct(Field.of("a", Type.INT32)))));
      fields.add(Field.of("m", Type.map(Type.STRING, Type.FLOAT)));
      fields.add(Field.of("day", Type.DATE));
    }
    Random random = new Random(1);
    Batch rows = Batch.of(Schema.of(fields));
    for (int i = 0; i < n; i++) {
      List<Object> row = new ArrayList<>();
      row.add(i % 11 == 3 ? null : (Object) random.nextInt(40));
      row.add(i % 7 == 2 ? null : "n" + random.nextInt(9));
      row.add(i % 13 == 0 ? Double.NaN : random.nextInt(1000) / 100.0);
      row.add(BigDecimal.valueOf(random.nextLong() >> random.nextInt(60), 2));
      row.add(Instant.ofEpochSecond(1_700_000_000L + i));
      row.add(i % 5 == 0);
      if (nested) {
        List<Object> list = new ArrayList<>();
        for (int e = random.nextInt(4); e > 0; e--) {
          list.add(List.of(e));
        }
        row.add(i % 6 == 5 ? null : list);
        row.add(Map.of("x" + i % 3, i / 2f));
        row.add(LocalDate.of(2020, 1, 1).plusDays(i / 4));
      }
      rows.appendRow(row.toArray());
    }
    return rows;
  }

  private static Batch derived(int n) {
    Batch rows =
        Batch.of(
            Schema.of(
                Field.of("k", Type.INT32),
                Field.of("s", Type.STRING),
                Field.of("price", Type.DOUBLE),
                Field.of("total", Type.DOUBLE),
                Field.of("same", Type.INT32)));
    Random random = new Random(2);
    for (int i = 0; i < n; i++) {
      int k = 1 + random.nextInt(100);
      long cents = 100 + random.nextInt(9900);
      rows.appendRow(k, "n" + i % 9, cents / 100.0, k * cents / 100.0, i % 40 == 0 ? 5 : k);
    }
    return rows;
  }

  private static Batch wide() {
    List<Field> fields = new ArrayList<>(List.of(Field.of("k", Type.INT64)));
    for (int c = 0; c < 24; c++) {
      fields.add(Field.of("column " + c, Type.INT16));
    }
    Batch rows = Batch.of(Schema.of(fields));
    for (int i = 0; i < 5; i++) {
      Object[] row = new Object[fields.size()];
      Arrays.fill(row, i);
      row[0] = (long) i;
      rows.appendRow(row);
    }
    return rows;
  }

  private static void writeFiles() throws IOException {
    write("a-nested", mixed(60, true), "default", "none", Profile.FAST);
    write("b-pages", mixed(1100, false), "row-group=1500 rows", "zstd", Profile.BALANCED);
    write(
        "c-rows",
        mixed(50, true),
        "column-groups=all stride 1; row-group=20 rows",
        "lz4",
        Profile.FAST);
    write("d-stride", mixed(40, false), "column-groups=all stride 1024", "none", Profile.COMPACT);
    write("e-derived", derived(400), "default", "none", Profile.COMPACT);
    write("f-wide", wide(), "default", "none", Profile.FAST);
  }

  private static void write(
      String name, Batch rows, String placement, String codec, Profile profile) throws IOException {
    WriteOptions options =
        WriteOptions.defaults()
            .withProfile(profile)
            .withPlacement(Placement.parse(placement))
            .withCompression(Compression.parse(codec))
            .withMetadata(Map.of("a", "b"))
            .withPageRows(1024);
    MemoryStore store = new MemoryStore();
    try (FileWriter out = FileWriter.create(store, "/f.placed", rows.schema(), options)) {
      out.write(rows);
      out.finish();
    }
    put(Documented.RESOURCES.resolve("files/" + name + ".placed"), store.readAll("/f.placed"));
  }

  static void put(Path path, byte[] bytes) throws IOException {
    Files.createDirectories(path.getParent());
    Files.write(path, bytes);
  }

  /** Appends of several files, a deletion, a tag, a renamed column, manifests. */
  private static void writeTable() throws IOException {
    System.setProperty("placed.log.inline-files", "3");
    MemoryStore store = new MemoryStore();
    for (int commit = 0; commit < 4; commit++) {
      append(store, commit);
    }
    DataSet table = DataSet.at(p -> store, LogFiles.ROOT);
    table.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "0.5", "owner", "me"));
    table.createTag("first", 2L);
    table.deleteRows(Predicate.parse("id = 12 or id = 25"));
    append(store, 4);
    for (FileInfo file : store.list(LogFiles.ROOT + "/_placed", true)) {
      String path = file.path().substring(LogFiles.ROOT.length() + 1);
      if (!path.startsWith("_placed/rewrites")) {
        put(Documented.RESOURCES.resolve("table").resolve(path), store.readAll(file.path()));
      }
    }
  }

  private static void append(MemoryStore store, int number) throws IOException {
    Schema schema = Schema.parse("id: int64, name: string, d: double, ts: timestamp");
    DataSet table = DataSet.at(p -> store, LogFiles.ROOT);
    Commit commit =
        table.begin(schema, PartitionSpec.parse("days(ts), bucket(4, id)"), (Placement) null);
    List<DataFile> written = new ArrayList<>();
    for (int task = 0; task < 2; task++) {
      Map<String, String> partition =
          Map.of("ts_day", "2026-01-0" + (number + 1), "id_bucket", String.valueOf(task));
      String path = commit.dataFilePath(partition, "t" + task);
      Batch rows = Batch.of(schema);
      for (int i = 0; i < 5; i++) {
        long id = number * 10 + task * 5 + i;
        rows.appendRow(
            id,
            "name " + id % 7,
            i / 4.0,
            Instant.parse("2026-01-0" + (number + 1) + "T00:00:00Z"));
      }
      try (FileWriter out = FileWriter.create(store, path, schema, WriteOptions.defaults())) {
        out.write(rows);
        written.add(DataFile.of(out.finish(), commit.relative(path), partition));
      }
    }
    commit.append(written);
  }

  /** Apart, because the targets read the files above when they are initialized. */
  private static final class Seeds {
    static void write() throws IOException {
      for (int i = 0; i < FuzzFileTest.FILES.size(); i++) {
        for (boolean statistics : new boolean[] {true, false}) {
          Map<String, byte[]> edits = Edits.identities(FuzzFileTest.FILES.get(i), statistics);
          for (Map.Entry<String, byte[]> e : edits.entrySet()) {
            if (statistics || e.getKey().startsWith("page-") || e.getKey().startsWith("dict")) {
              String name = (statistics ? "" : "plain-") + (char) ('a' + i) + "-" + e.getKey();
              seed("FuzzFileTestInputs/file", name, prefixed(i, e.getValue()));
            }
          }
        }
      }
      for (int i = 0; i < FuzzManifestTest.MANIFESTS.size(); i++) {
        Map<String, byte[]> edits =
            Edits.identities(FuzzManifestTest.manifest(FuzzManifestTest.MANIFESTS.get(i)), true);
        for (Map.Entry<String, byte[]> e : edits.entrySet()) {
          seed("FuzzManifestTestInputs/manifest", i + "-" + e.getKey(), prefixed(i, e.getValue()));
        }
      }
      pages();
      for (Map.Entry<String, byte[]> file : LogFiles.all().entrySet()) {
        if (file.getKey().matches("_placed/[0-9]{20}\\.json")) {
          String name = file.getKey().substring("_placed/".length());
          seed("FuzzSnapshotTestInputs/snapshot", name, text(CheckedLine.read(file.getValue())));
        }
      }
      bitmaps();
      for (FuzzUpkeepTest.Kind kind : FuzzUpkeepTest.Kind.values()) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        String first = String.valueOf((char) ('a' + kind.ordinal()));
        seed("FuzzUpkeepTestInputs/upkeep", name, text(first + kind.text()));
      }
      texts();
    }

    private static byte[] prefixed(int first, byte[] rest) {
      byte[] all = new byte[1 + rest.length];
      all[0] = (byte) first;
      System.arraycopy(rest, 0, all, 1, rest.length);
      return all;
    }

    private static byte[] text(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void seed(String target, String name, byte[] bytes) throws IOException {
      put(Documented.RESOURCES.resolve(target).resolve(name), bytes);
    }

    private static void pages() throws IOException {
      try (Stream<Path> golden = Files.list(GOLDEN)) {
        for (Path path : golden.sorted().toList()) {
          String name = path.getFileName().toString().replace(".bin", "");
          String kind = name.replaceAll("-1$", "").replaceAll(".*-", "");
          String type = kind.equals("decimal") ? "decimal(38, 4)" : kind;
          try (DataInputStream in = new DataInputStream(Files.newInputStream(path))) {
            byte[] dictionary = in.readNBytes(in.readInt());
            byte[] input = FuzzPageTest.input(type, GOLDEN_ROWS, dictionary, in.readAllBytes());
            seed("FuzzPageTestInputs/page", name, input);
          }
        }
      }
    }

    private static void bitmaps() throws IOException {
      RowBitmap sparse = new RowBitmap();
      sparse.add(3);
      sparse.add(70_000);
      sparse.add(1L << 33);
      RowBitmap dense = RowBitmap.range(10, 300_000);
      RowBitmap bits = new RowBitmap();
      Random random = new Random(3);
      for (int i = 0; i < 5000; i++) {
        bits.add(random.nextInt(20_000));
      }
      RowBitmap array = new RowBitmap();
      for (int i = 0; i < 40; i++) {
        array.add(7L * i);
      }
      seed("FuzzDeletesTestInputs/bitmap", "sparse", sparse.toBytes());
      seed("FuzzDeletesTestInputs/bitmap", "runs", dense.toBytes());
      seed("FuzzDeletesTestInputs/bitmap", "bits", bits.toBytes());
      seed("FuzzDeletesTestInputs/bitmap", "array", array.toBytes());
      seed("FuzzDeletesTestInputs/bitmap", "none", new RowBitmap().toBytes());
    }

    private static void all(String target, String... texts) throws IOException {
      for (int i = 0; i < texts.length; i++) {
        seed(target, String.valueOf(i + 10), text(texts[i]));
      }
    }

    private static void texts() throws IOException {
      List<String> placements = new ArrayList<>(Placement.presetNames());
      for (String name : List.copyOf(placements)) {
        placements.add(Placement.preset(name).toString());
      }
      placements.add("reorder=sort(a desc, `b c`); row-group=16MiB");
      placements.add("albis; column-groups=(a, b) stride 1, (c); packing=one-row-group");
      placements.add("reorder=hilbert(x, y); row-group=1000 rows");
      placements.add("packing=copies(one-row-group; all stride 1)");
      all("FuzzPlacementTestInputs/placement", placements.toArray(new String[0]));
      all(
          "FuzzPredicateTestInputs/predicate",
          "k >= 5 and (s is null or s in ('n1', 'it''s'))",
          "not k = 3 or d between 1.5 and 2e3",
          "k <=> null and b = true",
          "s starts with 'n' and s ends with '2' and s contains 'x'",
          "s like 'n%'",
          "d is nan or d > double 'NaN' or d < 1.5D",
          "n >= 12345678901234567890.12",
          "t >= timestamp '2023-11-14T22:13:20Z'",
          "day = date '2020-01-05' and k <> 7",
          "5 < k and 'n3' >= s",
          "`k` in (1, 2, 3, null) and true",
          "s = x'CAFE' or false",
          "total > 100 and price <= 99.99 and same is not null");
      all(
          "FuzzSchemaTestInputs/schema",
          "id#1: int64 not null, name#2: string",
          "a: list<struct<b: int32, c: map<string, decimal(38, 4)>>>, `odd name`: binary",
          "decimal(9, 2)",
          "map<string, list<timestamp_ntz>>",
          "struct<a#3: boolean not null, b: date>");
      all(
          "FuzzOptionsTestInputs/option",
          "aprofile=compact\ncompression=zstd(9)\npage-rows=4096\nsort-memory=64MiB",
          "aplacement=orc\nplacement.reorder=sort(a)\nwrite-threads=2",
          "bplaced.deletes.max-share=0.5\nplaced.foreign-files=true\nadvise=watch",
          "cdays(ts), bucket(16, id), truncate(4, `a b`), region",
          "dbucket[16]",
          "dday",
          "ezstd(3)",
          "elz4",
          "fssd",
          "fhdd; seek=5ms; bandwidth=200MiB/s; buffer=8MiB",
          "ga, b where c >= 0.5 weight 3\nc\n",
          "h{\"snapshot\":3,\"files\":2147483647,\"first\":false}",
          "i7d",
          "i30m",
          "j16MiB",
          "kfast",
          "lbytes");
      all(
          "FuzzCsvTestInputs/csv",
          "\0a,b,c\n1,x,2.5\n2,\"y\"\"z\",NaN\n,,\n",
          "\0d,t\n2020-01-31,2020-01-31T12:00:00Z\n2021-02-28,2021-02-28 00:00:00.000001Z\n",
          "\1a;b\nNULL;\"NULL\"\n\"1;2\";true\n",
          "\2\\N\t7\n-0\t9223372036854775807\n",
          "\3a.b\n\"1.5\".x\n",
          "\0\uFEFFa\r\n\"line\nfeed\"\r\n");
      all(
          "FuzzJsonLinesTestInputs/jsonLines",
          "{\"a\":1,\"b\":\"x\",\"c\":[1,2.5,null]}\n{\"a\":null,\"d\":{\"e\":true}}\n",
          "{\"t\":\"2020-01-31T12:00:00Z\",\"d\":\"2020-01-31\"}\n",
          "{\"a\":12345678901234567890,\"b\":1e300,\"c\":\"\\u00e9\\ud83d\\ude00\"}\n");
    }
  }
}
