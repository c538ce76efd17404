package io.placed.table.manifest;

import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.LazyStatistics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The statistics of entries of a manifest that were read. Those of a column are read, for all of
 * these entries, when somebody asks for the first of them: a query names few columns.
 */
final class ManifestStatistics {
  private final Opening opening;
  private int[] positions = new int[64];
  private int entries;
  private final Map<String, ColumnStatistics[]> known = new ConcurrentHashMap<>();

  /** All columns with statistics, once somebody asked. */
  private volatile Set<String> columns;

  /** Opens the manifest for whoever asks, with the access rights that they have. */
  interface Opening {
    ManifestReader open() throws IOException;
  }

  ManifestStatistics(Opening opening) {
    this.opening = opening;
  }

  /**
   * Adds an entry, before anybody asks for statistics.
   *
   * @param position number of the entry in the manifest, above those before
   * @return its number among those that were read
   */
  int add(int position) {
    if (entries == positions.length) {
      positions = Arrays.copyOf(positions, 2 * entries);
    }
    positions[entries] = position;
    return entries++;
  }

  /** Ends {@link #add}. */
  void complete() {
    positions = Arrays.copyOf(positions, entries);
  }

  /**
   * What was read together with the entries.
   *
   * @param ofEntries null where there are none
   */
  void know(String column, List<ColumnStatistics> ofEntries) {
    known.put(column, ofEntries.toArray(ColumnStatistics[]::new));
  }

  /**
   * The statistics of one entry.
   *
   * @param entry number among those that were read
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
        Set<String> others = new LinkedHashSet<>(ManifestStatistics.this.columns());
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
    ColumnStatistics[] found = known.get(name);
    if (found == null) {
      read(List.of(name));
      found = known.get(name);
    }
    return found;
  }

  private Set<String> columns() {
    Set<String> all = columns;
    if (all == null) {
      try (ManifestReader reader = opening.open()) {
        all = reader.columnsWithStatistics();
      } catch (MissingManifestException | FileNotFoundException e) {
        all = Set.copyOf(known.keySet());
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
      columns = all;
    }
    return all;
  }

  private void readAll() {
    List<String> missing = new ArrayList<>(columns());
    missing.removeAll(known.keySet());
    if (!missing.isEmpty()) {
      read(missing);
    }
  }

  private void read(List<String> names) {
    try (ManifestReader reader = opening.open()) {
      List<ColumnStatistics[]> found = reader.statistics(names, positions);
      for (int i = 0; i < names.size(); i++) {
        known.put(names.get(i), found.get(i));
      }
    } catch (MissingManifestException | FileNotFoundException e) {
      // A vacuum removed it; the files may be there, and nothing needs to be known of them.
      names.forEach(n -> known.put(n, new ColumnStatistics[positions.length]));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
