package io.placed.table.metadata;

import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** One row for each data file of a snapshot, foreign files included. */
final class FileRows extends MetadataRows {
  private static final String COLUMNS =
      "file_path: string not null, record_count: int64 not null, deleted_rows: int64 not null,"
          + " file_size_in_bytes: int64 not null, file_id: string not null,"
          + " row_groups: int32 not null, siblings: int32 not null, is_foreign: boolean not null,"
          + " first_row_id: int64, added_snapshot_id: int64,"
          + " value_counts: map<string, int64>, null_value_counts: map<string, int64>,"
          + " nan_value_counts: map<string, int64>, lower_bounds: map<string, string>,"
          + " upper_bounds: map<string, string>";

  private final TableDirectory table;
  private final Snapshot snapshot;
  private final UnaryOperator<String> paths;
  private final PartitionColumn partition;

  FileRows(TableDirectory table, Snapshot snapshot, UnaryOperator<String> paths) {
    super(new PartitionColumn(snapshot).before(COLUMNS));
    this.table = table;
    this.snapshot = snapshot;
    this.paths = paths;
    this.partition = new PartitionColumn(snapshot);
  }

  @Override
  Iterable<Map<String, Value>> rows() {
    return () -> snapshot.files().stream().map(this::row).iterator();
  }

  private Map<String, Value> row(DataFile f) {
    Map<String, Value> row = new LinkedHashMap<>();
    row.put(PartitionColumn.NAME, () -> partition.values(f));
    row.put("file_path", () -> paths.apply(table.pathOf(f)));
    row.put("record_count", f::rows);
    row.put("deleted_rows", () -> f.rows() - f.liveRows());
    row.put("file_size_in_bytes", f::totalLength);
    row.put("file_id", f::fileId);
    row.put("row_groups", () -> f.rowGroups().size());
    row.put("siblings", () -> f.siblings().size());
    row.put("is_foreign", f::foreign);
    row.put("first_row_id", () -> f.ids() == null ? null : f.ids().first());
    row.put("added_snapshot_id", () -> f.ids() == null ? null : f.ids().snapshot());
    row.put("value_counts", () -> counts(f, ColumnStatistics::valueCount));
    row.put("null_value_counts", () -> counts(f, ColumnStatistics::nullCount));
    row.put("nan_value_counts", () -> nans(f));
    row.put("lower_bounds", () -> bounds(f, ColumnStatistics::min));
    row.put("upper_bounds", () -> bounds(f, ColumnStatistics::max));
    return row;
  }

  /** By column; without those that the file has no statistics of. */
  private <T> Map<String, T> byColumn(DataFile f, BiFunction<Field, ColumnStatistics, T> value) {
    Map<String, T> all = new LinkedHashMap<>();
    for (Field c : snapshot.schema().fields()) {
      ColumnStatistics s = f.statistics().get(c.name());
      T of = s == null ? null : value.apply(c, s);
      if (of != null) {
        all.put(c.name(), of);
      }
    }
    return all;
  }

  private Map<String, Long> counts(DataFile f, Function<ColumnStatistics, Long> count) {
    return byColumn(f, (c, s) -> count.apply(s));
  }

  private Map<String, Long> nans(DataFile f) {
    return byColumn(
        f,
        (c, s) ->
            c.type().equals(Type.FLOAT) || c.type().equals(Type.DOUBLE) ? s.nanCount() : null);
  }

  private Map<String, String> bounds(DataFile f, Function<ColumnStatistics, Object> bound) {
    return byColumn(f, (c, s) -> text(ColumnStatistics.boundValue(c.type(), bound.apply(s))));
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return value == null ? null : value.toString();
  }
}
