package io.placed.table.snapshot;

import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a data set held at one moment. Immutable: commits after it do not change it. */
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

  /** 1 for the first one; 0 if the directory has none, so that this is just its files. */
  public long id() {
    return info.id();
  }

  /** 32 hexadecimal digits; empty if there is no snapshot. */
  public String commitId() {
    return info.commitId();
  }

  /** When it was committed; without a snapshot, when the newest file was changed. */
  public long timestampMillis() {
    return info.timestampMillis();
  }

  /** append, overwrite, …; {@code files} if there is no snapshot. */
  public String operation() {
    return info.operation();
  }

  /** All columns, those of the partitions included. */
  public Schema schema() {
    return schema;
  }

  /** Columns that the table gets after this snapshot have larger ids. */
  public int lastFieldId() {
    return lastFieldId;
  }

  /** In the order of the directories. Their values are in {@link DataFile#partition}. */
  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /**
   * How the table is meant to be laid out; each file says itself how it is.
   *
   * @throws IllegalArgumentException if a newer library wrote a placement unknown to this one
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

  /** Of all files. */
  public long rows() {
    return files.stream().mapToLong(DataFile::rows).sum();
  }

  /** Length of all files and their siblings, in bytes. */
  public long bytes() {
    return files.stream().mapToLong(DataFile::totalLength).sum();
  }
}
