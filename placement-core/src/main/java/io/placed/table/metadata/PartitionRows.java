package io.placed.table.metadata;

import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
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
    private long rows;
    private int files;
    private long bytes;
  }

  @Override
  List<Map<String, Value>> rows() {
    Map<List<Object>, Sum> sums = new LinkedHashMap<>();
    for (DataFile f : snapshot.files()) {
      Sum sum = sums.computeIfAbsent(partition.values(f), p -> new Sum());
      sum.rows += f.liveRows();
      sum.files++;
      sum.bytes += f.totalLength();
    }
    List<Map<String, Value>> rows = new ArrayList<>();
    sums.forEach(
        (values, s) ->
            rows.add(
                partition.isPartitioned()
                    ? row(values, s.rows, s.files, s.bytes)
                    : row(s.rows, s.files, s.bytes)));
    return rows;
  }
}
