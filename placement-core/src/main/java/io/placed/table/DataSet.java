package io.placed.table;

import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.commit.Alteration;
import io.placed.table.commit.Commit;
import io.placed.table.commit.Publisher;
import io.placed.table.discovery.FooterSource;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.rewrite.DataFileCopy;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.snapshot.TableState;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A table: a directory of Placed files, with or without snapshots, or a single file. Thread-safe.
 * What can be read of it, and the operations that change it, start here.
 */
public final class DataSet {
  private final TableDirectory directory;

  private DataSet(TableDirectory directory) {
    this.directory = directory;
  }

  /** Nothing is read, and nothing needs to be there. */
  public static DataSet at(FileStores stores, String path) throws IOException {
    return new DataSet(TableDirectory.at(stores, path));
  }

  public static DataSet at(FileStores stores, String path, FooterSource footers)
      throws IOException {
    return new DataSet(TableDirectory.at(stores, path, footers));
  }

  /** As the file system names it. */
  public String path() {
    return directory.path();
  }

  /** Whether there is a file or directory, whatever it holds. */
  public boolean exists() throws IOException {
    return directory.exists();
  }

  /**
   * Whether a new table may start here: nothing is there, or only what writes that failed before
   * their first commit left.
   */
  public boolean isVacant() throws IOException {
    return directory.isVacant();
  }

  /**
   * Whether a write has begun here at some time: from then on files named after a commit count only
   * when a snapshot lists them.
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

  /** A file, ready to be read. */
  public InputFile input(DataFile file) throws IOException {
    return directory.input(file);
  }

  /**
   * The newest snapshot with the foreign files beside it.
   *
   * @throws FileNotFoundException if nothing is there, or no Placed file and no snapshot
   */
  public Snapshot current() throws IOException {
    return directory.current();
  }

  /**
   * The same for who will use these columns only. The schema of a single file then has no others:
   * of a very wide one nothing else is read.
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
   * The snapshot of this id. Foreign files have no history: beside an older snapshot stand those
   * that were not replaced until then, and not changed after the following snapshot was made.
   *
   * @throws FileNotFoundException that names the ids there are, if this is none of them
   */
  public Snapshot snapshot(long id) throws IOException {
    return directory.snapshot(id);
  }

  /**
   * The snapshot that was the newest at a moment.
   *
   * @param millis since 1970-01-01T00:00:00Z
   * @throws FileNotFoundException that names the oldest snapshot, if that is younger or there is
   *     none
   */
  public Snapshot asOf(long millis) throws IOException {
    return directory.asOf(millis);
  }

  /** The id of the newest snapshot; 0 if there is none. */
  public long newestId() throws IOException {
    return directory.newestId();
  }

  /**
   * What the commit of a snapshot added. Files that it only laid out anew are not among it.
   *
   * @throws FileNotFoundException if it or the snapshot before it has expired
   */
  public AddedFiles added(long id) throws IOException {
    return directory.added(id);
  }

  /** Newest first. */
  public List<SnapshotInfo> history() throws IOException {
    return directory.history();
  }

  /** The newest ones, newest first. */
  public List<SnapshotInfo> history(int most) throws IOException {
    return directory.history(most);
  }

  /**
   * Expires old snapshots and removes files that no kept snapshot lists.
   *
   * @throws IOException if something cannot be removed; what was kept is whole all the same
   */
  public VacuumResult vacuum(VacuumOptions options) throws IOException {
    return new Vacuum(directory, options, System.currentTimeMillis()).run();
  }

  /** Copies the rows of the files of a snapshot. */
  public DataFileCopy copy(Snapshot snapshot) {
    return new DataFileCopy(directory, snapshot);
  }

  /**
   * Starts a commit whose columns are those of these names in the newest snapshot. The directory is
   * made, and {@code _placed/} in it; nothing that a reader sees changes.
   *
   * @param schema of what will be written, partition columns included
   * @param partitionColumns names of columns, in the order of the directories
   * @param placement null for the table's own, or the default
   * @throws IllegalArgumentException if a partition column is not in the schema or of a type that
   *     directories cannot hold
   */
  public Commit begin(Schema schema, List<String> partitionColumns, Placement placement)
      throws IOException {
    requirePartitions(schema, partitionColumns);
    directory.startLog();
    ColumnBinding columns = ColumnBinding.of(schema, directory.newestLogged());
    return new Commit(directory, null, columns, false, partitionColumns, placement);
  }

  /**
   * The same for columns that were bound to the table before, when the write was planned or
   * computed: {@link ColumnBinding#of}.
   */
  public Commit begin(ColumnBinding columns, List<String> partitionColumns, Placement placement)
      throws IOException {
    requirePartitions(columns.written(), partitionColumns);
    directory.startLog();
    return new Commit(directory, null, columns, true, partitionColumns, placement);
  }

  private static void requirePartitions(Schema schema, List<String> partitionColumns) {
    for (String column : partitionColumns) {
      PartitionValues.requireAllowed(column, schema.require(column).type());
    }
  }

  /**
   * Gives the table other columns and properties, in one commit and without writing files.
   *
   * @param properties to be set; null values = to be removed
   * @throws IllegalArgumentException that says which change is not possible; nothing was committed
   */
  public Snapshot alter(List<ColumnChange> changes, Map<String, String> properties)
      throws IOException {
    TableProperties.requireStorable(properties);
    String id = UUID.randomUUID().toString().replace("-", "");
    Map<String, String> copy = new LinkedHashMap<>(properties);
    Alteration alteration = new Alteration(id, List.copyOf(changes), copy);
    TableState next = new Publisher(directory, id, Long.MAX_VALUE).publish(alteration);
    return directory.withForeign(next);
  }

  /** The table as it lies in its file system. */
  public TableDirectory directory() {
    return directory;
  }

  @Override
  public String toString() {
    return path();
  }
}
