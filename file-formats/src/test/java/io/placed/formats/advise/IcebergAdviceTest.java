package io.placed.formats.advise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.Advice;
import io.placed.advise.AdvisedSources;
import io.placed.advise.AdvisedTable;
import io.placed.advise.Statement;
import io.placed.advise.cost.ReadCost;
import io.placed.io.FaultStore;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.TogetherCalls;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.predicate.Predicate;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ZOrderByteUtils;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg tables that Iceberg's library has written. */
class IcebergAdviceTest {
  private static final int ROWS = 200_000;
  private static final int ROW_GROUP = 512 << 10;

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "a", Types.LongType.get()),
          Types.NestedField.optional(2, "b", Types.IntegerType.get()),
          Types.NestedField.optional(3, "s", Types.StringType.get()),
          Types.NestedField.optional(4, "v", Types.DoubleType.get()),
          Types.NestedField.optional(5, "day", Types.DateType.get()),
          Types.NestedField.optional(6, "price", Types.DecimalType.of(9, 2)));

  private static final String DEFAULT = "; column-groups=none; packing=many-row-groups(block=1GiB)";

  @TempDir Path directory;

  private Table create(String name, Schema schema, int version, Map<String, String> more) {
    return create(name, schema, PartitionSpec.unpartitioned(), version, more);
  }

  private Table create(
      String name, Schema schema, PartitionSpec spec, int version, Map<String, String> more) {
    Map<String, String> properties = new java.util.HashMap<>(more);
    properties.put("format-version", "" + version);
    return new HadoopTables(new Configuration(false))
        .create(schema, spec, properties, directory.resolve("db").resolve(name).toString());
  }

  private static String append(Table table, Path file, long rows) {
    return append(table, file, rows, null);
  }

  /**
   * @param partition as in a path; null if the table has none
   */
  private static String append(Table table, Path file, long rows, String partition) {
    DataFiles.Builder of =
        DataFiles.builder(table.spec())
            .withPath(file.toString())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(file.toFile().length())
            .withRecordCount(rows);
    table
        .newAppend()
        .appendFile((partition == null ? of : of.withPartitionPath(partition)).build())
        .commit();
    return file.toString();
  }

  private Path dataFile(Table table, String name, Batch rows, Placement placement)
      throws IOException {
    Path data = Files.createDirectories(Path.of(table.location(), "data"));
    Path file = data.resolve(name + ".parquet");
    FilesAdviceTest.write(FilesAdviceTest.format("parquet"), file.toString(), rows, placement);
    return file;
  }

  @Test
  void zOrdersOfIcebergReadWhatWasPredicted() throws IOException {
    Map<String, String> properties = Map.of("write.parquet.row-group-size-bytes", "" + ROW_GROUP);
    Table table = create("events", SCHEMA, 2, properties);
    Batch rows = FilesAdviceTest.rows(ROWS, 11);
    Placement groups = Placement.parse("reorder=none; row-group=512KiB" + DEFAULT);
    append(table, dataFile(table, "x", rows, groups), ROWS);
    Advice advice =
        FilesAdviceTest.advise(
            table.location(),
            "find: read a, v where a [0.3 to 0.4] weight 100\n"
                + "other: read v where v [0.5 to 0.6] weight 100\n"
                + "decimal: read price where price [0.5 to 0.6]\n");
    assertTrue(
        advice.candidates().stream().noneMatch(c -> c.reorder().contains("hilbert")),
        advice.candidates()::toString);
    assertTrue(
        advice.candidates().stream()
            .noneMatch(c -> c.reorder().contains("z-order") && c.reorder().contains("price")));
    assertTrue(
        advice.notes().toString().contains("row groups, not pages"), advice.notes()::toString);
    Advice.Candidate curve =
        advice.candidates().stream()
            .filter(
                c ->
                    c.reorder().equals("z-order(a, v; values)") && c.exact()
                        || c.reorder().equals("z-order(v, a; values)") && c.exact())
            .findFirst()
            .orElseThrow(() -> new AssertionError(advice.candidates()));
    boolean first = curve.reorder().startsWith("z-order(a");
    Table rewritten = create("rewritten", SCHEMA, 2, properties);
    append(rewritten, dataFile(rewritten, "z", zOrdered(rows, first), groups), ROWS);
    try (AdvisedTable t = FilesAdviceTest.open(rewritten.location())) {
      // The values of v differ in higher bits than those of a, so the order is nearly one by v.
      Predicate find = FilesAdviceTest.between(rows, "a", 0.3, 0.4);
      ReadCost all = t.read(List.of("a", "v"), find, Device.HDD);
      assertEquals(all.bytes(), curve.templates().get(0).bytes().mean(), 0.1 * all.bytes());
      Predicate other = FilesAdviceTest.between(rows, "v", 0.5, 0.6);
      ReadCost some = t.read(List.of("v"), other, Device.HDD);
      // One of some two row groups more or less.
      assertEquals(some.bytes(), curve.templates().get(1).bytes().mean(), 0.5 * some.bytes());
      assertTrue(some.rows() < 0.45 * ROWS && all.rows() == ROWS, some + ", " + all);
    }
  }

  /** Partitions are no columns of their own, and yet rows are ordered inside of them only. */
  @Test
  void sortsInsideOfPartitionsReadWhatWasPredicted() throws IOException {
    Batch rows = Batch.of(FilesAdviceTest.SCHEMA);
    Batch random = FilesAdviceTest.rows(ROWS, 12);
    for (int i = 0; i < ROWS; i++) {
      Object[] row = random.row(i);
      row[4] = LocalDate.ofEpochDay(10_000 + i % 2);
      rows.appendRow(row);
    }
    Placement groups = Placement.parse("reorder=none; row-group=128KiB" + DEFAULT);
    Table table = byDay("days", rows, groups);
    Advice advice =
        FilesAdviceTest.advise(table.location(), "find: read a, v where a [0.3 to 0.7]");
    assertTrue(advice.decision().change(), advice.decision()::reason);
    assertTrue(advice.best().reorder().toString().startsWith("sort(a"), advice.best()::toString);
    Table sorted = byDay("sorted", rows, groups.with(Reordering.SETTING, "sort(a)"));
    try (AdvisedTable t = FilesAdviceTest.open(sorted.location())) {
      ReadCost all = t.read(List.of("a", "v"), null, Device.HDD);
      Predicate find = FilesAdviceTest.between(rows, "a", 0.3, 0.7);
      ReadCost some = t.read(List.of("a", "v"), find, Device.HDD);
      // Of each day one row group more or less, of some six.
      double predicted = FilesAdviceTest.bytes(advice, "find", true);
      assertEquals(some.bytes(), predicted, 0.25 * some.bytes(), some + " of " + all);
      assertTrue(some.bytes() < 0.6 * all.bytes(), some + " of " + all);
    }
  }

  /** A table that is partitioned by a transform, with a file for each of its days. */
  private Table byDay(String name, Batch rows, Placement placement) throws IOException {
    Table table =
        create(
            name,
            SCHEMA,
            PartitionSpec.builderFor(SCHEMA).day("day").build(),
            2,
            Map.of("write.parquet.row-group-size-bytes", "" + (128 << 10)));
    for (int day = 0; day < 2; day++) {
      int first = day;
      int[] positions = IntStream.range(0, rows.rows()).filter(i -> i % 2 == first).toArray();
      Batch part = Batch.of(rows.schema());
      part.appendSelected(rows, positions, positions.length);
      Path file = dataFile(table, "day" + day, part, placement);
      append(table, file, part.rows(), "day_day=" + LocalDate.ofEpochDay(10_000 + day));
    }
    return table;
  }

  /** As rewrite_data_files orders rows: by interleaved bits of the values. */
  private static Batch zOrdered(Batch rows, boolean aFirst) {
    byte[][] keys = new byte[rows.rows()][];
    Integer[] order = new Integer[keys.length];
    for (int i = 0; i < keys.length; i++) {
      Object[] row = rows.row(i);
      ByteBuffer a = ByteBuffer.allocate(8);
      ByteBuffer v = ByteBuffer.allocate(8);
      byte[] first =
          row[0] == null
              ? new byte[8]
              : ZOrderByteUtils.longToOrderedBytes((Long) row[0], a).array();
      byte[] second = ZOrderByteUtils.doubleToOrderedBytes((Double) row[3], v).array();
      byte[][] columns = aFirst ? new byte[][] {first, second} : new byte[][] {second, first};
      keys[i] = ZOrderByteUtils.interleaveBits(columns, 16, ByteBuffer.allocate(16)).clone();
      order[i] = i;
    }
    Arrays.sort(order, (x, y) -> Arrays.compareUnsigned(keys[x], keys[y]));
    Batch out = Batch.of(rows.schema());
    out.appendSelected(
        rows, Arrays.stream(order).mapToInt(Integer::intValue).toArray(), order.length);
    return out;
  }

  @Test
  void statementsAreThoseOfIceberg() {
    Schema odd =
        new Schema(
            Types.NestedField.optional(1, "odd name", Types.LongType.get()),
            Types.NestedField.optional(2, "it's", Types.LongType.get()),
            Types.NestedField.optional(3, "order", Types.LongType.get()));
    Table table = create("my table", odd, 2, Map.of("write.target-file-size-bytes", "1000000"));
    IcebergRewriting rewriting =
        IcebergRewriting.of(table, ZonedFormats.parquet(FileStores.local()), 64L << 30, 1 << 30);
    assertEquals(
        List.of(
            "ALTER TABLE catalog.db.`my table` WRITE ORDERED BY `odd name` ASC NULLS FIRST, `it's`"
                + " DESC NULLS LAST;",
            "CALL catalog.system.rewrite_data_files(table => 'db.`my table`', strategy => 'sort',"
                + " sort_order => '`odd name` ASC NULLS FIRST, `it\\'s` DESC NULLS LAST',"
                + " options => map('rewrite-all', 'true', 'target-file-size-bytes', '1000000'));"),
        texts(rewriting, "sort(`odd name`, `it's` desc)"));
    assertEquals(
        List.of(
            "CALL catalog.system.rewrite_data_files(table => 'db.`my table`', strategy => 'sort',"
                + " sort_order => 'zorder(`odd name`, `order`)',"
                + " options => map('rewrite-all', 'true', 'target-file-size-bytes', '1000000'));"),
        texts(rewriting, "z-order(`odd name`, order; values)"));
    IcebergRewriting small =
        IcebergRewriting.of(table, ZonedFormats.parquet(FileStores.local()), 1L << 30, 1 << 20);
    assertEquals(
        "ALTER TABLE catalog.db.`my table` SET TBLPROPERTIES"
            + " ('write.parquet.row-group-size-bytes' = '16777216');",
        texts(small, "none").get(0));
  }

  private static List<String> texts(IcebergRewriting rewriting, String reorder) {
    Placement placement = Placement.parse("reorder=" + reorder + "; row-group=128MiB" + DEFAULT);
    return rewriting.statements(placement).stream().map(Statement::toString).toList();
  }

  @Test
  void deletedRowsAreNotCounted() throws IOException {
    Batch rows = FilesAdviceTest.rows(1000, 3);
    Table two = create("two", SCHEMA, 2, Map.of());
    String file = append(two, dataFile(two, "x", rows, null), 1000);
    Batch positions = Batch.of(io.placed.schema.Schema.parse("file_path: string, pos: int64"));
    positions.appendRow(file, 0L);
    positions.appendRow(file, 5L);
    positions.appendRow("/elsewhere", 6L);
    Path deletes = dataFile(two, "deletes", positions, null);
    two.newRowDelta().addDeletes(positionDeletes(two, deletes)).commit();
    check(two, rows, 0, 5);

    Table three = create("three", SCHEMA, 3, Map.of());
    String own = append(three, dataFile(three, "x", rows, null), 1000);
    OutputFileFactory files =
        OutputFileFactory.builderFor(three, 1, 1).format(FileFormat.PUFFIN).build();
    BaseDVFileWriter writer = new BaseDVFileWriter(files, f -> null);
    try (writer) {
      writer.delete(own, 7, three.spec(), null);
      writer.delete(own, 999, three.spec(), null);
    }
    var change = three.newRowDelta();
    writer.result().deleteFiles().forEach(change::addDeletes);
    change.commit();
    check(three, rows, 7, 999);

    Table equality = create("equality", SCHEMA, 2, Map.of());
    append(equality, dataFile(equality, "x", rows, null), 1000);
    DeleteFile by =
        FileMetadata.deleteFileBuilder(equality.spec())
            .ofEqualityDeletes(1)
            .withPath(deletes.toString())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(deletes.toFile().length())
            .withRecordCount(1)
            .build();
    equality.newRowDelta().addDeletes(by).commit();
    fails(equality.location(), "equality deletes");
  }

  private static DeleteFile positionDeletes(Table table, Path file) {
    return FileMetadata.deleteFileBuilder(table.spec())
        .ofPositionDeletes()
        .withPath(file.toString())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(file.toFile().length())
        .withRecordCount(3)
        .build();
  }

  private static void check(Table table, Batch rows, int... deleted) throws IOException {
    try (AdvisedTable t = FilesAdviceTest.open(table.location());
        AdvisedTable.Rows scan = t.scan(List.of("v"))) {
      assertEquals(rows.rows() - deleted.length, t.rows());
      int at = 0;
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++, at++) {
          int skipped = at;
          while (Arrays.binarySearch(deleted, skipped) >= 0) {
            skipped++;
          }
          at = skipped;
          assertEquals(rows.row(at)[3], scan.batch().row(i)[0]);
        }
      }
    }
  }

  @Test
  void renamedAndAddedColumnsAreFoundByTheirIds() throws IOException {
    Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.LongType.get()));
    Table table = create("renamed", schema, 2, Map.of());
    MessageType type =
        org.apache.parquet.schema.Types.buildMessage()
            .addField(
                org.apache.parquet.schema.Types.optional(PrimitiveTypeName.INT64).id(1).named("a"))
            .named("t");
    Path file = Files.createDirectories(Path.of(table.location(), "data")).resolve("x.parquet");
    try (ParquetWriter<org.apache.parquet.example.data.Group> out =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(type).build()) {
      for (long i = 0; i < 100; i++) {
        SimpleGroup g = new SimpleGroup(type);
        g.add("a", i);
        out.write(g);
      }
    }
    append(table, file, 100);
    table.updateSchema().renameColumn("a", "new").commit();
    table.updateSchema().addColumn("a", Types.StringType.get()).commit();
    try (AdvisedTable t = FilesAdviceTest.open(table.location());
        AdvisedTable.Rows rows = t.scan(List.of("a", "new"))) {
      assertTrue(rows.next());
      Object[] last = rows.batch().row(99);
      assertEquals(null, last[0]);
      assertEquals(99L, last[1]);
      Predicate p = Predicate.compare(List.of("new"), Predicate.Op.GT, 200L);
      assertEquals(0, t.read(List.of("new"), p, Device.HDD).rows());
    }
    table.updateSchema().updateColumn("new", Types.LongType.get()).commit();
  }

  private static Object[] onlyRow(Table table, String... columns) throws IOException {
    try (AdvisedTable t = FilesAdviceTest.open(table.location());
        AdvisedTable.Rows rows = t.scan(List.of(columns))) {
      assertTrue(rows.next());
      assertEquals(1, rows.batch().rows());
      return rows.batch().row(0);
    }
  }

  private static Batch batch(String schema, Object... row) {
    Batch out = Batch.of(io.placed.schema.Schema.parse(schema));
    out.appendRow(row);
    return out;
  }

  /** The partition has the values that files of Hive do not store, which have no ids either. */
  @Test
  void filesThatWereMigratedLackWhatTheirDirectoriesSay() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "kind", Types.StringType.get()),
            Types.NestedField.optional(3, "day", Types.DateType.get()),
            Types.NestedField.optional(4, "later", Types.LongType.get()));
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("kind").identity("day").build();
    Table table = create("migrated", schema, spec, 2, Map.of());
    Path file = dataFile(table, "x", batch("id: int64", 7L), null);
    append(table, file, 1, "kind=a/day=2020-02-29");
    Object[] row = {7L, "a", LocalDate.parse("2020-02-29"), null};
    assertArrayEquals(row, onlyRow(table, "id", "kind", "day", "later"));
    try (AdvisedTable t = FilesAdviceTest.open(table.location())) {
      Predicate other = Predicate.compare(List.of("kind"), Predicate.Op.EQ, "b");
      assertEquals(0, t.read(List.of("id"), other, Device.HDD).rows());
    }
    table
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(schema)))
        .commit();
    table.updateSchema().renameColumn("id", "number").commit();
    assertArrayEquals(row, onlyRow(table, "number", "kind", "day", "later"));
  }

  /** Each file may have other columns than the table. */
  @Test
  void footersAreReadAtTheSameTime() throws IOException {
    Table table = create("many", SCHEMA, 2, Map.of());
    Batch rows = FilesAdviceTest.rows(10, 3);
    List<String> files = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      files.add(append(table, dataFile(table, "f" + k, rows, null), 10));
    }
    table
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(table.schema())))
        .commit();
    Path plain = Files.createDirectories(directory.resolve("plain"));
    for (String f : files) {
      Files.copy(Path.of(f), plain.resolve(Path.of(f).getFileName()));
    }
    for (String path : List.of(table.location(), plain.toString())) {
      // The first file of a directory says what format it has.
      AtomicInteger alone = new AtomicInteger(path.equals(plain.toString()) ? 1 : 0);
      FaultStore.Faults faults =
          new TogetherCalls(
              o ->
                  o.op() == FaultStore.Op.OPEN
                      && o.path().endsWith(".parquet")
                      && alone.getAndDecrement() <= 0,
              files.size());
      FileStore store = new FaultStore(new LocalFileStore(), faults);
      assertEquals(30, AdvisedSources.at(p -> store, path).open().rows());
    }
  }

  /** Which columns the metadata has forgotten does not matter to the files. */
  @Test
  void renamedColumnsAreFoundAfterTheirSchemaHasExpired() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "a", Types.LongType.get()),
            Types.NestedField.optional(2, "b", Types.LongType.get()));
    Table table = create("expired", schema, 2, Map.of());
    append(table, dataFile(table, "x", batch("a: int64, b: int64", 1L, 2L), null), 1);
    table.updateSchema().renameColumn("a", "c").commit();
    table.updateSchema().renameColumn("b", "a").commit();
    append(table, dataFile(table, "y", batch("c: int64, a: int64", 3L, 4L), null), 1);
    table
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .cleanExpiredMetadata(true)
        .cleanExpiredFiles(false)
        .commit();
    assertEquals(1, table.schemas().size());
    fails(table.location(), "has no field ids, and the columns of the table have changed");
  }

  @Test
  void aColumnThatAFileLacksHasItsDefault() throws IOException {
    Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.LongType.get()));
    String mapping = NameMappingParser.toJson(MappingUtil.create(schema));
    Table table =
        create("defaults", schema, 3, Map.of(TableProperties.DEFAULT_NAME_MAPPING, mapping));
    append(table, dataFile(table, "x", batch("a: int64", 1L), null), 1);
    table
        .updateSchema()
        .addColumn("d", Types.DateType.get(), "", Literal.of("2020-02-29").to(Types.DateType.get()))
        .commit();
    assertArrayEquals(new Object[] {1L, LocalDate.parse("2020-02-29")}, onlyRow(table, "a", "d"));
  }

  @Test
  void unreadableTablesAreExplained() throws IOException {
    Table table = create("broken", SCHEMA, 2, Map.of());
    Path file = dataFile(table, "x", FilesAdviceTest.rows(10, 1), null);
    table
        .newAppend()
        .appendFile(
            DataFiles.builder(table.spec())
                .withPath(file.toString())
                .withFormat(FileFormat.AVRO)
                .withFileSizeInBytes(10)
                .withRecordCount(1)
                .build())
        .commit();
    fails(table.location(), "supported are Iceberg tables of Parquet and ORC files");
    Path metadata = Path.of(table.location(), "metadata");
    Files.writeString(metadata.resolve("version-hint.text"), "9");
    Files.writeString(metadata.resolve("v9.metadata.json"), "{\"format-version\": 2");
    fails(table.location(), "v9.metadata.json: not readable as metadata");
    Table empty = create("empty", SCHEMA, 2, Map.of());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> FilesAdviceTest.advise(empty.location(), "read a\n"))
            .getMessage();
    assertTrue(message.contains("is empty"), message);
  }

  private static void fails(String table, String expected) {
    RuntimeException e =
        assertThrows(IllegalArgumentException.class, () -> FilesAdviceTest.open(table));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }
}
