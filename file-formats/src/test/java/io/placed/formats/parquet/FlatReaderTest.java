package io.placed.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.formats.RandomRows;
import io.placed.formats.container.Container;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with many pages, of both versions, in every encoding of parquet-java's writers. */
class FlatReaderTest {
  private static final ParquetFormat FORMAT = new ParquetFormat(FileStores.local());

  private static final String[] TYPES = {
    "boolean %s", "int32 %s", "int64 %s", "float %s", "double %s", "binary %s (STRING)", "binary %s"
  };

  private static final Schema SCHEMA =
      Schema.parse(
          "o0: boolean, o1: int32, o2: int64, o3: float, o4: double, o5: string, o6: binary,"
              + " r0: boolean not null, r1: int32 not null, r2: int64 not null, r3: float not null,"
              + " r4: double not null, r5: string not null, r6: binary not null");

  @TempDir Path dir;

  private static MessageType message() {
    StringBuilder fields = new StringBuilder();
    for (String repetition : List.of("optional", "required")) {
      for (int t = 0; t < TYPES.length; t++) {
        String name = repetition.charAt(0) + "" + t;
        fields.append(repetition).append(' ').append(TYPES[t].formatted(name)).append("; ");
      }
    }
    return MessageTypeParser.parseMessageType("message m { " + fields + "}");
  }

  /**
   * @param distinct number of different values per column
   */
  private static Object value(int type, Random random, int distinct) {
    int k = random.nextInt(distinct);
    return switch (type) {
      case 0 -> k % 2 == 0;
      case 1 -> k - 1000;
      case 2 -> k * 1_000_000_007L;
      case 3 -> k / 8f;
      case 4 -> k / 10.0;
      case 5 -> "é".repeat(k % 5) + k;
      default -> (k + "-").repeat(k % 3).getBytes(StandardCharsets.UTF_8);
    };
  }

  private static void add(Group group, int field, Object value) {
    if (value instanceof Boolean v) {
      group.add(field, v);
    } else if (value instanceof Integer v) {
      group.add(field, v);
    } else if (value instanceof Long v) {
      group.add(field, v);
    } else if (value instanceof Float v) {
      group.add(field, v);
    } else if (value instanceof Double v) {
      group.add(field, v);
    } else if (value instanceof String v) {
      group.add(field, v);
    } else {
      group.add(field, Binary.fromConstantByteArray((byte[]) value));
    }
  }

  /** Writes rows into a file, and returns them. */
  private List<String> write(Path file, Random random, int rows) throws IOException {
    MessageType type = message();
    Batch expected = Batch.of(SCHEMA);
    int distinct = 1 << random.nextInt(13);
    int nulls = random.nextInt(3) * 5;
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withWriterVersion(
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withDictionaryEncoding(random.nextBoolean())
            .withDictionaryPageSize(1 << 8 + random.nextInt(12))
            .withByteStreamSplitEncoding(random.nextBoolean())
            .withPageSize(1 << 8 + random.nextInt(8))
            .withPageRowCountLimit(1 + random.nextInt(3000))
            .withRowGroupSize(1L << 14 + random.nextInt(10))
            .withCompressionCodec(
                random.nextBoolean()
                    ? CompressionCodecName.ZSTD
                    : CompressionCodecName.UNCOMPRESSED)
            .build()) {
      for (int r = 0; r < rows; r++) {
        Group group = new SimpleGroup(type);
        Object[] row = new Object[2 * TYPES.length];
        for (int f = 0; f < row.length; f++) {
          int kind = f % TYPES.length;
          if (f >= TYPES.length || nulls == 0 || random.nextInt(nulls) != 0) {
            row[f] = value(kind, random, distinct);
            add(group, f, row[f]);
          }
        }
        writer.write(group);
        expected.appendRow(row);
      }
    }
    return RandomRows.texts(expected);
  }

  private static List<String> read(Path file, Schema schema) throws IOException {
    List<String> rows = new ArrayList<>();
    try (BatchSource source = FORMAT.open(file.toString(), schema)) {
      while (source.next()) {
        // Copied, so that values must be in what the batch says it uses of its arenas.
        Batch copy = Batch.of(schema);
        copy.appendRange(source.batch(), 0, source.batch().rows());
        rows.addAll(RandomRows.texts(copy));
      }
    }
    return rows;
  }

  @Test
  void readsEveryEncoding() throws IOException {
    for (int i = 0; i < 25; i++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      Path file = dir.resolve(i + ".parquet");
      List<String> expected = write(file, random, random.nextInt(12_000));
      assertEquals(SCHEMA, FORMAT.schema(List.of(file.toString())));
      assertEquals(expected, read(file, SCHEMA), "seed " + seed);
    }
  }

  /** The bytes that values share belong to one batch, also if it begins with a null. */
  @Test
  void everyBatchHasItsOwnBytes() throws IOException {
    Schema schema = Schema.parse("s: string");
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 3 * BatchSource.BATCH_ROWS; i++) {
      rows.appendRow((Object) (i % BatchSource.BATCH_ROWS == 0 ? null : "value " + i % 3));
    }
    Path file = dir.resolve("shared.parquet");
    try (ParquetSink sink =
        new ParquetSink(
            new LocalFileStore(),
            file.toString(),
            schema,
            ParquetCompression.parse("zstd(1)"),
            Container.USUAL,
            false)) {
      sink.write(rows);
      sink.finish();
    }
    assertEquals(RandomRows.texts(rows), read(file, schema));
  }

  /** Without page checksums other values are possible, other exceptions are not. */
  @Test
  void refusesDamagedPages() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path file = dir.resolve("whole.parquet");
    write(file, random, 2000);
    byte[] whole = Files.readAllBytes(file);
    for (int i = 0; i < 200; i++) {
      byte[] damaged = whole.clone();
      for (int k = 0; k < 3; k++) {
        // The footer is not ours to check.
        damaged[4 + random.nextInt(whole.length / 2)] ^= (byte) (1 << random.nextInt(8));
      }
      Path copy = dir.resolve("damaged.parquet");
      Files.write(copy, damaged);
      try {
        read(copy, SCHEMA);
      } catch (FormatException e) {
        // expected
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", file " + i, e);
      } catch (IOException e) {
        // of a damaged page header
      }
    }
  }
}
