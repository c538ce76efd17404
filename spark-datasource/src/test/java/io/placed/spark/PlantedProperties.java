package io.placed.spark;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Simulates an attacker who can write to a table's log. */
final class PlantedProperties {
  /** Settings that would resolve every path without a scheme with the attacker's file system. */
  static final Map<String, String> HADOOP =
      Map.of(
          "fs.defaultFS",
          "planted:///",
          "fs.planted.impl",
          FileSystem.class.getName(),
          "fs.file.impl",
          FileSystem.class.getName(),
          "fs.file.impl.disable.cache",
          "true");

  private PlantedProperties() {}

  /** Counts its instances; in local mode executors are in the same process. */
  public static final class FileSystem extends RawLocalFileSystem {
    static final AtomicInteger MADE = new AtomicInteger();

    @Override
    public void initialize(URI uri, Configuration conf) {
      MADE.incrementAndGet();
      throw new IllegalStateException("the planted file system is used");
    }
  }

  /** Writes properties into the latest snapshot, bypassing all checks. */
  static void into(String table, Map<String, String> properties) throws Exception {
    List<Path> snapshots;
    try (var files = Files.list(Path.of(table, "_placed"))) {
      snapshots =
          files.filter(f -> f.getFileName().toString().matches("\\d{20}\\.json")).sorted().toList();
    }
    Path newest = snapshots.get(snapshots.size() - 1);
    String line = Files.readAllLines(newest).get(0);
    String planted =
        properties.entrySet().stream()
            .map(e -> "\"" + e.getKey() + "\":\"" + e.getValue() + "\"")
            .collect(Collectors.joining(",", "\"properties\":{", ""));
    String changed = line.replace("\"properties\":{}", planted + "}");
    if (changed.equals(line)) {
      throw new AssertionError("no properties in " + line);
    }
    CRC32C crc = new CRC32C();
    crc.update(changed.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        newest, String.format(Locale.ROOT, "%s\n{\"crc32c\":\"%08x\"}\n", changed, crc.getValue()));
  }
}
