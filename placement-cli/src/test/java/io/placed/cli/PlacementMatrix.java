package io.placed.cli;

import io.placed.encoding.Profile;
import io.placed.formats.BatchSource;
import io.placed.formats.parquet.ParquetFormat;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.placement.Preset;
import io.placed.placement.Reordering;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks that every preset with each of the given reorderings preserves the rows of a Parquet file:
 * writes the rows with each placement, reads them back, and compares a hash of the multiset of rows
 * with that of the source, which only parquet-java reads.
 *
 * <p>Arguments: a Parquet file of flat columns, an empty directory, reorderings. Files are written
 * with profile fast.
 */
final class PlacementMatrix {
  private final FileStore store = new LocalFileStore();
  private final Path directory;
  private final String rows;
  private final Schema schema;
  private final RowHash expected;

  /**
   * @param directory for the files
   */
  PlacementMatrix(Path parquet, Path directory) throws IOException {
    this.directory = directory;
    ParquetFormat format = new ParquetFormat(FileStores.local());
    schema = format.schema(List.of(parquet.toString()));
    expected = RowHash.ofParquet(parquet, schema);
    // Parquet is decoded once. An error in this step would show for every placement, because the
    // expected hash is computed independently.
    rows = Files.createDirectory(directory.resolve("rows")).resolve("rows.placed").toString();
    try (BatchSource source = format.open(parquet.toString(), schema);
        FileWriter out = FileWriter.create(store, rows, schema, options(Placement.DEFAULT))) {
      while (source.next()) {
        out.write(source.batch());
      }
      out.finish();
    }
  }

  public static void main(String[] args) throws IOException {
    PlacementMatrix matrix = new PlacementMatrix(Path.of(args[0]), Path.of(args[1]));
    System.out.println("source: " + matrix.expected());
    int wrong = 0;
    for (int a = 2; a < args.length; a++) {
      for (var e : placements(args[a]).entrySet()) {
        long start = System.nanoTime();
        RowHash found = matrix.written(e.getKey());
        boolean same = found.equals(matrix.expected());
        wrong += same ? 0 : 1;
        System.out.printf(
            Locale.ROOT,
            "%-5s %6.1f s  %s: %s%n",
            same ? "same" : "WRONG",
            (System.nanoTime() - start) / 1e9,
            String.join(", ", e.getValue()),
            args[a]);
      }
    }
    System.out.println(
        wrong == 0 ? "all placements have the rows of the source" : wrong + " wrong");
    System.exit(wrong == 0 ? 0 : 1);
  }

  RowHash expected() {
    return expected;
  }

  /**
   * All presets that can be written, with a reordering: the names of the presets by placement,
   * because several may have the same one.
   */
  static Map<Placement, List<String>> placements(String reorder) {
    Map<Placement, List<String>> out = new LinkedHashMap<>();
    for (Preset preset : Preset.all()) {
      Placement placement = preset.placement().with(Reordering.SETTING, reorder);
      if (isWritable(placement)) {
        out.merge(
            placement,
            List.of(preset.name()),
            (a, b) -> java.util.stream.Stream.concat(a.stream(), b.stream()).toList());
      }
    }
    return out;
  }

  private static boolean isWritable(Placement placement) {
    try {
      placement.requireWritable();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static WriteOptions options(Placement placement) {
    return WriteOptions.defaults().withProfile(Profile.FAST).withPlacement(placement);
  }

  /** Writes the rows with a placement and reads them back. */
  RowHash written(Placement placement) throws IOException {
    Path place = Files.createDirectory(directory.resolve("table"));
    String path = place.resolve("t.placed").toString();
    RowHash found = new RowHash();
    try {
      try (FileReader in = FileReader.open(store.input(rows), new IoCounters());
          BatchReader reader = in.read(ReadRequest.all());
          FileWriter out = FileWriter.create(store, path, schema, options(placement))) {
        while (reader.next()) {
          out.write(reader.batch());
        }
        out.finish();
      }
      try (FileReader in = FileReader.open(store.input(path), new IoCounters());
          BatchReader reader = in.read(ReadRequest.all())) {
        while (reader.next()) {
          found.add(reader.batch());
        }
      }
      return found;
    } finally {
      // Deletes the siblings too.
      try (var files = Files.walk(place)) {
        for (Path p : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(p);
        }
      }
    }
  }
}
