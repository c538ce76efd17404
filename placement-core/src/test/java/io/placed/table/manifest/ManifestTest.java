package io.placed.table.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.io.FileStore;
import io.placed.io.LocalFileStore;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.evolution.EvolvedColumns;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.file.PartitionValues;
import io.placed.table.file.RowIds;
import io.placed.table.partition.Partitioning;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef";
  private static final Schema TABLE =
      Schema.parse(
          "b: boolean, i8: int8, i16: int16, i32: int32, i64: int64, f: float, d: double,"
              + " n: decimal(10,2), w: decimal(38,3), s: string, x: binary, day: date,"
              + " t: timestamp, u: timestamp_ntz, l: list<int32>, p: int32, q: string");
  private static final List<String> PARTITIONS = List.of("p", "q");

  /** What is not in the entries of files that the commit adds. */
  private static final RowIds NEW = new RowIds(1L << 40, 9);

  /** Names in the data files. */
  private static final Set<String> STORED =
      TABLE.fields().stream().map(Field::name).collect(Collectors.toSet());

  @TempDir Path log;

  private final FileStore store = new LocalFileStore();

  private Manifests manifests() {
    return new Manifests(store, log.toString());
  }

  private static EntryOrder order(Schema table, List<DataFile> files) {
    return new EntryOrder(table, Partitioning.ofColumns(table, PARTITIONS), files);
  }

  private List<DataFile> read(Manifest manifest, Schema table) throws IOException {
    return manifests().entries(manifest, table).stream().map(Manifests.Entry::file).toList();
  }

  @Test
  void everythingReadsBack() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      List<DataFile> files = files(random, 1 + random.nextInt(round == 0 ? 5000 : 40));
      Manifest manifest =
          manifests().write(COMMIT, "round-" + round, 0, order(TABLE, files), files, NEW);
      assertEquals(files, read(manifest, TABLE), "seed " + seed);
      assertEquals(rows(files), manifest.rows());
      if (manifest.inherited() != null) {
        // Listed by a later attempt of the same commit.
        RowIds later = new RowIds(1L << 50, 11);
        List<DataFile> listed = read(manifest.inheriting(later), TABLE);
        for (int i = 0; i < files.size(); i++) {
          RowIds own = files.get(i).ids();
          assertEquals(
              own.snapshot() == NEW.snapshot()
                  ? new RowIds(own.first() - NEW.first() + later.first(), later.snapshot())
                  : own,
              listed.get(i).ids());
        }
        assertThrows(CorruptFileException.class, () -> read(manifest.inheriting(null), TABLE));
      }
      List<Integer> removed =
          IntStream.range(0, files.size()).filter(i -> random.nextInt(5) == 0).boxed().toList();
      List<DataFile> left = new ArrayList<>();
      IntStream.range(0, files.size())
          .filter(i -> !removed.contains(i))
          .forEach(i -> left.add(files.get(i)));
      if (!left.isEmpty()) {
        assertEquals(left, read(manifest.without(removed, rows(left), 0), TABLE), "seed " + seed);
      }
    }
  }

  /** Files or rows that a root does not know of, or that it has and the manifest does not. */
  @Test
  void aRootThatSaysSomethingElseIsRefused() throws Exception {
    List<DataFile> files = files(new Random(3), 50);
    Manifest manifest = manifests().write(COMMIT, "other", 0, order(TABLE, files), files, NEW);
    long rows = manifest.rows();
    assertEquals(
        49, read(manifest.without(List.of(7), rows - files.get(7).liveRows(), 0), TABLE).size());
    for (Manifest other :
        List.of(
            manifest.without(List.of(), rows - 1, 0),
            manifest.without(List.of(), rows + 1, 0),
            manifest.without(List.of(7), rows, 0))) {
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> read(other, TABLE), other.toString());
      assertTrue(e.getMessage().contains("the root lists " + other.files()), e.getMessage());
    }
  }

  /** What is read later under other columns is what the entries themselves would have become. */
  @Test
  void entriesFollowTheColumns() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<DataFile> files =
          files(random, 1 + random.nextInt(5)).stream()
              .map(f -> f.with(f.partition(), f.statistics(), Map.of()))
              .toList();
      Schema schema = TABLE;
      Manifest manifest = null;
      int written = random.nextInt(6);
      for (int step = 0; step < 6; step++) {
        if (step == written) {
          manifest =
              manifests().write(COMMIT, seedName(random), 0, order(schema, files), files, NEW);
        }
        ColumnChange change = change(random, schema, step);
        Schema before = schema;
        Schema after = EvolvedColumns.apply(before, change, PARTITIONS, before.lastId() + step);
        files = files.stream().map(f -> EvolvedColumns.restate(f, before, after, change)).toList();
        schema = after;
      }
      List<DataFile> found = read(manifest, schema);
      for (int i = 0; i < files.size(); i++) {
        DataFile expected = files.get(i);
        assertEquals(expected.statistics(), found.get(i).statistics(), "seed " + seed);
        for (Field f : schema.fields()) {
          assertEquals(
              name(expected, f.name()), name(found.get(i), f.name()), f.name() + " seed " + seed);
        }
      }
    }
  }

  private static long rows(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::liveRows).sum();
  }

  private static String seedName(Random random) {
    return Long.toHexString(random.nextLong());
  }

  /** Where the file has the column; null if it does not. */
  private static String name(DataFile file, String column) {
    String name = ReadRequest.nameInFile(file.names(), column, true);
    return STORED.contains(name) ? name : null;
  }

  /** Of those that keep partition columns: a table cannot drop or rename these, either. */
  private static ColumnChange change(Random random, Schema schema, int step) {
    List<Field> columns =
        schema.fields().stream().filter(f -> !PARTITIONS.contains(f.name())).toList();
    Field some = columns.get(random.nextInt(columns.size()));
    // Names come again: of columns that were dropped or renamed before.
    String free = "abcdefs".substring(random.nextInt(7)).substring(0, 1) + random.nextInt(2);
    boolean isFree = schema.find(free, false).isEmpty();
    return switch (random.nextInt(4)) {
      case 0 -> new ColumnChange.Drop(some.name());
      case 1 ->
          isFree
              ? new ColumnChange.Rename(some.name(), free)
              : new ColumnChange.Add(List.of("new" + step), Type.INT64, ColumnChange.LAST);
      case 2 ->
          some.type().equals(Type.INT32)
              ? new ColumnChange.Widen(List.of(some.name()), Type.INT64)
              : new ColumnChange.Drop(some.name());
      default ->
          new ColumnChange.Add(
              List.of(isFree ? free : "more" + step), Type.STRING, ColumnChange.LAST);
    };
  }

  @Test
  void damageIsNamed() throws Exception {
    List<DataFile> files = files(new Random(1), 50);
    Manifest manifest = manifests().write(COMMIT, "damaged", 0, order(TABLE, files), files, NEW);
    Path path = log.resolve(manifest.path());
    byte[] good = Files.readAllBytes(path);
    for (int at = 0; at < good.length; at += 7) {
      byte[] bad = good.clone();
      bad[at] ^= 0x10;
      Path other = log.resolve("manifests/" + COMMIT + "-" + at + ".placed");
      Files.write(other, bad);
      Manifest listed =
          new Manifest(
              "manifests/" + COMMIT + "-" + at + ".placed",
              good.length,
              manifest.fileId(),
              manifest.entries(),
              0,
              manifest.rows(),
              manifest.bytes(),
              manifest.partitions(),
              manifest.bounds(),
              List.of(),
              manifest.inherited());
      try {
        // Damage of padding and of parts that no reader reads has no effect.
        assertEquals(files, read(listed, TABLE), "byte " + at);
      } catch (CorruptFileException e) {
        assertTrue(e.getMessage().contains(other.getFileName().toString()), e.getMessage());
      } catch (UncheckedIOException e) {
        assertTrue(e.getCause() instanceof CorruptFileException, e.toString());
      }
    }
    Files.delete(path);
    assertThrows(CorruptFileException.class, () -> read(manifest, TABLE));
  }

  private static List<DataFile> files(Random random, int count) {
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(file(random, i));
    }
    return files;
  }

  private static DataFile file(Random random, int i) {
    Map<String, String> partition = new LinkedHashMap<>();
    if (random.nextInt(10) > 0) {
      partition.put("p", random.nextInt(4) == 0 ? null : "0" + random.nextInt(3));
    }
    partition.put("q", random.nextInt(4) == 0 ? null : "é " + random.nextInt(3));
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    for (Field f : TABLE.fields()) {
      if (!f.type().isNested() && !partition.containsKey(f.name()) && random.nextInt(8) > 0) {
        statistics.put(f.name(), statistics(random, f.type()));
      }
    }
    Map<String, String> names = new HashMap<>();
    if (random.nextInt(3) == 0) {
      names.put("s", "old s");
      names.put("old s", null);
      names.put("old", null);
    }
    int rows = random.nextInt(1 << 20);
    return new DataFile(
        "q=x/f" + i + ".placed",
        random.nextInt(1 << 30),
        rows,
        "id " + i,
        partition,
        random.nextInt(5) == 0
            ? List.of()
            : List.of(new RowGroupSummary(1, 2, 3), new RowGroupSummary(4, 5, 1L << 40)),
        statistics,
        false,
        random.nextInt(3) == 0 ? List.of(new SiblingSummary("_f.1-2.placed", 12)) : List.of(),
        names,
        rows > 0 && random.nextInt(3) == 0 ? deletes(random, rows) : null,
        null,
        random.nextBoolean()
            ? new RowIds(NEW.first() + random.nextInt(1 << 20), NEW.snapshot())
            : new RowIds(random.nextInt(1 << 20), 1 + random.nextInt(8)));
  }

  private static Deletes deletes(Random random, int rows) {
    String path =
        String.format(Locale.ROOT, "deletes/%032x-%08x.bin", random.nextLong(), random.nextInt());
    return new Deletes(path, random.nextLong() >>> 1, 1 + random.nextInt(99), 1 + rows / 2);
  }

  private static ColumnStatistics statistics(Random random, Type type) {
    long nulls = random.nextInt(5);
    boolean floating = type.equals(Type.FLOAT) || type.equals(Type.DOUBLE);
    long nans = floating ? random.nextInt(3) : 0;
    long values = nulls + nans + random.nextInt(3);
    if (values == nulls + nans) {
      return ColumnStatistics.of(values, nulls, nans, 0, null, null, true, true);
    }
    Object a = random.nextInt(6) == 0 ? null : bound(random, type, false);
    Object b = random.nextInt(6) == 0 ? null : bound(random, type, true);
    return ColumnStatistics.of(
        values, nulls, nans, random.nextInt(3) - 1, a, b, random.nextBoolean(), true);
  }

  /** Upper bounds are above lower ones. */
  private static Object bound(Random random, Type type, boolean upper) {
    int sign = upper ? 1 : -1;
    return switch (type.kind()) {
      case BOOLEAN -> upper ? 1L : 0L;
      case INT8 -> (long) sign * random.nextInt(128);
      case INT16, INT32, DATE -> (long) sign * random.nextInt(1 << 15);
      case INT64, TIMESTAMP, TIMESTAMP_NTZ -> sign * (random.nextLong() >>> 1);
      case FLOAT -> (double) (sign * random.nextFloat());
      case DOUBLE -> sign * random.nextInt(3) * 1e300;
      case DECIMAL ->
          type.equals(TABLE.require("n").type())
              ? (Object) (long) (sign * random.nextInt(1 << 30))
              : BigInteger.TEN.pow(30).multiply(BigInteger.valueOf(sign));
      default -> (upper ? "z" : "" + random.nextInt(3)).getBytes(StandardCharsets.UTF_8);
    };
  }

  @Test
  void valuesOfPartitionsAreBounds() throws Exception {
    DataFile file = files(new Random(5), 1).get(0);
    Map<String, String> partition = Map.of("p", "07", "q", "z");
    DataFile there = file.with(partition, Map.of(), Map.of());
    Manifest manifest =
        manifests()
            .write(COMMIT, "partition", 0, order(TABLE, List.of(there)), List.of(there), NEW);
    assertEquals(List.of(there), read(manifest, TABLE));
    assertEquals(7L, PartitionValues.parse(Type.INT32, "07"));
  }
}
