package io.placed.fuzz;

import io.placed.io.CreateOptions;
import io.placed.io.MemoryStore;
import io.placed.io.PositionOutput;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.EntryFilter;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The log of the small table in {@code table}, without its data files, and how it is read. */
final class LogFiles {
  static final String ROOT = "/t";
  private static final Predicate FILTER = Predicate.parse("id > 12 and name < 'name 5'");
  private static final Map<String, byte[]> FILES = of("table");

  private LogFiles() {}

  /** The files by their paths in the table. */
  static Map<String, byte[]> all() {
    return FILES;
  }

  /** The same of a table in another directory of the resources. */
  static Map<String, byte[]> of(String table) {
    Map<String, byte[]> files = new TreeMap<>();
    Path root = Documented.RESOURCES.resolve(table);
    for (Path path : Documented.files(table)) {
      try {
        files.put(root.relativize(path).toString().replace('\\', '/'), Files.readAllBytes(path));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  /** The manifests, and another file. */
  static Map<String, byte[]> with(String path, byte[] content) {
    Map<String, byte[]> some = new TreeMap<>(FILES);
    some.keySet().removeIf(p -> !p.startsWith("_placed/manifests/"));
    some.put(path, content);
    return some;
  }

  /** A store with nothing but these files. */
  static MemoryStore store(Map<String, byte[]> content) throws IOException {
    MemoryStore store = new MemoryStore();
    for (Map.Entry<String, byte[]> file : content.entrySet()) {
      try (PositionOutput out = store.create(ROOT + "/" + file.getKey(), CreateOptions.NEW)) {
        out.write(file.getValue());
      }
    }
    return store;
  }

  /** Does what plans of scans do. */
  static void plan(DataSet table, Snapshot snapshot) {
    Documented.runs(
        () -> {
          for (DataFile file : snapshot.load().files()) {
            requireInside(table.pathOf(file));
            for (String path : file.siblingPaths()) {
              requireInside(path.startsWith("/") ? path : ROOT + "/" + path);
            }
          }
        });
    Documented.runs(
        () -> {
          Schema schema = snapshot.schema();
          snapshot.candidates(new EntryFilter(FILTER, schema, true)).forEach(DataFile::identity);
        });
    Documented.runs(
        () -> {
          BoundPredicate filter = filter(snapshot.schema());
          if (filter != null) {
            DataFilePruning.prune(snapshot, filter);
          }
        });
    Documented.runs(
        () -> {
          for (Field field : snapshot.schema().fields()) {
            ColumnStatistics bounds = snapshot.bounds(field.name());
            if (bounds != null) {
              bounds.describe(field.type());
            }
          }
        });
    Documented.runs(snapshot::rows);
    Documented.runs(snapshot::bytes);
  }

  /** Null if the columns are others. */
  private static BoundPredicate filter(Schema schema) {
    try {
      return FILTER.bind(schema, true);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static void requireInside(String path) {
    boolean up = false;
    for (String part : path.split("/", -1)) {
      up |= part.equals("..");
    }
    if (up || !path.startsWith(ROOT + "/")) {
      throw new AssertionError("outside of the table: " + path);
    }
  }
}
