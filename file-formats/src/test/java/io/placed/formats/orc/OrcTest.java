package io.placed.formats.orc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.formats.RandomRows;
import io.placed.formats.Schemas;
import io.placed.formats.container.Container;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrcTest {
  private static final int ROWS = 3000;

  @TempDir Path dir;

  /** Every third value of a column is null. */
  private Path write() throws IOException {
    TypeDescription type =
        TypeDescription.fromString(
            "struct<b:boolean,i:int,d:double,dec:decimal(20,3),s:string,day:date,t:timestamp,"
                + "tz:timestamp with local time zone,l:array<struct<x:bigint>>,m:map<string,int>>");
    Path file = dir.resolve("x.orc");
    Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(new Configuration())
                .setSchema(type)
                .useUTCTimestamp(true)
                .setProlepticGregorian(true));
    VectorizedRowBatch batch = type.createRowBatch();
    ((DateColumnVector) batch.cols[5]).changeCalendar(true, false);
    for (int row = 0; row < ROWS; row++) {
      fill(batch, batch.size++, row);
      if (batch.size == batch.getMaxSize()) {
        writer.addRowBatch(batch);
        batch.reset();
      }
    }
    writer.addRowBatch(batch);
    writer.close();
    return file;
  }

  private static void fill(VectorizedRowBatch batch, int at, int row) {
    ((LongColumnVector) batch.cols[0]).vector[at] = row & 1;
    ((LongColumnVector) batch.cols[1]).vector[at] = -row;
    ((DoubleColumnVector) batch.cols[2]).vector[at] = row / 4.0;
    ((DecimalColumnVector) batch.cols[3]).set(at, HiveDecimal.create("-" + row + ".5"));
    ((BytesColumnVector) batch.cols[4]).setVal(at, ("s" + row).getBytes(StandardCharsets.UTF_8));
    ((LongColumnVector) batch.cols[5]).vector[at] = row - 800_000;
    for (int c = 6; c < 8; c++) {
      TimestampColumnVector t = (TimestampColumnVector) batch.cols[c];
      // Milliseconds are in both fields.
      t.time[at] = -1000L * row + row / 1000;
      t.nanos[at] = 1000 * row;
    }
    ListColumnVector list = (ListColumnVector) batch.cols[8];
    list.offsets[at] = list.childCount;
    list.lengths[at] = row % 3;
    list.childCount += row % 3;
    list.child.ensureSize(list.childCount, true);
    for (int k = 0; k < row % 3; k++) {
      LongColumnVector x = (LongColumnVector) ((StructColumnVector) list.child).fields[0];
      x.vector[(int) list.offsets[at] + k] = row + k;
    }
    MapColumnVector map = (MapColumnVector) batch.cols[9];
    map.offsets[at] = map.childCount;
    map.lengths[at] = 1;
    map.childCount++;
    map.keys.ensureSize(map.childCount, true);
    map.values.ensureSize(map.childCount, true);
    int child = map.childCount - 1;
    ((BytesColumnVector) map.keys).setVal(child, new byte[] {'k'});
    ((LongColumnVector) map.values).vector[child] = row;
    int missing = row % 30;
    if (missing < 10) {
      batch.cols[missing].isNull[at] = true;
      batch.cols[missing].noNulls = false;
    }
  }

  private static String expected(int row) {
    String time = Instant.ofEpochSecond(-row, 1000L * row).toString();
    String local = time.substring(0, time.length() - 1);
    StringBuilder list = new StringBuilder("[");
    for (int k = 0; k < row % 3; k++) {
      list.append("[struct, [").append(row + k).append(", ], ], ");
    }
    String[] values = {
      String.valueOf((row & 1) == 1),
      String.valueOf(-row),
      String.valueOf(row / 4.0),
      "-" + row + ".500",
      "s" + row,
      LocalDate.ofEpochDay(row - 800_000).toString(),
      LocalDateTime.parse(local).toString(),
      time,
      list.append(']').toString(),
      "{k: " + row + ", }",
    };
    if (row % 30 < 10) {
      values[row % 30] = "null";
    }
    return String.join(" | ", values) + " | ";
  }

  @Test
  void readsValuesAndMissingValues() throws IOException {
    String path = write().toString();
    OrcFormat format = new OrcFormat(Configuration::new);
    Schema schema = format.schema(List.of(path));
    assertEquals(
        "b: boolean, i: int32, d: double, dec: decimal(20,3), s: string, day: date,"
            + " t: timestamp_ntz, tz: timestamp, l: list<element: struct<x: int64>>,"
            + " m: map<key: string not null, value: int32>",
        Schemas.text(schema));
    List<String> rows = new ArrayList<>();
    try (BatchSource source = format.open(path, schema)) {
      while (source.next()) {
        rows.addAll(RandomRows.texts(source.batch()));
      }
    }
    assertEquals(ROWS, rows.size());
    for (int row = 0; row < ROWS; row++) {
      assertEquals(expected(row), rows.get(row));
    }
    try (BatchSource source = format.open(path, schema.select(List.of("m", "i")))) {
      source.next();
      assertEquals("{k: 0, } | 0 | ", RandomRows.texts(source.batch()).get(0));
      assertEquals("{k: 1, } | null | ", RandomRows.texts(source.batch()).get(1));
    }
  }

  @Test
  void bringsEveryTypeBackInEveryZone() throws IOException {
    long seed = new Random().nextLong();
    Batch batch = new RandomRows(seed).batch(RandomRows.EVERY_TYPE, 5000);
    TimeZone zone = TimeZone.getDefault();
    Path file = dir.resolve("every.orc");
    OrcFormat format = new OrcFormat(Configuration::new);
    try {
      for (String name : List.of("America/Los_Angeles", "UTC", "Asia/Kathmandu")) {
        TimeZone.setDefault(TimeZone.getTimeZone(name));
        try (OrcSink sink =
            new OrcSink(
                new LocalFileStore(),
                file.toString(),
                RandomRows.EVERY_TYPE,
                OrcCompression.parse("zstd(2)"),
                Container.USUAL,
                true)) {
          sink.write(batch);
          sink.finish();
        }
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Zurich"));
        Schema schema = format.schema(List.of(file.toString()));
        List<String> rows = new ArrayList<>();
        try (BatchSource source = format.open(file.toString(), schema)) {
          while (source.next()) {
            rows.addAll(RandomRows.texts(source.batch()));
          }
        }
        assertEquals(RandomRows.texts(batch), rows, "seed " + seed);
      }
    } finally {
      TimeZone.setDefault(zone);
    }
  }

  /** Seconds are rounded toward zero there, as those after 1970 are. */
  @Test
  void refusesTheLastSecondBefore1970() throws IOException {
    for (String type : List.of("timestamp", "timestamp_ntz")) {
      Schema schema = Schema.parse("t: " + type + ", l: list<" + type + ">");
      TypeDescription orc = OrcBatches.type(schema);
      List<Object> found = new ArrayList<>();
      Batch good = Batch.of(schema);
      for (long micros : new long[] {-2_000_000, -1_500_000, -1_000_000, -999_001, 0, 1, 999_999}) {
        Object value = time(type, micros);
        good.appendRow(value, List.of(value));
      }
      good.appendRow(null, null);
      Path file = dir.resolve(type + ".orc");
      try (OrcSink sink =
          new OrcSink(
              new LocalFileStore(),
              file.toString(),
              schema,
              OrcCompression.parse("zstd(2)"),
              Container.USUAL,
              true)) {
        sink.write(good);
        sink.finish();
      }
      try (BatchSource source = new OrcFormat(Configuration::new).open(file.toString(), schema)) {
        while (source.next()) {
          found.addAll(RandomRows.texts(source.batch()));
        }
      }
      assertEquals(RandomRows.texts(good), found);
      for (long micros : new long[] {-999_000, -500_000, -1}) {
        Object value = time(type, micros);
        Batch bad = Batch.of(schema);
        bad.appendRow(null, List.of(value));
        FormatException e = assertThrows(FormatException.class, () -> OrcBatches.toOrc(bad, orc));
        assertTrue(e.getMessage().startsWith("column 'l' has a timestamp in the last"));
        bad.clear();
        bad.appendRow(value, null);
        e = assertThrows(FormatException.class, () -> OrcBatches.toOrc(bad, orc));
        assertTrue(e.getMessage().startsWith("column 't' has a timestamp in the last"));
      }
    }
  }

  private static Object time(String type, long micros) {
    Instant instant = Values.instant(micros);
    return type.equals("timestamp") ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  /** Benchmarks keep ORC's batches while the source reuses its own. */
  @Test
  void batchesAreCopies() {
    Schema schema = Schema.parse("s: string");
    Batch batch = Batch.of(schema);
    batch.appendRow("first");
    VectorizedRowBatch copy = OrcBatches.toOrc(batch, OrcBatches.type(schema));
    batch.clear();
    batch.appendRow("other");
    assertEquals("first", ((BytesColumnVector) copy.cols[0]).toString(0));
  }

  @Test
  void refusesAFileThatOnlyStartsAsOne() throws IOException {
    Path file = dir.resolve("short.orc");
    Files.writeString(file, "ORC and then nothing that makes sense");
    OrcFormat format = new OrcFormat(Configuration::new);
    assertThrows(FormatException.class, () -> format.schema(List.of(file.toString())));
  }

  @Test
  void refusesTimestampsBeyondMicroseconds() throws IOException {
    TypeDescription type = TypeDescription.fromString("struct<t:timestamp>");
    Path file = dir.resolve("far.orc");
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(new Configuration()).setSchema(type).useUTCTimestamp(true))) {
      VectorizedRowBatch batch = type.createRowBatch();
      TimestampColumnVector t = (TimestampColumnVector) batch.cols[0];
      t.time[0] = 10_000_000_000_000_000L; // Milliseconds: in the year 318857.
      t.nanos[0] = 0;
      batch.size = 1;
      writer.addRowBatch(batch);
    }
    OrcFormat format = new OrcFormat(Configuration::new);
    Schema schema = format.schema(List.of(file.toString()));
    try (BatchSource source = format.open(file.toString(), schema)) {
      FormatException e = assertThrows(FormatException.class, source::next);
      assertTrue(e.getMessage().contains("overflows 64-bit microseconds"), e.getMessage());
    }
  }

  /** A file of pyarrow 26, whose nanoseconds are negative before 1970. */
  @Test
  void timestampsMayHaveNegativeNanoseconds() throws Exception {
    Path file = Path.of(OrcTest.class.getResource("negative-nanoseconds.orc").toURI());
    List<Object> expected = new ArrayList<>();
    for (long micros :
        new long[] {
          -573_877_731_238_162L,
          -1,
          -500_000,
          -1_000_000,
          -1_500_000,
          -1000,
          -999,
          -1_999_999,
          1,
          1_500_000
        }) {
      expected.add(Values.instant(micros));
    }
    expected.add(null);
    List<Object> found = new ArrayList<>();
    OrcFormat format = new OrcFormat(Configuration::new);
    Schema schema = format.schema(List.of(file.toString()));
    try (BatchSource source = format.open(file.toString(), schema)) {
      while (source.next()) {
        for (int i = 0; i < source.batch().rows(); i++) {
          found.add(source.batch().row(i)[1]);
        }
      }
    }
    assertEquals(expected, found);
  }

  /** A file of pyarrow 26, which does not name its calendar. Only Java's may be the hybrid one. */
  @Test
  void datesOfOtherWritersAreProleptic() throws Exception {
    Path file = Path.of(OrcTest.class.getResource("early-dates.orc").toURI());
    List<List<Object>> expected = new ArrayList<>();
    for (String day :
        List.of(
            "0001-01-01", "0462-02-02", "1500-03-01", "1582-10-04", "1582-10-15", "9999-12-31")) {
      LocalDate date = LocalDate.parse(day);
      expected.add(List.of(date, date.atTime(1, 2, 3), List.of(date)));
    }
    expected.add(Arrays.asList(null, null, Arrays.asList((Object) null)));
    List<List<Object>> found = new ArrayList<>();
    OrcFormat format = new OrcFormat(Configuration::new);
    Schema schema = format.schema(List.of(file.toString()));
    try (BatchSource source = format.open(file.toString(), schema)) {
      while (source.next()) {
        for (int i = 0; i < source.batch().rows(); i++) {
          found.add(Arrays.asList(source.batch().row(i)));
        }
      }
    }
    assertEquals(expected, found);
  }
}
