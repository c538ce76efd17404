package io.placed.table.manifest;

import io.placed.io.FileStore;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.LazyStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statistics of the entries of a manifest. Those of a column are read, for all entries, when
 * somebody asks for the first of them: a query names few columns. Where they are few, all are read
 * together with the entries, since opening the file again would cost more.
 */
final class ManifestStatistics {
  /** Entries times columns that are read at once. */
  private static final long FEW = 1 << 16;

  /** That of whoever opened the table last: those of others may be closed. */
  private volatile FileStore store;

  private final String directory;
  private final Manifest manifest;
  private final Schema table;
  private final Map<String, Field> columns;
  private final Map<String, ColumnStatistics[]> known = new ConcurrentHashMap<>();

  /**
   * @param columns as of {@link ManifestReader#columnsWithStatistics}
   */
  ManifestStatistics(
      FileStore store,
      String directory,
      Manifest manifest,
      Schema table,
      Map<String, Field> columns) {
    this.store = store;
    this.directory = directory;
    this.manifest = manifest;
    this.table = table;
    this.columns = columns;
  }

  /** Says how to read from now on. */
  void readBy(FileStore other) {
    store = other;
  }

  /** Number of columns that were read. */
  int columnsRead() {
    return known.size();
  }

  /**
   * The statistics of one entry.
   *
   * @param partition columns whose values its directories give
   */
  LazyStatistics of(int entry, Set<String> partition) {
    return new LazyStatistics() {
      @Override
      protected ColumnStatistics read(String column) {
        return partition.contains(column) ? null : column(column)[entry];
      }

      @Override
      protected Set<String> columns() {
        if (partition.isEmpty()) {
          return columns.keySet();
        }
        Set<String> others = new LinkedHashSet<>(columns.keySet());
        others.removeAll(partition);
        return others;
      }

      @Override
      public void readAll() {
        ManifestStatistics.this.readAll();
      }
    };
  }

  private ColumnStatistics[] column(String name) {
    if (!known.containsKey(name)) {
      read(List.of(name));
    }
    return known.get(name);
  }

  private void readAll() {
    List<String> missing = new ArrayList<>(columns.keySet());
    missing.removeAll(known.keySet());
    if (!missing.isEmpty()) {
      read(missing);
    }
  }

  private void read(List<String> names) {
    try (ManifestReader reader = ManifestReader.open(store, directory, manifest, table)) {
      read(names, reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private void read(List<String> names, ManifestReader reader) throws IOException {
    List<ColumnStatistics[]> found = reader.statistics(names.stream().map(columns::get).toList());
    for (int i = 0; i < names.size(); i++) {
      known.put(names.get(i), found.get(i));
    }
  }

  /** Reads all if they are few. */
  void readFew(ManifestReader reader) throws IOException {
    if ((long) manifest.entries() * columns.size() <= FEW) {
      read(List.copyOf(columns.keySet()), reader);
    }
  }
}
