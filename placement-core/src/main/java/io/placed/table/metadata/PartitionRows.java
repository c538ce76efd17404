package io.placed.table.metadata;

import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One row for each partition of a snapshot, in the order of paths; one for a table without. */
final class PartitionRows extends MetadataRows {
  private final Snapshot snapshot;
  private final PartitionColumn partition;

  PartitionRows(Snapshot snapshot) {
    super(
        new PartitionColumn(snapshot)
            .before(
                "record_count: int64 not null, file_count: int32 not null,"
                    + " total_data_file_size_in_bytes: int64 not null"));
    this.snapshot = snapshot;
    this.partition = new PartitionColumn(snapshot);
  }

  private static final class Sum {
    private final List<Object> values;
    private long rows;
    private int files;
    private long bytes;

    Sum(List<Object> values) {
      this.values = values;
    }
  }

  @Override
  List<Map<String, Value>> rows() {
    Map<List<Object>, Sum> sums = new LinkedHashMap<>();
    for (DataFile f : snapshot.files()) {
      List<Object> values = partition.values(f);
      Sum sum = sums.computeIfAbsent(key(values), p -> new Sum(values));
      sum.rows += f.liveRows();
      sum.files++;
      sum.bytes += f.totalLength();
    }
    List<Map<String, Value>> rows = new ArrayList<>();
    for (Sum s : sums.values()) {
      rows.add(
          partition.isPartitioned()
              ? row(s.values, s.rows, s.files, s.bytes)
              : row(s.rows, s.files, s.bytes));
    }
    return rows;
  }

  /** Arrays are equal if their bytes are. */
  private static List<Object> key(List<Object> values) {
    List<Object> key = new ArrayList<>(values);
    key.replaceAll(v -> v instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : v);
    return key;
  }
}
