package io.placed.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.formats.BatchSource;
import io.placed.io.FileStores;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files in the hybrid calendar, against the conversions of Spark. */
class FileCalendarTest {
  private static final ParquetFormat FORMAT = new ParquetFormat(FileStores.local());
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long SWITCH = LocalDate.of(1582, 10, 15).toEpochDay();

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @TempDir Path dir;

  private Path write(Map<String, String> metadata, int[] days, long[] micros) throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 d (DATE); required int64 t (TIMESTAMP(MICROS,true));"
                + " required int64 ms (TIMESTAMP(MILLIS,true)); required int96 old;"
                + " required int64 n (TIMESTAMP(MICROS,false)); required int32 i;"
                + " required int64 l; }");
    Path file = dir.resolve("foreign.parquet");
    Files.deleteIfExists(file);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withExtraMetaData(metadata)
            .build()) {
      for (int i = 0; i < days.length; i++) {
        ByteBuffer int96 = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        int96.putLong(Math.floorMod(micros[i], MICROS_PER_DAY) * 1000);
        int96.putInt((int) Math.floorDiv(micros[i], MICROS_PER_DAY) + 2_440_588);
        Group group = new SimpleGroup(type);
        group.add("d", days[i]);
        group.add("t", micros[i]);
        group.add("ms", Math.floorDiv(micros[i], 1000L));
        group.add("old", Binary.fromConstantByteArray(int96.array()));
        group.add("n", micros[i]);
        group.add("i", days[i]);
        group.add("l", micros[i]);
        writer.write(group);
      }
    }
    return file;
  }

  /** The entries of Spark and Hive, of all versions. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | false | false | false",
        "org.apache.spark.version=2.4.8 | true | true | true",
        "org.apache.spark.version=3.0.3 | false | false | true",
        "org.apache.spark.version=3.1.0 | false | false | false",
        "org.apache.spark.version=4.2.0 | false | false | false",
        "org.apache.spark.version=10.1.0 | false | false | false",
        "org.apache.spark.version=2.4.0-vendor.7 | true | true | true",
        "org.apache.spark.version=next | false | false | false",
        "org.apache.spark.version=3.5.1;org.apache.spark.legacyDateTime= | true | true | false",
        "org.apache.spark.version=3.5.1;org.apache.spark.legacyINT96= | false | false | true",
        "writer.date.proleptic=false;writer.time.zone=Asia/Tokyo | true | false | false",
        "writer.date.proleptic=true;writer.time.zone=Asia/Tokyo | false | false | false",
        "writer.time.zone=Asia/Tokyo | false | false | false",
      })
  void writersNameTheirCalendar(String entries, boolean dates, boolean times, boolean int96)
      throws IOException {
    Map<String, String> metadata = new HashMap<>();
    for (String entry : entries.isEmpty() ? new String[0] : entries.split(";")) {
      metadata.put(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
    }
    int[] days = new int[2000];
    long[] micros = new long[days.length];
    for (int i = 0; i < days.length; i++) {
      days[i] = -900_000 + random.nextInt(1_000_000);
      micros[i] = days[i] * MICROS_PER_DAY + random.nextInt(86_400_000) * 1000L;
    }
    Path file = write(metadata, days, micros);
    int at = 0;
    try (BatchSource source =
        FORMAT.open(file.toString(), FORMAT.schema(List.of(file.toString())))) {
      while (source.next()) {
        for (int i = 0; i < source.batch().rows(); i++, at++) {
          int day = RebaseDateTime.rebaseJulianToGregorianDays(days[at]);
          long time = RebaseDateTime.rebaseJulianToGregorianMicros("UTC", micros[at]);
          String what = days[at] + " seed " + seed;
          assertEquals(dates ? day : days[at], ((IntColumn) source.batch().column(0)).get(i), what);
          for (int c = 1; c < 4; c++) {
            long expected = (c == 3 ? int96 : times) ? time : micros[at];
            assertEquals(expected, ((LongColumn) source.batch().column(c)).get(i), what);
          }
          assertEquals(micros[at], ((LongColumn) source.batch().column(4)).get(i), what);
          assertEquals(days[at], ((IntColumn) source.batch().column(5)).get(i), what);
          assertEquals(micros[at], ((LongColumn) source.batch().column(6)).get(i), what);
          if (days[at] >= SWITCH) {
            assertEquals(micros[at], ((LongColumn) source.batch().column(1)).get(i), what);
          }
        }
      }
    }
    assertEquals(days.length, at);
  }

  /** In all zones nothing changes from 1900 on, and the ends of the range are no error. */
  @Test
  void timestampsSince1900AreTheSame() {
    for (String zone : TimeZone.getAvailableIDs()) {
      HybridCalendar calendar = new HybridCalendar(zone);
      for (int i = 0; i < 200; i++) {
        long micros =
            Instant.parse("1900-01-01T00:00:00Z").getEpochSecond() * 1_000_000
                + (long) (random.nextDouble() * 200 * 365 * MICROS_PER_DAY);
        assertEquals(micros, calendar.micros(micros), zone);
      }
      calendar.micros(Long.MIN_VALUE);
      calendar.micros(Long.MAX_VALUE);
    }
    HybridCalendar.days(Integer.MIN_VALUE);
    assertEquals(Integer.MAX_VALUE, HybridCalendar.days(Integer.MAX_VALUE));
  }

  /** Those whose history was corrected since Spark's tables were made differ. */
  @Test
  void zonesAreThoseOfSpark() {
    System.out.println("FileCalendarTest seed " + seed);
    Set<String> differ = new TreeSet<>();
    for (String zone : ZoneId.getAvailableZoneIds()) {
      HybridCalendar calendar = new HybridCalendar(zone);
      for (int i = 0; i < 300; i++) {
        long micros =
            (long) ((random.nextDouble() * 2100 - 100 - 1970) * 365.2425 * MICROS_PER_DAY);
        if (calendar.micros(micros) != RebaseDateTime.rebaseJulianToGregorianMicros(zone, micros)) {
          differ.add(zone);
        }
      }
    }
    assertTrue(differ.size() < ZoneId.getAvailableZoneIds().size() / 5, differ.toString());
    for (String zone :
        List.of("UTC", "America/Los_Angeles", "Europe/Moscow", "Asia/Tokyo", "Africa/Monrovia")) {
      assertTrue(!differ.contains(zone), zone + " seed " + seed);
    }
  }
}
