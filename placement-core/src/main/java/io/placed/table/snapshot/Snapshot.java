package io.placed.table.snapshot;

import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The content of a data set at one time. Immutable: later commits do not change it. */
public final class Snapshot {
  private final SnapshotInfo info;
  private final Schema schema;
  private final int lastFieldId;
  private final List<String> partitionColumns;
  private final String placement;
  private final Map<String, String> properties;
  private final List<DataFile> files;

  public Snapshot(
      SnapshotInfo info,
      Schema schema,
      int lastFieldId,
      List<String> partitionColumns,
      String placement,
      Map<String, String> properties,
      List<DataFile> files) {
    this.info = info;
    this.schema = schema;
    this.lastFieldId = lastFieldId;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.placement = placement;
    this.properties = Map.copyOf(properties);
    this.files = files.stream().sorted(Comparator.comparing(DataFile::path)).toList();
  }

  /** 1 for the first snapshot; 0 for a directory of files without snapshots. */
  public long id() {
    return info.id();
  }

  /** 32 hexadecimal digits; empty without a snapshot. */
  public String commitId() {
    return info.commitId();
  }

  /** Commit time; without a snapshot, the latest modification time of a file. */
  public long timestampMillis() {
    return info.timestampMillis();
  }

  /** append, overwrite, …; {@code files} without a snapshot. */
  public String operation() {
    return info.operation();
  }

  /** All columns, partition columns included. */
  public Schema schema() {
    return schema;
  }

  /** The largest field id assigned so far; new columns get larger ones. */
  public int lastFieldId() {
    return lastFieldId;
  }

  /**
   * Partition columns, in the order of the directories. {@link DataFile#partition} has the values.
   */
  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /**
   * The placement of new files; each file stores its own.
   *
   * @throws IllegalArgumentException if a newer library wrote a placement that this one does not
   *     support
   */
  public Placement placement() {
    return Placement.parse(placement);
  }

  public Map<String, String> properties() {
    return properties;
  }

  /** Sorted by path. */
  public List<DataFile> files() {
    return files;
  }

  /** Rows of all files. */
  public long rows() {
    return files.stream().mapToLong(DataFile::rows).sum();
  }

  /** Length of all files and their siblings, in bytes. */
  public long bytes() {
    return files.stream().mapToLong(DataFile::totalLength).sum();
  }
}
