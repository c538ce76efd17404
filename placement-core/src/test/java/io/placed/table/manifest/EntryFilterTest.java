package io.placed.table.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.LocalFileStore;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.RandomData;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.statistics.StatisticsCollector;
import io.placed.table.file.DataFile;
import io.placed.table.file.RowIds;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a filter reads of a manifest has every file with a matching row. */
class EntryFilterTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef";
  private static final Map<String, Type> WIDER =
      Map.of(
          "i8",
          Type.INT32,
          "i16",
          Type.INT64,
          "i32",
          Type.INT64,
          "f",
          Type.DOUBLE,
          "dec",
          Type.decimal(14, 5));

  @TempDir Path log;
  private int written;

  @Test
  void noFileWithAMatchingRowIsLeftOut() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomData data = new RandomData(seed);
    Manifests manifests = new Manifests(new LocalFileStore(), log.toString());
    long[] counts = new long[2];
    for (int round = 0; round < 60; round++) {
      List<Batch> rows = new ArrayList<>();
      List<DataFile> files = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(60); i++) {
        rows.add(data.batch());
        files.add(file(i, rows.get(i), random));
      }
      EntryOrder order = new EntryOrder(RandomData.SCHEMA, Partitioning.NONE, files);
      Manifest manifest =
          manifests.write(COMMIT, "r" + round, 0, order, order.sort(files), new RowIds(0, 1));
      Schema table = random.nextBoolean() ? RandomData.SCHEMA : evolved(random);
      for (int p = 0; p < 40; p++) {
        Predicate predicate = data.predicate(2);
        check(manifests, manifest, table, predicate, rows, files, counts, "seed " + seed);
      }
    }
    assertTrue(counts[1] > counts[0] / 10, counts[1] + " of " + counts[0] + " were left out");
  }

  /** The type that a column had when its manifest was written may compare otherwise. */
  @Test
  void literalsAreComparedInTheTypeOfNow() throws Exception {
    Object printed = 4.611686018427388E18; // As a decimal 4611686018427388000, in fact 2^62.
    assertFound("int64", 4611686018427387950L, "decimal(38, 0)", Predicate.le("c", printed));
    assertFound("int64", 4611686018427388000L, "decimal(38, 0)", Predicate.eq("c", printed));
    assertFound("int64", 1L << 62, "decimal(38, 0)", Predicate.not(Predicate.ge("c", printed)));
    Object nearest = new BigDecimal("4.99999999999999999999");
    assertFound("int32", 5L, "double", Predicate.eq("c", nearest));
    assertFound("int32", 5L, "double", Predicate.le("c", nearest));
    assertFound("int8", 5L, "float", Predicate.in("c", List.of(nearest, 7L)));
    assertFound("decimal(9, 0)", 5L, "decimal(12, 1)", Predicate.eq("c", 5L));
    assertEquals(0, found("int64", 5L, "decimal(38, 0)", Predicate.le("c", 4L)));
    assertEquals(0, found("int32", 5L, "double", Predicate.le("c", 4.5)));
    assertEquals(0, found("float", 5.0, "double", Predicate.lt("c", nearest)));
    assertEquals(0, found("decimal(9, 0)", 5L, "decimal(12, 1)", Predicate.lt("c", 4.9)));
  }

  private void assertFound(String then, Object value, String now, Predicate predicate)
      throws IOException {
    assertEquals(1, found(then, value, now, predicate), then + ", " + now + ", " + predicate);
  }

  /** How many entries a filter reads of a manifest with one value; none if it is skipped. */
  private int found(String then, Object value, String now, Predicate predicate) throws IOException {
    Schema before = Schema.parse("c: " + then);
    Schema table = Schema.parse("c: " + now);
    ColumnStatistics one = ColumnStatistics.ofConstant(before.field(0).type(), value, 1);
    DataFile file =
        new DataFile("f", 1, 1, "id", Map.of(), List.of(), Map.of("c", one), false)
            .withIds(new RowIds(0, 1));
    Manifests manifests = new Manifests(new LocalFileStore(), log.toString());
    EntryOrder order = new EntryOrder(before, Partitioning.NONE, List.of(file));
    String name = "m" + written++;
    Manifest manifest = manifests.write(COMMIT, name, 0, order, List.of(file), new RowIds(0, 1));
    EntryFilter filter = new EntryFilter(predicate, table, true);
    return filter.mayMatch(manifest.bounds())
        ? manifests.entries(manifest, table, filter).size()
        : 0;
  }

  private static void check(
      Manifests manifests,
      Manifest manifest,
      Schema table,
      Predicate predicate,
      List<Batch> rows,
      List<DataFile> files,
      long[] counts,
      String seed)
      throws IOException {
    // The columns have other names in the table now; the predicate has the names of before.
    Schema names = named(table, RandomData.SCHEMA);
    EntryFilter filter = new EntryFilter(predicate, names, true);
    List<DataFile> found =
        manifests.entries(manifest, table, filter).stream().map(Manifests.Entry::file).toList();
    Set<String> paths = found.stream().map(DataFile::path).collect(Collectors.toSet());
    BoundPredicate onRows = predicate.bind(RandomData.SCHEMA, true);
    for (int i = 0; i < files.size(); i++) {
      if (onRows.select(rows.get(i), new int[rows.get(i).rows()]) > 0) {
        assertTrue(
            paths.contains(files.get(i).path()), predicate + " leaves out file " + i + ", " + seed);
        assertTrue(
            filter.mayMatch(manifest.bounds()), predicate + " leaves out the manifest, " + seed);
      }
    }
    List<DataFile> all =
        manifests.entries(manifest, table).stream().map(Manifests.Entry::file).toList();
    BoundPredicate onFiles = predicate.bind(names, true);
    Set<String> decided = decided(all, table, onFiles);
    decided.retainAll(paths);
    assertEquals(decided, decided(found, table, onFiles), predicate + ", " + seed);
    counts[0] += all.size();
    counts[1] += all.size() - found.size();
  }

  /** Whether rows may match is decided by statistics alone; they are under the table's names. */
  private static Set<String> decided(List<DataFile> some, Schema table, BoundPredicate predicate) {
    return some.stream()
        .filter(f -> predicate.mayMatch(DataFilePruning.statistics(table, f)))
        .map(DataFile::path)
        .collect(Collectors.toSet());
  }

  /** Columns have new names, or those that others had. */
  private static Schema evolved(Random random) {
    List<Field> before = RandomData.SCHEMA.fields();
    int shift = random.nextBoolean() ? 0 : random.nextInt(before.size());
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      Field f = before.get(i);
      String name = shift == 0 ? "now " + f.name() : before.get((i + shift) % before.size()).name();
      Type type = WIDER.getOrDefault(f.name(), f.type());
      fields.add(new Field(f.id(), name, type, f.nullable()));
    }
    return Schema.of(fields);
  }

  private static Schema named(Schema types, Schema names) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Field f = types.field(i);
      fields.add(new Field(f.id(), names.field(i).name(), f.type(), f.nullable()));
    }
    return Schema.of(fields);
  }

  private static DataFile file(int i, Batch rows, Random random) {
    Map<String, ColumnStatistics> statistics = new HashMap<>();
    for (Field f : RandomData.SCHEMA.fields()) {
      if (!f.type().isNested() && random.nextInt(10) > 0) {
        ColumnStatistics exact = statistics(rows.column(f.name()));
        statistics.put(
            f.name(),
            random.nextBoolean() ? exact : exact.withTruncatedBounds(1 + random.nextInt(5)));
      }
    }
    return new DataFile("f" + i, 1, rows.rows(), "id" + i, Map.of(), List.of(), statistics, false)
        .withIds(new RowIds(i, 1));
  }

  private static ColumnStatistics statistics(Column column) {
    StatisticsCollector collector = new StatisticsCollector(column.type());
    collector.add(column, 0, column.size());
    return collector.result();
  }
}
