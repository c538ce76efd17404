package io.placed.table.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.placement.ColumnNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.vector.Values;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** A table of random appends, with its rows in memory. */
final class AppendHistory {
  /** How the keys of an append are distributed. */
  enum Keys {
    /** Over all keys. */
    UNIFORM,
    /** Each append after the one before, with a few late rows. */
    RISING,
    /** In a short range anywhere. */
    CLUSTERED,
    /** Few different values. */
    FEW
  }

  private static final List<String> TYPES =
      List.of(
          "int64",
          "string",
          "double",
          "date",
          "int32",
          "float",
          "boolean",
          "decimal(12,2)",
          "decimal(30,5)",
          "timestamp",
          "timestamp_ntz",
          "binary");

  /** Names of the key that have to be quoted in one place or another. */
  private static final List<String> NAMES = List.of("k", "Key", "a key", "it's `k\"", "é.k");

  final String path;
  final boolean partitioned;
  final Keys keys;
  final String type;

  /** Name of the leading sort key. */
  final String key;

  private final Random random;
  private final String placement;
  private final Schema schema;
  private final List<String> expected = new ArrayList<>();
  private int appends;

  /** Stored bytes of all appends. */
  long ingested;

  /** Bytes of the smallest file of an append. */
  long smallest = Long.MAX_VALUE;

  AppendHistory(String path, boolean sorted, Random random) {
    this.path = path;
    this.random = random;
    this.partitioned = random.nextBoolean();
    this.keys = Keys.values()[random.nextInt(Keys.values().length)];
    this.type = TYPES.get(random.nextInt(TYPES.size()));
    this.key = NAMES.get(random.nextInt(NAMES.size()));
    this.schema =
        Schema.of(
            List.of(
                Field.of(key, Type.parse(type)),
                Field.of("part", Type.INT32),
                Field.of("payload", Type.BINARY)));
    // Placements find columns in any case.
    String named = ColumnNames.quote(random.nextBoolean() ? key : key.toUpperCase(Locale.ROOT));
    String order = random.nextBoolean() ? named : named + " desc";
    this.placement = "row-group=500 rows; reorder=" + (sorted ? "sort(" + order + ")" : "none");
  }

  @Override
  public String toString() {
    return keys + " " + key + " " + type + (partitioned ? ", partitioned" : "") + ", " + placement;
  }

  DataSet table() throws IOException {
    return DataSet.at(FileStores.local(), path);
  }

  void append(int rows) throws IOException {
    Map<String, DataFile> before = files();
    var writer = Placed.write(path, schema).placement(placement);
    if (partitioned) {
      writer.partitionBy("part");
    }
    double start = random.nextDouble();
    try (TableWriter out = writer.open()) {
      for (int i = 0; i < rows; i++) {
        byte[] payload = new byte[64];
        random.nextBytes(payload);
        Object[] row = {value(position(start)), random.nextInt(partitioned ? 2 : 1), payload};
        out.write(row);
        expected.add(text(row));
      }
      out.commit();
    }
    appends++;
    for (DataFile f : files().values()) {
      if (!before.containsKey(f.path())) {
        ingested += f.totalLength();
        smallest = Math.min(smallest, f.totalLength());
      }
    }
  }

  /** From 0 to 1, or about that. */
  private double position(double start) {
    return switch (keys) {
      case UNIFORM -> random.nextDouble();
      case RISING -> (appends + (random.nextInt(50) == 0 ? -2 : 1) * random.nextDouble()) / 50;
      case CLUSTERED -> start + random.nextDouble() / 30;
      case FEW -> random.nextInt(5) / 5.0;
    };
  }

  private Object value(double position) {
    if (random.nextInt(40) == 0) {
      return null;
    }
    long number = Math.round(position * 1e6);
    String string = "a common prefix of some length, longer than bounds are: é" + number;
    return switch (type) {
      case "int64" -> number - 500_000;
      case "int32" -> (int) number - 500_000;
      case "boolean" -> number % 2 == 0;
      case "decimal(12,2)" -> BigDecimal.valueOf(number - 500_000, 2);
      case "decimal(30,5)" -> new BigDecimal(BigInteger.valueOf(number - 500_000).shiftLeft(50), 5);
      case "timestamp" -> Values.instant((number - 500_000) * 1_000_000_001L);
      case "timestamp_ntz" ->
          LocalDateTime.ofEpochSecond(
              number - 500_000, 1000 * (int) Math.floorMod(number, 1_000_000L), ZoneOffset.UTC);
      case "binary" -> string.getBytes(StandardCharsets.UTF_8);
      case "string" -> string;
      case "float" -> random.nextInt(40) == 0 ? Float.NaN : (float) position - 0.5f;
      case "double" ->
          switch (random.nextInt(40)) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> Double.POSITIVE_INFINITY;
            default -> position - 0.5;
          };
      default -> LocalDate.ofEpochDay(number / 100 - 2000);
    };
  }

  private static String text(Object[] row) {
    Object key = row[0] instanceof byte[] bytes ? Arrays.toString(bytes) : row[0];
    return key + " " + row[1] + " " + Arrays.hashCode((byte[]) row[2]);
  }

  void assertRows(String message) throws IOException {
    try (TableScan scan = Placed.read(path).open()) {
      assertEquals(
          expected.stream().sorted().toList(),
          scan.rows().map(AppendHistory::text).sorted().toList(),
          message);
    }
  }

  /** By path. */
  Map<String, DataFile> files() throws IOException {
    Map<String, DataFile> files = new HashMap<>();
    if (table().exists()) {
      table().current().files().forEach(f -> files.put(f.path(), f));
    }
    return files;
  }

  /** The files of each partition. */
  Map<Map<String, String>, List<DataFile>> partitions() throws IOException {
    Map<Map<String, String>, List<DataFile>> partitions = new HashMap<>();
    for (DataFile f : table().current().files()) {
      partitions.computeIfAbsent(f.partition(), p -> new ArrayList<>()).add(f);
    }
    return partitions;
  }
}
