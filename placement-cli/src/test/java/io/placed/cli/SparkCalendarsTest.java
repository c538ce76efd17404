package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.formats.BatchSource;
import io.placed.formats.RandomRows;
import io.placed.formats.parquet.ParquetFormat;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.Zone;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parquet files that Spark writes in the hybrid calendar, against what it reads back itself. */
@OneIn(2)
class SparkCalendarsTest {
  private static final ParquetFormat FORMAT = new ParquetFormat(FileStores.local());
  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate SWITCH = LocalDate.of(1582, 10, 15);

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @TempDir Path dir;

  private SparkSession spark() {
    return SparkSession.builder()
        .master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.local.dir", dir.resolve("spark").toString())
        .config("spark.sql.warehouse.dir", dir.resolve("warehouse").toString())
        .config("spark.sql.datetime.java8API.enabled", "true")
        .getOrCreate();
  }

  /** Days around each change of the difference of the calendars, then random ones. */
  private List<LocalDate> dates() {
    List<LocalDate> out = new ArrayList<>();
    for (int century = 0; century <= 16; century++) {
      for (int k = -12; k < 12; k++) {
        out.add(LocalDate.of(Math.max(1, century * 100), 3, 1).plusDays(k));
      }
    }
    FIRST.datesUntil(FIRST.plusDays(4)).forEach(out::add);
    SWITCH.minusDays(30).datesUntil(SWITCH.plusDays(6)).forEach(out::add);
    for (int i = 0; i < 3000; i++) {
      out.add(FIRST.plusDays(random.nextInt(800_000)));
    }
    out.removeIf(d -> d.isBefore(FIRST));
    return out;
  }

  private List<Row> rows() {
    List<Row> out = new ArrayList<>();
    for (LocalDate d : dates()) {
      Instant t =
          Instant.ofEpochSecond(
              d.toEpochDay() * 86_400 + random.nextInt(86_400), random.nextInt(1_000_000) * 1000L);
      boolean none = random.nextInt(20) == 0;
      out.add(
          RowFactory.create(
              out.size(),
              none ? null : d,
              none ? null : t,
              none ? null : LocalDateTime.ofInstant(t, ZoneOffset.UTC),
              RowFactory.create(d, t),
              List.of(d, d.plusDays(1))));
    }
    return out;
  }

  private static StructType type() {
    return new StructType()
        .add("id", DataTypes.IntegerType)
        .add("d", DataTypes.DateType)
        .add("t", DataTypes.TimestampType)
        .add("n", DataTypes.TimestampNTZType)
        .add("s", new StructType().add("d", DataTypes.DateType).add("t", DataTypes.TimestampType))
        .add("l", DataTypes.createArrayType(DataTypes.DateType));
  }

  private static Path only(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> parts = files.filter(f -> f.toString().endsWith(".parquet")).toList();
      assertEquals(1, parts.size());
      return parts.get(0);
    }
  }

  private static List<String> read(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    Schema schema = FORMAT.schema(List.of(file.toString()));
    try (BatchSource source = FORMAT.open(file.toString(), schema)) {
      while (source.next()) {
        rows.addAll(RandomRows.texts(source.batch()));
      }
    }
    return rows;
  }

  /** What Spark has read, in the form of {@link #read}, by way of a file that is not hybrid. */
  private List<String> readBySpark(SparkSession spark, Path file, String name) throws IOException {
    Path copy = dir.resolve(name + "-copy");
    spark
        .read()
        .parquet(file.toString())
        .coalesce(1)
        .write()
        .option("compression", "zstd")
        .parquet(copy.toString());
    return read(only(copy));
  }

  private static void set(SparkSession spark, String mode, String type, String zone) {
    spark.conf().set("spark.sql.parquet.datetimeRebaseModeInWrite", mode);
    spark.conf().set("spark.sql.parquet.int96RebaseModeInWrite", mode);
    spark.conf().set("spark.sql.parquet.outputTimestampType", type);
    spark.conf().set("spark.sql.session.timeZone", zone);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "America/Los_Angeles",
        "Europe/Moscow",
        "Asia/Tokyo",
        "Africa/Monrovia",
        "+02:00"
      })
  void rowsAreThoseThatSparkReads(String zone) throws IOException {
    System.out.println("SparkCalendarsTest seed " + seed);
    try (SparkSession spark = spark()) {
      Dataset<Row> rows = spark.createDataFrame(rows(), type()).coalesce(1);
      for (String type : List.of("TIMESTAMP_MICROS", "TIMESTAMP_MILLIS", "INT96")) {
        Path out = dir.resolve(type);
        set(spark, "LEGACY", type, zone);
        DataFrameWriter<Row> to = rows.write();
        to.option("parquet.enable.dictionary", random.nextBoolean()).parquet(out.toString());
        set(spark, "CORRECTED", "TIMESTAMP_MICROS", zone);
        Path file = only(out);
        List<String> expected = readBySpark(spark, file, type);
        List<String> found = read(file);
        assertEquals(rows.count(), found.size());
        for (int i = 0; i < found.size(); i++) {
          assertEquals(expected.get(i), found.get(i), type + " " + zone + " seed " + seed);
        }
        assertBounds(file, found.size());
      }
    }
  }

  /** Bounds that are known hold for the values as they are read. */
  private static void assertBounds(Path file, long rows) throws IOException {
    try (FileZones zones = FORMAT.zones(file.toString());
        BatchSource source =
            FORMAT.open(
                file.toString(),
                FORMAT.schema(List.of(file.toString())).select(List.of("d", "t", "n")))) {
      List<Long> days = new ArrayList<>();
      List<Long> times = new ArrayList<>();
      List<Long> locals = new ArrayList<>();
      while (source.next()) {
        for (int i = 0; i < source.batch().rows(); i++) {
          if (!source.batch().column(0).isNull(i)) {
            days.add((long) ((IntColumn) source.batch().column(0)).get(i));
            times.add(((LongColumn) source.batch().column(1)).get(i));
            locals.add(((LongColumn) source.batch().column(2)).get(i));
          }
        }
      }
      assertEquals(1, zones.groups());
      Zone d = zones.zones(0, "d", false).get(0);
      assertEquals(days.stream().min(Long::compare).get(), d.statistics().min());
      assertEquals(days.stream().max(Long::compare).get(), d.statistics().max());
      assertNull(zones.zones(0, "t", false).get(0).statistics());
      Zone n = zones.zones(0, "n", false).get(0);
      assertEquals(locals.stream().min(Long::compare).get(), n.statistics().min());
      List<Zone> pages = zones.zones(0, "d", true);
      assertEquals(rows, pages.get(pages.size() - 1).to());
      assertNotNull(pages.get(0).statistics());
      assertTrue((Long) pages.get(0).statistics().min() >= (Long) d.statistics().min());
    }
  }
}
