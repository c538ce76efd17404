package io.placed.table.manifest;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.LazyStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entries of files in terms of another schema of the same table; columns are found by field id. */
public final class ColumnsById {
  private ColumnsById() {}

  /**
   * @param own the schema whose names the entry has
   * @param other an older or a later schema of the table
   */
  public static DataFile restate(DataFile file, Schema own, Schema other) {
    if (own.equals(other)) {
      return file;
    }
    if (file.statistics() instanceof LazyStatistics lazy) {
      lazy.readAll();
    }
    Map<Integer, Field> owned = new HashMap<>();
    own.fields().forEach(f -> owned.put(f.id(), f));
    Map<String, String> partition = new LinkedHashMap<>();
    file.partition()
        .forEach(
            (name, text) -> {
              // A field derived from a column has its own name.
              if (own.indexOf(name) < 0 && other.indexOf(name) < 0) {
                partition.put(name, text);
              }
            });
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    for (Field now : other.fields()) {
      Field before = owned.get(now.id());
      if (before == null) {
        continue;
      }
      if (file.partition().containsKey(before.name())) {
        partition.put(now.name(), file.partition().get(before.name()));
      }
      ColumnStatistics s = file.statistics().get(before.name());
      if (s != null && Widening.allowed(before.type(), now.type())) {
        statistics.put(now.name(), s.widened(before.type(), now.type()));
      }
    }
    return file.with(partition, statistics, StoredNames.of(file, own).in(other));
  }
}
