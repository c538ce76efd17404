package io.placed.table.file;

import io.placed.statistics.ColumnStatistics;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Statistics by column that are read when somebody asks for those of a column. Unmodifiable.
 *
 * <p>Reading may throw {@link java.io.UncheckedIOException}.
 */
public abstract class LazyStatistics extends AbstractMap<String, ColumnStatistics> {

  /** Null if there are none, or the column is not of the table. */
  protected abstract ColumnStatistics read(String column);

  /** Columns that may have statistics. */
  protected abstract Set<String> columns();

  /** Reads those of all columns at once, for whoever will ask for all. */
  public abstract void readAll();

  /** The same under other names; columns that are not in the map keep theirs. */
  LazyStatistics renamed(Map<String, String> newNames) {
    LazyStatistics before = this;
    Map<String, String> oldNames = new LinkedHashMap<>();
    before.columns().forEach(c -> oldNames.put(newNames.getOrDefault(c, c), c));
    return new LazyStatistics() {
      @Override
      protected ColumnStatistics read(String column) {
        String old = oldNames.get(column);
        return old == null ? null : before.read(old);
      }

      @Override
      protected Set<String> columns() {
        return oldNames.keySet();
      }

      @Override
      public void readAll() {
        before.readAll();
      }
    };
  }

  @Override
  public ColumnStatistics get(Object column) {
    return column instanceof String name ? read(name) : null;
  }

  @Override
  public boolean containsKey(Object column) {
    return get(column) != null;
  }

  @Override
  public Set<Entry<String, ColumnStatistics>> entrySet() {
    readAll();
    Map<String, ColumnStatistics> all = new HashMap<>();
    for (String column : columns()) {
      ColumnStatistics known = read(column);
      if (known != null) {
        all.put(column, known);
      }
    }
    return Collections.unmodifiableMap(all).entrySet();
  }
}
