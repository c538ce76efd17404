package io.placed.table.snapshot;

import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.EntryFilter;
import io.placed.table.manifest.Manifest;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The content of a data set at one time. Immutable: later commits do not change it. */
public final class Snapshot {
  private final SnapshotInfo info;
  private final Schema schema;

  /** As the log has them, without what foreign files add. */
  private final Schema loggedSchema;

  private final int lastFieldId;
  private final List<String> partitionColumns;
  private final Partitioning partitioning;
  private final String placement;
  private final Map<String, String> properties;

  /** What the log lists; null if there is no log. */
  private final FileList listed;

  /** Files that the log does not list. */
  private final OtherFiles others;

  /** The placement, once it was asked for: scans of small tables take long to parse it. */
  private volatile Placement parsed;

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
    this.loggedSchema = schema;
    this.lastFieldId = lastFieldId;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.partitioning = Partitioning.ofColumns(schema, partitionColumns);
    this.placement = placement;
    this.properties = Map.copyOf(properties);
    this.listed = null;
    this.others = OtherFiles.of(files);
  }

  /** A table that is declared, and that nobody has written to. */
  public static Snapshot unwritten(Schema columns, Partitioning partitioning) {
    return new Snapshot(columns, partitioning);
  }

  private Snapshot(Schema columns, Partitioning partitioning) {
    this.info = SnapshotInfo.ofFiles(0, 0);
    this.schema = columns;
    this.loggedSchema = columns;
    this.lastFieldId = columns.lastId();
    this.partitionColumns = partitioning.columns(columns);
    this.partitioning = partitioning;
    this.placement = Placement.DEFAULT.toString();
    this.properties = Map.of();
    this.listed = null;
    this.others = OtherFiles.of(List.of());
  }

  /**
   * Other files than those that a state of the table lists.
   *
   * @param others read when somebody asks for the files first
   */
  public Snapshot(TableState state, Schema columns, Partitioning partitioning, OtherFiles others) {
    this.info = state.info();
    this.schema = columns;
    this.loggedSchema = columns;
    this.lastFieldId = columns.lastId();
    this.partitionColumns = partitioning.columns(columns);
    this.partitioning = partitioning;
    this.placement = state.placement();
    this.properties = state.properties();
    this.listed = null;
    this.others = others;
  }

  /**
   * A state of the log, with foreign files beside it.
   *
   * @param schema that of the state, except that columns may be null that may be so in these files
   */
  public Snapshot(TableState state, Schema schema, List<DataFile> foreign) {
    this.info = state.info();
    this.schema = schema;
    this.loggedSchema = state.schema();
    this.lastFieldId = state.lastFieldId();
    this.partitionColumns = state.partitionColumns();
    this.partitioning = state.partitioning();
    this.placement = state.placement();
    this.properties = state.properties();
    this.listed = state.files();
    this.others = OtherFiles.of(foreign);
  }

  private Snapshot(Snapshot same, FileList listed) {
    this.info = same.info;
    this.schema = same.schema;
    this.loggedSchema = same.loggedSchema;
    this.lastFieldId = same.lastFieldId;
    this.partitionColumns = same.partitionColumns;
    this.partitioning = same.partitioning;
    this.placement = same.placement;
    this.properties = same.properties;
    this.listed = listed;
    this.others = same.others;
    this.files = same.files;
  }

  /** The same, for one commit: what it has found in a manifest it need not read again. */
  public Snapshot remembering() {
    return listed == null ? this : new Snapshot(this, listed.remembering());
  }

  /** Above the ids of all rows that the table ever had; 0 = no row has one. */
  public long nextRowId() {
    return listed == null ? 0 : listed.nextRowId();
  }

  /** The line of the history. */
  public SnapshotInfo info() {
    return info;
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

  /**
   * All columns, partition columns included. Those that a foreign file lacks may be null, whatever
   * the log says.
   */
  public Schema schema() {
    return schema;
  }

  /** The same as the log has them, with which writes are planned. */
  public Schema loggedSchema() {
    return loggedSchema;
  }

  /**
   * The columns of copies of some of its files.
   *
   * @param copied if none of them is a foreign file, only what the log has may be null
   */
  public Schema schemaWith(Collection<DataFile> copied) {
    return copied.stream().anyMatch(DataFile::foreign) ? schema : loggedSchema;
  }

  /** The largest field id assigned so far; new columns get larger ones. */
  public int lastFieldId() {
    return lastFieldId;
  }

  /**
   * Columns that are partition columns themselves, in the order of the directories. {@link
   * DataFile#partition} has the values, and those of derived fields, see {@link #partitioning}.
   */
  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /** The partition fields of new files, and those that other files may have. */
  public Partitioning partitioning() {
    return partitioning;
  }

  /** In whose terms the entries of the files are. */
  public TableFields fields() {
    return new TableFields(schema, partitioning);
  }

  /**
   * The placement of new files; each file stores its own.
   *
   * @throws IllegalArgumentException if a newer library wrote a placement that this one does not
   *     support
   */
  public Placement placement() {
    Placement known = parsed;
    if (known == null) {
      known = Placement.parse(placement);
      parsed = known;
    }
    return known;
  }

  public Map<String, String> properties() {
    return properties;
  }

  /**
   * All files, sorted by path. The manifests are read when somebody asks first.
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
   * Reads all of the manifests.
   *
   * @return this
   * @throws io.placed.error.CorruptFileException if one is damaged or missing
   */
  public Snapshot load() throws IOException {
    if (files == null) {
      files = sorted(listed == null ? List.of() : listed.all().values());
    }
    return this;
  }

  /**
   * Those of the files whose entries can be read, sorted by path.
   *
   * @param unread receives what is wrong with each manifest that is damaged or missing
   */
  public List<DataFile> readableFiles(Consumer<IOException> unread) throws IOException {
    return sorted(listed == null ? List.of() : listed.readable(unread));
  }

  /**
   * The files that may have rows for which a filter is TRUE, and perhaps others, sorted by path.
   * Not all of the manifests is read. Statistics decide about each file, see {@link
   * DataFilePruning}.
   *
   * @throws UncheckedIOException if manifests are damaged or missing
   */
  public List<DataFile> candidates(EntryFilter filter) {
    if (files != null || listed == null || filter.isEmpty()) {
      return files();
    }
    try {
      return sorted(listed.candidates(filter));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /**
   * Those of some files that it has; not all of the manifests is read.
   *
   * @param paths relative to the table
   * @throws UncheckedIOException if manifests are damaged or missing
   */
  public List<DataFile> files(Set<String> paths) {
    List<DataFile> found = new ArrayList<>();
    try {
      others.get().stream().filter(f -> paths.contains(f.path())).forEach(found::add);
      found.addAll(listed == null || paths.isEmpty() ? List.of() : listed.of(paths));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return found;
  }

  /**
   * Its files that a list does not have, or of which other rows are deleted there, and those that
   * no list has. Manifests that both have are not read.
   */
  public List<DataFile> filesNotIn(FileList other) throws IOException {
    List<DataFile> found = new ArrayList<>(others.get());
    if (listed != null) {
      listed.notIn(other).forEach(d -> found.add(d.file()));
    }
    return found;
  }

  private List<DataFile> sorted(Collection<DataFile> ofLog) throws IOException {
    List<DataFile> all = new ArrayList<>(others.get());
    all.addAll(ofLog);
    all.sort(Comparator.comparing(DataFile::path));
    return List.copyOf(all);
  }

  /** Number of files; no manifest is read. */
  public long fileCount() {
    return (listed == null ? 0 : listed.count()) + others.known().size();
  }

  /** Whether there are files that no snapshot lists. */
  public boolean hasForeign() {
    return others.known().stream().anyMatch(DataFile::foreign);
  }

  /**
   * Whether all files are in directories of all partition columns. Of others, files put into the
   * table by hand, the columns are read as any other. No manifest is read.
   */
  public boolean isInPartitions() {
    return (listed == null || listed.isIn(partitionColumns))
        && others.known().stream().allMatch(f -> f.isIn(partitionColumns));
  }

  /**
   * Whether another snapshot of the same table has the same files and columns; no manifest is read.
   */
  public boolean isSame(Snapshot other) {
    return this == other
        || schema.equals(other.schema)
            && partitioning.equals(other.partitioning)
            && others.known().equals(other.others.known())
            && (listed == null
                ? other.listed == null
                : other.listed != null && listed.isSame(other.listed));
  }

  /**
   * Bounds of a column over all files, in the column's type; counts are of no meaning. Null if a
   * file does not know them, as foreign files never do.
   *
   * @param column not one of partitions
   * @throws UncheckedIOException if manifests are damaged or missing
   */
  public ColumnStatistics bounds(String column) {
    if (!others.known().isEmpty()) {
      return null;
    }
    try {
      return listed == null ? ColumnStatistics.empty() : listed.bounds(column);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Those that list files of this snapshot; the latest files are in none. */
  public List<Manifest> manifests() {
    return listed == null ? List.of() : listed.manifests();
  }

  /** Rows of all files, without deleted ones. */
  public long rows() {
    return (listed == null ? 0 : listed.rows())
        + others.known().stream().mapToLong(DataFile::liveRows).sum();
  }

  /** Length of all files and their siblings, in bytes. */
  public long bytes() {
    return (listed == null ? 0 : listed.bytes())
        + others.known().stream().mapToLong(DataFile::totalLength).sum();
  }
}
