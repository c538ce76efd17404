package io.placed.scan;

import io.placed.compression.Compression;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file of some rows, to be read or damaged. */
final class WrittenFile {
  private static final LocalFileStore STORE = new LocalFileStore();

  private WrittenFile() {}

  static WriteOptions options(String placement, String codec) {
    return WriteOptions.defaults()
        .withPlacement(Placement.parse(placement))
        .withCompression(Compression.parse(codec))
        .withMetadata(Map.of("a", "b", "c", "d"))
        .withPageRows(1024);
  }

  /** Writes a file, replacing the previous one in this directory; returns its path. */
  static String write(Path dir, Batch rows, WriteOptions options) throws IOException {
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, rows.schema(), options)) {
      out.write(rows);
      out.finish();
    }
    return path;
  }

  static byte[] bytes(Path dir, Batch rows, WriteOptions options) throws IOException {
    return Files.readAllBytes(Path.of(write(dir, rows, options)));
  }

  /** The bytes of a file with the default placement, uncompressed. */
  static byte[] bytes(Path dir, Batch rows) throws IOException {
    return bytes(dir, rows, options("default", "none"));
  }
}
