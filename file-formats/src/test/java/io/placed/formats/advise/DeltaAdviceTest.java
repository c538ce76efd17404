package io.placed.formats.advise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.placed.advise.Advice;
import io.placed.advise.AdvisedTable;
import io.placed.advise.Statement;
import io.placed.advise.cost.ReadCost;
import io.placed.io.FileStores;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.Reordering.Curve;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Delta tables with a log that is written by hand, after the protocol, and read by the kernel. */
class DeltaAdviceTest {
  private static final int ROWS = 200_000;
  private static final int FILE = 256 << 10;

  private static final String FIELDS =
      """
      {"name":"a","type":"long","nullable":true,"metadata":{}},
      {"name":"b","type":"integer","nullable":true,"metadata":{}},
      {"name":"s","type":"string","nullable":true,"metadata":{}},
      {"name":"v","type":"double","nullable":true,"metadata":{}},
      {"name":"day","type":"date","nullable":true,"metadata":{}},
      {"name":"price","type":"decimal(9,2)","nullable":true,"metadata":{}}
      """;

  @TempDir Path directory;

  private static String metadata(String fields, String partition, Map<String, String> settings) {
    JsonObject schema =
        JsonParser.parseString("{\"type\":\"struct\",\"fields\":[" + fields + "]}")
            .getAsJsonObject();
    JsonObject m =
        JsonParser.parseString(
                "{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                    + "\"partitionColumns\":["
                    + partition
                    + "],\"createdTime\":1}")
            .getAsJsonObject();
    m.addProperty("schemaString", schema.toString());
    JsonObject configuration = new JsonObject();
    settings.forEach(configuration::addProperty);
    m.add("configuration", configuration);
    JsonObject out = new JsonObject();
    out.add("metaData", m);
    return out.toString();
  }

  private static String add(Path table, String file, String more) {
    return "{\"add\":{\"path\":\""
        + file
        + "\",\"size\":"
        + table.resolve(file).toFile().length()
        + ",\"modificationTime\":1,\"dataChange\":true"
        + (more.contains("partitionValues") ? "" : ",\"partitionValues\":{}")
        + more
        + "}}";
  }

  private static void commit(Path table, int version, List<String> actions) throws IOException {
    Path log = Files.createDirectories(table.resolve("_delta_log"));
    Files.write(log.resolve(String.format(Locale.ROOT, "%020d.json", version)), actions);
  }

  private static final String PROTOCOL =
      "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}";

  private static final String WITH_VECTORS =
      "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
          + "\"readerFeatures\":[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\"]}}";

  private Path write(Path table, String name, Batch rows) throws IOException {
    Files.createDirectories(table);
    Path file = table.resolve(name);
    FilesAdviceTest.write(FilesAdviceTest.format("parquet"), file.toString(), rows, null);
    return file;
  }

  private static Batch range(Batch rows, int from, int to) {
    Batch out = Batch.of(rows.schema());
    out.appendRange(rows, from, to - from);
    return out;
  }

  @Test
  void filesOfAZOrderReadWhatWasPredicted() throws IOException {
    Path table = directory.resolve("events");
    Batch rows = FilesAdviceTest.rows(ROWS, 13);
    write(table, "x.parquet", rows);
    Map<String, String> settings = Map.of("delta.targetFileSize", "" + FILE);
    commit(
        table, 0, List.of(PROTOCOL, metadata(FIELDS, "", settings), add(table, "x.parquet", "")));
    Advice advice =
        FilesAdviceTest.advise(table, "find: read a, v where a [0.3 to 0.4] weight 100\n");
    assertTrue(advice.decision().change(), advice.decision()::reason);
    assertEquals("sort(a)", advice.best().reorder().toString());
    assertEquals(
        List.of(
            "SET spark.databricks.delta.optimize.maxFileSize = " + FILE + ";",
            "OPTIMIZE delta.`" + table + "` ZORDER BY (a);"),
        advice.statements().stream().map(Statement::toString).toList());

    // Files of ranges whose rows are in the order in which they came.
    Integer[] order = new Integer[ROWS];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (x, y) -> {
          Long p = (Long) rows.row(x)[0];
          Long q = (Long) rows.row(y)[0];
          return Long.compare(p == null ? -1 : p, q == null ? -1 : q);
        });
    Path clustered = directory.resolve("clustered");
    long bytes = table.resolve("x.parquet").toFile().length();
    int files = Math.round((float) bytes / FILE);
    List<String> actions = new ArrayList<>(List.of(PROTOCOL, metadata(FIELDS, "", settings)));
    for (int f = 0; f < files; f++) {
      int[] some =
          Arrays.stream(
                  order, (int) ((long) ROWS * f / files), (int) ((long) ROWS * (f + 1) / files))
              .mapToInt(Integer::intValue)
              .sorted()
              .toArray();
      Batch part = Batch.of(rows.schema());
      part.appendSelected(rows, some, some.length);
      write(clustered, f + ".parquet", part);
      actions.add(add(clustered, f + ".parquet", ""));
    }
    commit(clustered, 0, actions);
    try (AdvisedTable t = FilesAdviceTest.open(clustered)) {
      Predicate find = FilesAdviceTest.between(rows, 0.3, 0.4);
      ReadCost counted = t.read(List.of("a", "v"), find, Device.HDD);
      double predicted = FilesAdviceTest.bytes(advice, "find", true);
      // One file of some three more or less.
      assertEquals(counted.bytes(), predicted, 0.4 * counted.bytes());
    }
  }

  @Test
  void deletionVectorsAndPartitionsAreRespected() throws IOException {
    Path table = directory.resolve("parts");
    Batch rows = FilesAdviceTest.rows(1000, 2);
    write(table, "x.parquet", rows);
    write(table, "y.parquet", rows);
    write(table, "old.parquet", rows);
    String region = "{\"name\":\"region\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}}";
    String vector = Base85Codec.encodeBytes(vector(3, 997));
    commit(
        table,
        0,
        List.of(
            WITH_VECTORS,
            metadata(
                FIELDS + "," + region, "\"region\"", Map.of("delta.enableDeletionVectors", "true")),
            add(table, "old.parquet", ",\"partitionValues\":{\"region\":\"north\"}")));
    commit(
        table,
        1,
        List.of(
            "{\"remove\":{\"path\":\"old.parquet\",\"deletionTimestamp\":1,\"dataChange\":true}}",
            add(table, "x.parquet", ",\"partitionValues\":{\"region\":\"north\"}"),
            add(
                table,
                "y.parquet",
                ",\"partitionValues\":{\"region\":null},\"deletionVector\":{\"storageType\":\"i\","
                    + "\"pathOrInlineDv\":\""
                    + vector.replace("\\", "\\\\").replace("\"", "\\\"")
                    + "\",\"sizeInBytes\":"
                    + vector(3, 997).length
                    + ",\"cardinality\":2}")));
    try (AdvisedTable t = FilesAdviceTest.open(table);
        AdvisedTable.Rows scan = t.scan(List.of("v", "region"))) {
      assertEquals(1998, t.rows());
      assertEquals(List.of("region"), t.partitionColumns());
      Predicate north = Predicate.compare(List.of("region"), Predicate.Op.EQ, "north");
      assertEquals(1000, t.read(List.of("v"), north, Device.HDD).rows());
      int n = 0;
      List<Object> ofNull = new ArrayList<>();
      while (scan.next()) {
        for (int i = 0; i < scan.batch().rows(); i++, n++) {
          Object[] row = scan.batch().row(i);
          if (row[1] == null) {
            ofNull.add(row[0]);
          }
        }
      }
      assertEquals(1998, n);
      assertEquals(998, ofNull.size());
      assertEquals(rows.row(2)[3], ofNull.get(2));
      assertEquals(rows.row(4)[3], ofNull.get(3));
    }
  }

  private static String field(String name, String type) {
    return "{\"name\":\"%s\",\"type\":%s,\"nullable\":true,\"metadata\":{}}"
        .formatted(name, type.startsWith("{") ? type : "\"" + type + "\"");
  }

  /** The only row of a table with one file, of which all columns are read. */
  private Object[] row(Path table, String fields, String partition, String value, Batch rows)
      throws IOException {
    write(table, "x.parquet", rows);
    String values = value == null ? "{}" : "{" + partition + ":\"" + value + "\"}";
    commit(
        table,
        0,
        List.of(
            PROTOCOL,
            metadata(fields, partition, Map.of()),
            add(table, "x.parquet", ",\"partitionValues\":" + values)));
    try (AdvisedTable t = FilesAdviceTest.open(table);
        AdvisedTable.Rows scan = t.scan(t.schema().fields().stream().map(Field::name).toList())) {
      assertTrue(scan.next());
      return scan.batch().row(0);
    }
  }

  private static Batch batch(String schema, Object... row) {
    Batch out = Batch.of(Schema.parse(schema));
    out.appendRow(row);
    return out;
  }

  @Test
  void partitionValuesAreThoseOfTheProtocol() throws IOException {
    Batch one = batch("id: int64", 1L);
    Object[][] values = {
      {"integer", "", null},
      {"double", "", null},
      {"string", "", null},
      {"double", "NaN", Double.NaN},
      {"float", "-Infinity", Float.NEGATIVE_INFINITY},
      {"binary", "\\u0001a", new byte[] {1, 'a'}},
      {"timestamp", "2020-01-01 00:00:00.5", Instant.parse("2020-01-01T00:00:00.5Z")},
      {"timestamp", "2020-01-01T00:00:00.5Z", Instant.parse("2020-01-01T00:00:00.5Z")},
      {"date", "2020-02-29", LocalDate.parse("2020-02-29")},
    };
    for (int i = 0; i < values.length; i++) {
      String fields = field("id", "long") + "," + field("p", (String) values[i][0]);
      String text = (String) values[i][1];
      Object[] read = row(directory.resolve("v" + i), fields, "\"p\"", text, one);
      assertArrayEquals(new Object[] {1L, values[i][2]}, read, values[i][0] + " " + text);
    }
    Path wrong = directory.resolve("wrong");
    String fields = field("id", "long") + "," + field("p", "integer");
    String message =
        assertThrows(IllegalArgumentException.class, () -> row(wrong, fields, "\"p\"", "x", one))
            .getMessage();
    assertTrue(message.contains("'x' is not a value of the partition column 'p'"), message);
  }

  @Test
  void directoriesWithBlanksAndPercentSignsAreFound() throws IOException {
    Path table = directory.resolve("a table%25");
    write(table.resolve("p=a%2Fb c"), "x y.parquet", batch("id: int64", 1L));
    commit(
        table,
        0,
        List.of(
            PROTOCOL,
            metadata(field("id", "long") + "," + field("p", "string"), "\"p\"", Map.of()),
            add(table, "p=a%2Fb c/x y.parquet", ",\"partitionValues\":{\"p\":\"a/b c\"}")
                .replace("p=a%2Fb c/x y", "p=a%252Fb%20c/x%20y")));
    try (AdvisedTable t = FilesAdviceTest.open(table);
        AdvisedTable.Rows scan = t.scan(List.of("id", "p"))) {
      assertTrue(scan.next());
      assertArrayEquals(new Object[] {1L, "a/b c"}, scan.batch().row(0));
    }
  }

  @Test
  void filesOfOtherTypesAreRefused() throws IOException {
    Batch price = batch("p: decimal(5, 2)", new BigDecimal("1.25"));
    fails("decimal(5,2)", field("p", "decimal(12,4)"), price);
    Object[] wider = row(directory.resolve("wider"), field("p", "decimal(20,2)"), "", null, price);
    assertArrayEquals(new Object[] {new BigDecimal("1.25")}, wider);
    Batch pair = batch("s: struct<a: int64, b: int64>", (Object) new Object[] {1L, 2L});
    String swapped = field("b", "long") + "," + field("a", "long");
    fails("struct<a", field("s", "{\"type\":\"struct\",\"fields\":[" + swapped + "]}"), pair);
    String more = field("a", "long") + "," + field("b", "long") + "," + field("c", "long");
    fails("struct<a", field("s", "{\"type\":\"struct\",\"fields\":[" + more + "]}"), pair);
  }

  private void fails(String stored, String fields, Batch rows) throws IOException {
    Path table = Files.createTempDirectory(directory, "other");
    String message =
        assertThrows(IllegalArgumentException.class, () -> row(table, fields, "", null, rows))
            .getMessage();
    assertTrue(message.contains(" as " + stored), message);
    assertTrue(message.contains("rewrite the file first"), message);
  }

  /** A bitmap as Delta stores it: magic number, then a portable array of 32-bit bitmaps. */
  private static byte[] vector(int... rows) {
    RoaringBitmap bitmap = RoaringBitmap.bitmapOf(rows);
    ByteBuffer out =
        ByteBuffer.allocate(4 + 8 + 4 + bitmap.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(1681511377).putLong(1).putInt(0);
    bitmap.serialize(out);
    // Base 85 has four bytes in five characters.
    return Arrays.copyOf(out.array(), (out.capacity() + 3) / 4 * 4);
  }

  @Test
  void statementsAreThoseOfDelta() {
    String groups = "; row-group=128MiB; column-groups=none; packing=many-row-groups(block=1GiB)";
    Placement hilbert = Placement.parse("reorder=hilbert(`odd name`, b; 1024 ranges)" + groups);
    Placement zOrder = Placement.parse("reorder=z-order(`odd name`, b; 1024 ranges)" + groups);
    DeltaRewriting plain = rewriting(false, false);
    assertEquals(
        List.of(
            "ALTER TABLE delta.`/x/it's ``odd` CLUSTER BY (`odd name`, b);",
            "OPTIMIZE delta.`/x/it's ``odd` FULL;"),
        plain.statements(hilbert).stream().map(Statement::toString).toList());
    assertEquals(
        List.of("OPTIMIZE delta.`/x/it's ``odd` ZORDER BY (`odd name`, b);"),
        plain.statements(zOrder).stream().map(Statement::toString).toList());
    assertEquals(2, plain.orders().curves().size());
    assertEquals(Set.of(Curve.Kind.Z_ORDER), rewriting(true, false).orders().curves());
    assertEquals(Set.of(Curve.Kind.HILBERT), rewriting(false, true).orders().curves());
  }

  private static DeltaRewriting rewriting(boolean partitioned, boolean clustered) {
    return new DeltaRewriting(
        "/x/it's `odd",
        ZonedFormats.parquet(FileStores.local()),
        "zstd",
        1 << 30,
        1 << 30,
        10,
        partitioned,
        clustered);
  }

  @Test
  void unreadableTablesAreExplained() throws IOException {
    Path table = directory.resolve("broken");
    commit(table, 0, List.of("{\"protocol\":"));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> FilesAdviceTest.open(table));
    assertTrue(e.getMessage().startsWith(table + ": the log of the Delta table"), e.getMessage());
    Path empty = directory.resolve("empty");
    commit(empty, 0, List.of(PROTOCOL, metadata(FIELDS, "", Map.of())));
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> FilesAdviceTest.advise(empty, "read a\n"))
            .getMessage();
    assertTrue(message.contains("is empty"), message);
    Path newer = directory.resolve("newer");
    commit(
        newer,
        0,
        List.of(
            "{\"protocol\":{\"minReaderVersion\":99,\"minWriterVersion\":99}}",
            metadata(FIELDS, "", Map.of())));
    e = assertThrows(IllegalArgumentException.class, () -> FilesAdviceTest.open(newer));
    assertTrue(e.getMessage().contains("99"), e.getMessage());
  }
}
