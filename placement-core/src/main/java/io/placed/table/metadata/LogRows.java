package io.placed.table.metadata;

import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.manifest.Manifest;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.Tag;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Rows that are in roots. */
final class LogRows extends MetadataRows {
  private static final Schema SNAPSHOTS =
      Schema.parse(
          "committed_at: timestamp not null, snapshot_id: int64 not null, parent_id: int64,"
              + " operation: string not null, commit_id: string not null,"
              + " restored_snapshot_id: int64, added_data_files: int64 not null,"
              + " deleted_data_files: int64 not null, added_records: int64 not null,"
              + " added_files_size: int64 not null, marked_records: int64 not null");

  private static final Schema HISTORY =
      Schema.parse(
          "made_current_at: timestamp not null, snapshot_id: int64 not null, parent_id: int64,"
              + " is_current_ancestor: boolean not null");

  private static final Schema TAGS =
      Schema.parse("name: string not null, snapshot_id: int64 not null, committed_at: timestamp");

  private static final Schema MANIFESTS =
      Schema.parse(
          "path: string not null, length: int64 not null, file_id: string not null,"
              + " level: int32 not null, data_files_count: int32 not null,"
              + " deleted_data_files_count: int32 not null, record_count: int64 not null,"
              + " data_files_size: int64 not null");

  private final List<Map<String, Value>> rows = new ArrayList<>();

  private LogRows(Schema schema) {
    super(schema);
  }

  @Override
  List<Map<String, Value>> rows() {
    return rows;
  }

  private void add(Object... values) {
    rows.add(row(values));
  }

  private static Instant time(SnapshotInfo s) {
    return Instant.ofEpochMilli(s.timestampMillis());
  }

  private static Long nullIfZero(long id) {
    return id == 0 ? null : id;
  }

  static LogRows snapshots(TableDirectory table) throws IOException {
    LogRows rows = new LogRows(SNAPSHOTS);
    for (SnapshotInfo s : table.history().all()) {
      rows.add(
          time(s),
          s.id(),
          nullIfZero(s.parent()),
          s.operation(),
          s.commitId(),
          nullIfZero(s.restored()),
          s.filesAdded(),
          s.filesRemoved(),
          s.rowsAdded(),
          s.bytesAdded(),
          s.rowsMarked());
    }
    return rows;
  }

  static LogRows history(TableDirectory table) throws IOException {
    LogRows rows = new LogRows(HISTORY);
    List<SnapshotInfo> all = table.history().all();
    Set<Long> ancestors = ancestors(all);
    for (SnapshotInfo s : all) {
      rows.add(time(s), s.id(), nullIfZero(s.parent()), ancestors.contains(s.id()));
    }
    return rows;
  }

  /** The snapshots that the newest one builds on: before a rollback, the one that it restored. */
  private static Set<Long> ancestors(List<SnapshotInfo> newestFirst) {
    Map<Long, SnapshotInfo> byId = new HashMap<>();
    newestFirst.forEach(s -> byId.put(s.id(), s));
    Set<Long> ancestors = new HashSet<>();
    SnapshotInfo s = newestFirst.isEmpty() ? null : newestFirst.get(0);
    while (s != null) {
      ancestors.add(s.id());
      s = byId.get(s.restored() > 0 ? s.restored() : s.parent());
    }
    return ancestors;
  }

  static LogRows tags(TableDirectory table) throws IOException {
    LogRows rows = new LogRows(TAGS);
    Map<Long, Instant> times = new HashMap<>();
    List<Tag> tags = table.history().tags();
    if (!tags.isEmpty()) {
      table.history().all().forEach(s -> times.put(s.id(), time(s)));
    }
    for (Tag t : tags) {
      rows.add(t.name(), t.snapshot(), times.get(t.snapshot()));
    }
    return rows;
  }

  static LogRows manifests(TableDirectory table, Snapshot snapshot, UnaryOperator<String> paths) {
    LogRows rows = new LogRows(MANIFESTS);
    for (Manifest m : snapshot.manifests()) {
      String path = PathNames.join(PathNames.join(table.path(), SnapshotLog.DIRECTORY), m.path());
      rows.add(
          paths.apply(path),
          m.length(),
          m.fileId(),
          m.level(),
          m.files(),
          m.removed().size(),
          m.rows(),
          m.bytes());
    }
    return rows;
  }
}
