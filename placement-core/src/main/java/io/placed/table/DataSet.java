package io.placed.table;

import io.placed.io.FileBlocks;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.changes.ChangeRange;
import io.placed.table.changes.TableChanges;
import io.placed.table.commit.AddFilesResult;
import io.placed.table.commit.Alteration;
import io.placed.table.commit.Commit;
import io.placed.table.commit.FileAddition;
import io.placed.table.commit.Rollback;
import io.placed.table.commit.TagChange;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.FooterSource;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.DataFileCopy;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.rewrite.RewriteResult;
import io.placed.table.rewrite.RowDeletion;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.snapshot.TableState;
import io.placed.table.snapshot.Tag;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table: a directory of Placed files, with or without snapshots, or a single file. Entry point of
 * reads and of all operations that change the table. Thread-safe.
 */
public final class DataSet {
  private final FileStores stores;
  private final TableDirectory directory;

  private DataSet(FileStores stores, TableDirectory directory) {
    this.stores = stores;
    this.directory = directory;
  }

  /** Does no I/O; the table need not exist. */
  public static DataSet at(FileStores stores, String path) throws IOException {
    return new DataSet(stores, TableDirectory.at(stores, path));
  }

  public static DataSet at(FileStores stores, String path, FooterSource footers)
      throws IOException {
    return new DataSet(stores, TableDirectory.at(stores, path, footers));
  }

  /** The path in the notation of its file system. */
  public String path() {
    return directory.path();
  }

  /** Whether a file or directory exists at the path, whatever it contains. */
  public boolean exists() throws IOException {
    return directory.exists();
  }

  /**
   * Whether a table can be created here: the path does not exist, or holds only files of writes
   * that failed before the first commit.
   */
  public boolean isVacant() throws IOException {
    return directory.isVacant();
  }

  /**
   * Whether a write was ever started here. From then on files named after a commit are visible only
   * if a snapshot lists them.
   */
  public boolean isManaged() throws IOException {
    return directory.isManaged();
  }

  public boolean hasSnapshots() throws IOException {
    return directory.hasSnapshots();
  }

  /** The path of a file for its file system. */
  public String pathOf(DataFile file) throws IOException {
    return directory.pathOf(file);
  }

  /**
   * The file system blocks of a file or of its sibling.
   *
   * @param number 0 = the file itself
   * @param sibling name of the sibling
   */
  public FileBlocks blocks(DataFile file, int number, String sibling) throws IOException {
    String path = pathOf(file);
    return stores
        .forPath(path)
        .blocks(number == 0 ? path : PathNames.join(PathNames.parent(path), sibling));
  }

  /** A data file as input. */
  public InputFile input(DataFile file) throws IOException {
    return directory.input(file);
  }

  /**
   * The latest snapshot, including the foreign files that the table shows: those of a directory
   * without snapshots, and of a table with the property {@link TableProperties#FOREIGN_FILES}.
   *
   * @throws FileNotFoundException if the path does not exist, or has neither a Placed file nor a
   *     snapshot
   */
  public Snapshot current() throws IOException {
    return directory.current();
  }

  /**
   * The same for readers of these columns only. For a single file only their metadata is read, and
   * the schema has no other columns.
   *
   * @param columnsOrNull null for all
   * @throws IllegalArgumentException if a single file does not have one of them
   */
  public Snapshot current(Collection<String> columnsOrNull) throws IOException {
    return directory.current(columnsOrNull);
  }

  /**
   * Opens a single file.
   *
   * @param columnsOrNull as for {@link #current(Collection)}
   * @return null if the path is a directory
   */
  public OpenedFile openFile(Collection<String> columnsOrNull) throws IOException {
    return directory.openFile(columnsOrNull);
  }

  /**
   * The snapshot with this id. Foreign files have no history: an older snapshot includes those that
   * it had not replaced, and that were not modified after the next snapshot.
   *
   * @throws FileNotFoundException if it does not exist; the message names the ids that do
   */
  public Snapshot snapshot(long id) throws IOException {
    return directory.snapshot(id);
  }

  /**
   * The snapshot that was the latest at a time.
   *
   * @param millis since 1970-01-01T00:00:00Z
   * @throws FileNotFoundException if there is none that old; the message names the oldest one
   */
  public Snapshot asOf(long millis) throws IOException {
    return directory.asOf(millis);
  }

  /**
   * The rows that some snapshots added and removed, as the rows of a snapshot; see {@link
   * io.placed.ReadBuilder#changes}.
   *
   * @throws FileNotFoundException if one of them, or the one before the first, does not exist
   */
  public Snapshot changes(ChangeRange range) throws IOException {
    return new TableChanges(directory).in(range).load();
  }

  /**
   * The snapshot that a tag names.
   *
   * @throws FileNotFoundException if there is no such tag; the message names those that there are
   */
  public Snapshot snapshot(String tag) throws IOException {
    return directory.snapshot(tag);
  }

  /** The tags of the latest snapshot, by name. */
  public List<Tag> tags() throws IOException {
    return directory.history().tags();
  }

  /** The id of the latest snapshot; 0 if there is none. */
  public long newestId() throws IOException {
    return directory.newestId();
  }

  /**
   * The files that a snapshot added, without those that it only rewrote.
   *
   * @throws FileNotFoundException if the snapshot has expired; or the one before it, if it is a
   *     rewrite of a table that shows foreign files
   */
  public AddedFiles added(long id) throws IOException {
    return directory.added(id);
  }

  /** The history, newest first. */
  public List<SnapshotInfo> history() throws IOException {
    return directory.history().all();
  }

  /** The latest entries, newest first. */
  public List<SnapshotInfo> history(int most) throws IOException {
    return directory.history().newest(most);
  }

  /**
   * Expires old snapshots and removes files that no retained snapshot lists.
   *
   * @throws IOException if a file cannot be removed; retained snapshots are intact all the same
   */
  public VacuumResult vacuum(VacuumOptions options) throws IOException {
    return new Vacuum(directory, options, directory.machine().millis()).run();
  }

  /**
   * Lists files that are in the table's directory, as if they had been written by a commit: from
   * now on the files belong to the table. Nothing is copied. A directory without snapshots gets its
   * first one, which lists all of its files.
   *
   * @param sources files, and directories of which all files are added
   * @throws IllegalArgumentException that names a file that cannot be added; nothing was committed
   */
  public AddFilesResult addFiles(List<String> sources) throws IOException {
    FileAddition addition = new FileAddition(directory, sources);
    if (!hasSnapshots()) {
      Snapshot files = current();
      begin(files.schema(), files.partitionColumns(), files.placement()).append(List.of());
    }
    return addition.run();
  }

  /**
   * Deletes the rows for which a predicate is TRUE, in one commit. Files of which few rows match
   * stay, with a deletion vector; see {@link TableProperties#DELETES_MAX_SHARE}.
   *
   * @throws IllegalArgumentException if the predicate does not fit the schema
   * @throws io.placed.error.CommitConflictException if others changed the same files in several
   *     attempts; nothing was committed
   */
  public DeleteResult deleteRows(Predicate rows) throws IOException {
    return new RowDeletion(stores, directory, rows).run();
  }

  /**
   * Merges small files, and files that overlap in the leading sort key, in this thread and in one
   * commit; see {@link Optimize}. Does nothing if there are none.
   *
   * @throws io.placed.error.CommitConflictException if one of the files was removed meanwhile;
   *     nothing was committed, and the next call reuses what it can
   */
  public RewriteResult optimize(OptimizeOptions options) throws IOException {
    return Optimize.prepare(p -> directory.store(), path(), options).run(done -> {});
  }

  /** Copies the rows of the files of a snapshot. */
  public DataFileCopy copy(Snapshot snapshot) {
    return new DataFileCopy(directory, snapshot);
  }

  /**
   * Starts a commit; columns are bound by name to the latest snapshot. Creates the directory and
   * {@code _placed/} in it; readers see no change.
   *
   * @param schema of the rows to be written, partition columns included
   * @param partitionColumns names, in the order of the directories
   * @param placement null for that of the table, or the default
   * @throws IllegalArgumentException if a partition column is not in the schema, or its type is not
   *     allowed for partition columns
   */
  public Commit begin(Schema schema, List<String> partitionColumns, Placement placement)
      throws IOException {
    return begin(schema, PartitionSpec.ofColumns(partitionColumns), placement);
  }

  /**
   * The same for a table that is partitioned by transforms of columns, too. Of a table that exists
   * it is {@code snapshot.partitioning().spec(snapshot.schema())}.
   */
  public Commit begin(Schema schema, PartitionSpec partitioning, Placement placement)
      throws IOException {
    return begin(schema, partitioning, placement, directory.newestLogged());
  }

  /**
   * The same on a snapshot that was read already.
   *
   * @param latest {@link TableDirectory#newestLogged}; null if there is none
   */
  public Commit begin(
      Schema schema, PartitionSpec partitioning, Placement placement, Snapshot latest)
      throws IOException {
    partitioning.requireAllowed(schema);
    directory.startLog();
    ColumnBinding columns = ColumnBinding.of(schema.storable(), latest);
    return new Commit(directory, null, columns, false, partitioning, placement);
  }

  /**
   * The same for columns that were bound when the write was planned; see {@link ColumnBinding#of}.
   */
  public Commit begin(ColumnBinding columns, PartitionSpec partitioning, Placement placement)
      throws IOException {
    partitioning.requireAllowed(columns.written());
    directory.startLog();
    return new Commit(directory, null, columns, true, partitioning, placement);
  }

  public Commit begin(ColumnBinding columns, List<String> partitionColumns, Placement placement)
      throws IOException {
    return begin(columns, PartitionSpec.ofColumns(partitionColumns), placement);
  }

  /**
   * Changes columns and properties in one commit, without rewriting data files.
   *
   * @param properties to be set; a null value removes the property
   * @return the new snapshot, without foreign files
   * @throws IllegalArgumentException if a change is not possible; the message names it, and nothing
   *     was committed
   */
  public Snapshot alter(List<ColumnChange> changes, Map<String, String> properties)
      throws IOException {
    return alter(changes, properties, null);
  }

  /**
   * Changes by what new files are partitioned, without rewriting data files: each keeps the values
   * of the fields that it was written with.
   *
   * @return the new snapshot, without foreign files
   * @throws IllegalArgumentException if a column does not exist or go with its transform
   */
  public Snapshot alter(PartitionSpec partitioning) throws IOException {
    return alter(List.of(), Map.of(), partitioning);
  }

  private Snapshot alter(
      List<ColumnChange> changes, Map<String, String> properties, PartitionSpec partitioning)
      throws IOException {
    TableProperties.requireStorable(properties);
    Map<String, String> copy = new LinkedHashMap<>(properties);
    return committed(Alteration.commit(directory, List.copyOf(changes), copy, partitioning));
  }

  /**
   * As a commit returns it. Foreign files would have to be listed and opened; where that fails,
   * what is committed would seem to have failed.
   */
  private Snapshot committed(TableState state) throws IOException {
    return new DirectoryView(directory.path()).of(state, List.of());
  }

  /**
   * Brings back the state of an older snapshot, in a new one: files, columns, partitioning,
   * placement and properties. What was committed since is no longer in the table; it stays in the
   * history. Field ids are not reused, and tags and batches of streams stay.
   *
   * @return the new snapshot, without foreign files
   * @throws FileNotFoundException if the snapshot, or a file of it, does not exist any more;
   *     nothing was committed
   */
  public Snapshot rollback(long snapshot) throws IOException {
    return committed(Rollback.commit(directory, snapshot));
  }

  /** The same for the snapshot that a tag names. */
  public Snapshot rollback(String tag) throws IOException {
    return rollback(directory.history().tagged(tag));
  }

  /**
   * The same for the snapshot that was the latest at a time.
   *
   * @param millis since 1970-01-01T00:00:00Z
   */
  public Snapshot rollbackAsOf(long millis) throws IOException {
    return rollback(directory.history().idAsOf(millis));
  }

  /**
   * Brings back the state before a commit. Foreign files that were put into the directory since
   * stay visible.
   *
   * @return the new snapshot, without foreign files
   * @throws IllegalStateException if others have committed since; nothing was committed
   */
  public Snapshot undo(Snapshot commit) throws IOException {
    return committed(Rollback.undo(directory, commit.id()));
  }

  /**
   * Gives a snapshot a name. Vacuums keep it, with its files, as long as it has one.
   *
   * @param snapshotOrNull null for the latest
   * @throws IllegalArgumentException if there is a tag of that name
   * @throws FileNotFoundException if the snapshot does not exist or has expired
   */
  public Tag createTag(String name, Long snapshotOrNull) throws IOException {
    return tag(name, TagChange.Kind.CREATE, snapshotOrNull);
  }

  /** The same; a tag of that name that exists names this snapshot from now on. */
  public Tag replaceTag(String name, Long snapshotOrNull) throws IOException {
    return tag(name, TagChange.Kind.REPLACE, snapshotOrNull);
  }

  private Tag tag(String name, TagChange.Kind kind, Long snapshot) throws IOException {
    return TagChange.commit(directory, name, kind, snapshot).retention().tag(name).orElseThrow();
  }

  /**
   * Removes a name. A snapshot that only this tag kept expires.
   *
   * @throws IllegalArgumentException if there is no tag of that name
   */
  public void deleteTag(String name) throws IOException {
    TagChange.commit(directory, name, TagChange.Kind.DELETE, null);
  }

  /** The table's directory in its file system. */
  public TableDirectory directory() {
    return directory;
  }

  @Override
  public String toString() {
    return path();
  }
}
