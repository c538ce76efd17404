package io.placed.table.optimize;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.Rewrite;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Puts small files together and keeps the order of a sorted table, at a cost that depends on what
 * was added since the last call: files that are large and do not overlap are not touched. The
 * bounds are in {@code docs/design/optimize.md}.
 */
public final class Optimize {
  private Optimize() {}

  /**
   * Chooses the files; changes nothing. The rewrite has no {@link Rewrite#tasks} and no rows if
   * there is nothing to do.
   *
   * @throws java.io.FileNotFoundException if the table does not exist
   * @throws IllegalArgumentException if the condition uses other columns than partition columns
   */
  public static Rewrite prepare(FileStores stores, String path, OptimizeOptions options)
      throws IOException {
    TableDirectory table = TableDirectory.at(stores, path);
    return Rewrite.prepare(
        stores, path, options.rewrite(settings(table)), new OptimizeSelector(options));
  }

  /** Profile and compression of the largest file, which has most of what is not rewritten. */
  private static Map<String, String> settings(TableDirectory table) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    Optional<DataFile> largest =
        table.current().files().stream().max(Comparator.comparingLong(DataFile::totalLength));
    if (largest.isPresent()) {
      try (FileReader file = FileReader.open(table.input(largest.get()), new IoCounters())) {
        put(settings, WriteOptions.PROFILE, file.metadata().get(WriteOptions.PROFILE_KEY));
        put(settings, WriteOptions.COMPRESSION, file.metadata().get(WriteOptions.COMPRESSION_KEY));
      }
    }
    return settings;
  }

  private static void put(Map<String, String> settings, String name, String valueOrNull) {
    if (valueOrNull != null) {
      settings.put(name, valueOrNull);
    }
  }
}
