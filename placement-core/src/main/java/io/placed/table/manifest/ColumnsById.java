package io.placed.table.manifest;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.LazyStatistics;
import io.placed.table.partition.TableFields;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Entries of files in terms of another state of the same table; columns and partition fields are
 * found by id.
 */
public final class ColumnsById {
  private ColumnsById() {}

  /**
   * @param own the columns and fields whose names the entry has
   * @param other those of an older or a later state of the table
   */
  public static DataFile restate(DataFile file, TableFields own, TableFields other) {
    if (own.equals(other)) {
      return file;
    }
    if (file.statistics() instanceof LazyStatistics lazy) {
      lazy.readAll();
    }
    Map<Integer, Field> owned = new HashMap<>();
    own.withResults().fields().forEach(f -> owned.put(f.id(), f));
    Schema now = other.withResults();
    Map<String, String> partition = new LinkedHashMap<>();
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    for (Field field : now.fields()) {
      Field before = owned.get(field.id());
      if (before == null) {
        continue;
      }
      if (file.partition().containsKey(before.name())) {
        partition.put(field.name(), file.partition().get(before.name()));
      }
      ColumnStatistics s = file.statistics().get(before.name());
      if (s != null && Widening.allowed(before.type(), field.type())) {
        statistics.put(field.name(), s.widened(before.type(), field.type()));
      }
    }
    return file.with(
        partition, statistics, StoredNames.of(file, own.columns()).in(other.columns()));
  }
}
