package io.placed.table.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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

  private static final List<String> TYPES = List.of("int64", "string", "double", "date");

  final String path;
  final boolean partitioned;
  final Keys keys;
  final String type;
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
    this.schema = Schema.parse("k: " + type + ", part: int32, payload: binary");
    String order = random.nextBoolean() ? "k" : "k desc";
    this.placement = "row-group=500 rows; reorder=" + (sorted ? "sort(" + order + ")" : "none");
  }

  @Override
  public String toString() {
    return keys + " " + type + (partitioned ? ", partitioned" : "") + ", " + placement;
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
    return switch (type) {
      case "int64" -> number - 500_000;
      case "string" -> "a common prefix of some length, longer than bounds are: é" + number;
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
    return row[0] + " " + row[1] + " " + Arrays.hashCode((byte[]) row[2]);
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
