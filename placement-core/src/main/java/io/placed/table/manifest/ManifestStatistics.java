package io.placed.table.manifest;

import io.placed.schema.Field;
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

  private final int entries;
  private final Map<String, Field> columns;
  private final Map<String, ColumnStatistics[]> known = new ConcurrentHashMap<>();

  /** Opens the manifest for whoever asks, with the access rights that they have. */
  interface Opening {
    ManifestReader open() throws IOException;
  }

  /**
   * @param entries of the manifest
   * @param columns as of {@link ManifestReader#columnsWithStatistics}
   */
  ManifestStatistics(int entries, Map<String, Field> columns) {
    this.entries = entries;
    this.columns = columns;
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
  LazyStatistics of(int entry, Set<String> partition, Opening opening) {
    return new LazyStatistics() {
      @Override
      protected ColumnStatistics read(String column) {
        return columns.containsKey(column) && !partition.contains(column)
            ? column(column, opening)[entry]
            : null;
      }

      @Override
      protected Set<String> columns() {
        Set<String> others = new LinkedHashSet<>(columns.keySet());
        others.removeAll(partition);
        return others;
      }

      @Override
      public void readAll() {
        ManifestStatistics.this.readAll(opening);
      }
    };
  }

  private ColumnStatistics[] column(String name, Opening opening) {
    ColumnStatistics[] found = known.get(name);
    if (found == null) {
      read(List.of(name), opening);
      found = known.get(name);
    }
    return found;
  }

  private void readAll(Opening opening) {
    List<String> missing = new ArrayList<>(columns.keySet());
    missing.removeAll(known.keySet());
    if (!missing.isEmpty()) {
      read(missing, opening);
    }
  }

  private void read(List<String> names, Opening opening) {
    try (ManifestReader reader = opening.open()) {
      read(names, reader);
    } catch (MissingManifestException e) {
      // A vacuum removed it; the files may be there, and nothing needs to be known of them.
      names.forEach(n -> known.put(n, new ColumnStatistics[entries]));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    ManifestCache.SHARED.forget();
  }

  private void read(List<String> names, ManifestReader reader) throws IOException {
    List<ColumnStatistics[]> found = reader.statistics(names.stream().map(columns::get).toList());
    for (int i = 0; i < names.size(); i++) {
      known.put(names.get(i), found.get(i));
    }
  }

  /** Reads all if they are few. */
  void readFew(ManifestReader reader) throws IOException {
    if ((long) entries * columns.size() <= FEW) {
      read(List.copyOf(columns.keySet()), reader);
    }
  }
}
