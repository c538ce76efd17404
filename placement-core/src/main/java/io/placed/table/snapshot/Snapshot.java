package io.placed.table.snapshot;

import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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

  /** What the log lists; null if there is no log. */
  private final FileList listed;

  /** Foreign files. */
  private final List<DataFile> others;

  /** Sorted by path, once they were asked for. */
  private volatile List<DataFile> files;

  /** Files that no log lists. */
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
    this.listed = null;
    this.others = List.copyOf(files);
  }

  /** A state of the log, with foreign files beside it. */
  public Snapshot(TableState state, List<DataFile> foreign) {
    this.info = state.info();
    this.schema = state.schema();
    this.lastFieldId = state.lastFieldId();
    this.partitionColumns = state.partitionColumns();
    this.placement = state.placement();
    this.properties = state.properties();
    this.listed = state.files();
    this.others = List.copyOf(foreign);
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

  /**
   * Sorted by path. Reads the manifests, unless {@link #load} did.
   *
   * @throws UncheckedIOException if they are damaged or missing
   */
  public List<DataFile> files() {
    try {
      return load().files;
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /**
   * Reads the manifests.
   *
   * @return this
   * @throws io.placed.error.CorruptFileException if one is damaged or missing
   */
  public Snapshot load() throws IOException {
    if (files == null) {
      List<DataFile> all = new ArrayList<>(others);
      if (listed != null) {
        all.addAll(listed.all().values());
      }
      all.sort(Comparator.comparing(DataFile::path));
      files = List.copyOf(all);
    }
    return this;
  }

  /** Rows of all files. */
  public long rows() {
    return (listed == null ? 0 : listed.rows()) + others.stream().mapToLong(DataFile::rows).sum();
  }

  /** Length of all files and their siblings, in bytes. */
  public long bytes() {
    return (listed == null ? 0 : listed.bytes())
        + others.stream().mapToLong(DataFile::totalLength).sum();
  }
}
