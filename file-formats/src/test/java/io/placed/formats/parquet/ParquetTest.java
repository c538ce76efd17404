package io.placed.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.formats.RandomRows;
import io.placed.formats.Schemas;
import io.placed.formats.container.Container;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTest {
  private static final ParquetFormat FORMAT = new ParquetFormat(FileStores.local());

  @TempDir Path dir;

  private static List<String> read(Path file, Schema wanted) throws IOException {
    List<String> rows = new ArrayList<>();
    try (BatchSource source = FORMAT.open(file.toString(), wanted)) {
      while (source.next()) {
        rows.addAll(RandomRows.texts(source.batch()));
      }
    }
    return rows;
  }

  private static Schema schema(Path file) throws IOException {
    return FORMAT.schema(List.of(file.toString()));
  }

  @Test
  void bringsEveryTypeBack() throws IOException {
    long seed = new Random().nextLong();
    Batch batch = new RandomRows(seed).batch(RandomRows.EVERY_TYPE, 5000);
    Path file = dir.resolve("x.parquet");
    try (ParquetSink sink =
        new ParquetSink(
            new LocalFileStore(),
            file.toString(),
            RandomRows.EVERY_TYPE,
            ParquetCompression.parse("zstd(1)"),
            Container.USUAL,
            false)) {
      sink.write(batch);
      sink.finish();
    }
    assertEquals(RandomRows.EVERY_TYPE, schema(file), "seed " + seed);
    assertEquals(RandomRows.texts(batch), read(file, schema(file)), "seed " + seed);
    Schema some = schema(file).select(List.of("ml", "d38", "st"));
    List<String> expected = new ArrayList<>();
    Batch part =
        Batch.of(some, List.of(batch.column("ml"), batch.column("d38"), batch.column("st")), 5000);
    expected.addAll(RandomRows.texts(part));
    assertEquals(expected, read(file, some), "seed " + seed);
  }

  /** Writes one row with parquet-java's own row class. */
  private Path write(String message, Consumer<Group> row) throws IOException {
    MessageType type = MessageTypeParser.parseMessageType(message);
    Path file = dir.resolve("foreign.parquet");
    java.nio.file.Files.deleteIfExists(file);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .build()) {
      Group group = new SimpleGroup(type);
      row.accept(group);
      writer.write(group);
    }
    return file;
  }

  private void expect(Path file, String schema, String row) throws IOException {
    Schema found = schema(file);
    assertEquals(schema, Schemas.text(found));
    assertEquals(List.of(row), read(file, found));
  }

  @Test
  void readsListsOfOldWriters() throws IOException {
    Path twoLevels =
        write(
            "message m { optional group a (LIST) { repeated int32 array; }"
                + " optional group b (LIST) { repeated group b_tuple { required int32 x; } }"
                + " repeated int64 c; optional group d { repeated binary e (STRING); } }",
            g -> {
              Group a = g.addGroup("a");
              a.add("array", 1);
              a.add("array", 2);
              g.addGroup("b").addGroup("b_tuple").add("x", 7);
              g.addGroup("d").append("e", "u").append("e", "v");
            });
    expect(
        twoLevels,
        "a: list<element: int32 not null>,"
            + " b: list<element: struct<x: int32 not null> not null>,"
            + " c: list<element: int64 not null> not null,"
            + " d: struct<e: list<element: string not null> not null>",
        "[1, 2, ] | [[struct, [7, ], ], ] | [] | [struct, [[u, v, ], ], ] | ");
  }

  @Test
  void readsTheOtherLogicalTypes() throws IOException {
    ByteBuffer int96 = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    int96.putLong(3_600_000_000_000L).putInt(2_440_588 + 1);
    Path file =
        write(
            "message m { required int32 u8 (INTEGER(8,false)); required int32 u32"
                + " (INTEGER(32,false)); required int64 u64 (INTEGER(64,false)); required int96"
                + " old; required int64 ms (TIMESTAMP(MILLIS,true)); required int64 ns"
                + " (TIMESTAMP(NANOS,false)); required fixed_len_byte_array(16) id (UUID); required"
                + " fixed_len_byte_array(2) half (FLOAT16); required binary dec (DECIMAL(30,3));"
                + " required int32 dec9 (DECIMAL(9,2)); required binary raw; required binary json"
                + " (JSON); required binary e (ENUM); }",
            g -> {
              g.add("u8", 255);
              g.add("u32", -1);
              g.add("u64", -1L);
              g.add("old", Binary.fromConstantByteArray(int96.array()));
              g.add("ms", -1L);
              g.add("ns", 1_001_000L);
              g.add("id", Binary.fromConstantByteArray(new byte[16]));
              g.add("half", Binary.fromConstantByteArray(new byte[] {0, (byte) 0xc1}));
              g.add("dec", Binary.fromConstantByteArray(new byte[] {(byte) 0xff, 0x38}));
              g.add("dec9", -105);
              g.add("raw", Binary.fromConstantByteArray(new byte[] {1}));
              g.add("json", "{}");
              g.add("e", "RED");
            });
    expect(
        file,
        "u8: int16 not null, u32: int64 not null, u64: decimal(20,0) not null,"
            + " old: timestamp not null, ms: timestamp not null, ns: timestamp_ntz not null,"
            + " id: string not null, half: float not null, dec: decimal(30,3) not null,"
            + " dec9: decimal(9,2) not null, raw: binary not null, json: string not null,"
            + " e: string not null",
        "255 | 4294967295 | 18446744073709551615 | 1970-01-02T01:00:00Z |"
            + " 1969-12-31T23:59:59.999Z | 1970-01-01T00:00:00.001001 |"
            + " 00000000-0000-0000-0000-000000000000 | -2.5 | -0.200 | -1.05 | 1/1 | {} | RED | ");
  }

  @Test
  void refusesWhatItCannotKeep() throws IOException {
    Path time = write("message m { required int32 t (TIME(MILLIS,true)); }", g -> g.add("t", 1));
    FormatException e = assertThrows(FormatException.class, () -> schema(time));
    assertTrue(e.getMessage().contains("unsupported type time of day"), e.getMessage());
    Path nanos =
        write("message m { required int64 t (TIMESTAMP(NANOS,true)); }", g -> g.add("t", 1L));
    Schema schema = schema(nanos);
    FormatException lost = assertThrows(FormatException.class, () -> read(nanos, schema));
    assertTrue(lost.getMessage().contains("nanoseconds"), lost.getMessage());
    ByteBuffer int96 = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    int96.putLong(0).putInt(Integer.MAX_VALUE);
    Path far =
        write(
            "message m { required int96 t; }",
            g -> g.add("t", Binary.fromConstantByteArray(int96.array())));
    Schema ofFar = schema(far);
    FormatException beyond = assertThrows(FormatException.class, () -> read(far, ofFar));
    assertTrue(
        beyond.getMessage().contains("'t' has the Julian day 2147483647, which overflows"),
        beyond.getMessage());
  }

  @Test
  void readsHalfFloats() {
    assertEquals(65504f, PrimitiveConverters.fromHalf((short) 0x7bff));
    assertEquals(0x1p-24f, PrimitiveConverters.fromHalf((short) 1));
    assertEquals(-0.0f, PrimitiveConverters.fromHalf((short) 0x8000));
    assertEquals(Float.NEGATIVE_INFINITY, PrimitiveConverters.fromHalf((short) 0xfc00));
    assertEquals(Float.NaN, PrimitiveConverters.fromHalf((short) 0x7e00));
  }
}
