package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.PartitionDirectory;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Commits files to a data set. They are written first, under names with the commit's id, and become
 * visible atomically by one operation. If others commit meanwhile, the operation is retried on the
 * latest snapshot. Not thread-safe; use it once.
 */
public final class Commit {

  private final TableDirectory table;
  private final String id;

  /** Whether another process may have committed already. */
  private final boolean resumed;

  private final ColumnBinding columns;
  private final boolean planned;
  private final PartitionSpec spec;
  private final WrittenPartitions partitions;
  private final Placement placement;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Publisher publisher;
  private Snapshot basis;
  private boolean mergeSchema;
  private boolean overwriteSchema;
  private boolean keepsColumns;
  private boolean creates;
  private boolean serializable;
  private StreamBatch batch;
  private FileOperation operation;
  private TableState committed;

  /**
   * @param id null for a new commit
   * @param planned whether the caller named the snapshot that the columns are bound to
   */
  public Commit(
      TableDirectory table,
      String id,
      ColumnBinding columns,
      boolean planned,
      PartitionSpec spec,
      Placement placement) {
    this(table, id, columns, planned, spec, placement, id == null ? columns.snapshot() : -1);
  }

  /**
   * @param since as in {@link Publisher}
   */
  public Commit(
      TableDirectory table,
      String id,
      ColumnBinding columns,
      boolean planned,
      PartitionSpec spec,
      Placement placement,
      long since) {
    this.table = table;
    this.resumed = id != null;
    this.id = id == null ? ManagedName.newCommit(table.machine()) : id;
    this.publisher = new Publisher(table, this.id, since);
    this.columns = columns;
    this.planned = planned;
    this.spec = spec;
    this.partitions = new WrittenPartitions(columns, spec);
    this.placement = placement;
  }

  /**
   * Resumes a commit whose files another process has written.
   *
   * @param commitId the id in their names
   */
  public static Commit resume(
      TableDirectory table,
      String commitId,
      ColumnBinding columns,
      PartitionSpec spec,
      Placement placement) {
    return new Commit(table, commitId, columns, true, spec, placement);
  }

  /**
   * The partition fields by which files need values, in the order of the directories: names of
   * columns, which the files do not store, and of derived fields, such as {@code ts_day}.
   */
  public List<String> partitionNames() {
    return partitions.names();
  }

  /** The columns of the written files, with the ids that the fields of the partitioning name. */
  public Schema written() {
    return columns.written();
  }

  /**
   * Requires that all rows of the table are in partitions of the present partitioning, so that an
   * overwrite of the partitions that get rows of a query that reads the table replaces them. Rows
   * in others would stay, and be there twice.
   *
   * @param now the table as of planning
   * @throws IllegalArgumentException naming a file that is not
   */
  public void requireInPartitions(Snapshot now) {
    List<String> names = partitionNames();
    for (DataFile file : now.files()) {
      if (!file.isIn(names)) {
        throw new IllegalArgumentException(
            table.path()
                + ": the query reads the table of which it overwrites partitions, and "
                + file.path()
                + " is in no partition of "
                + String.join(", ", names)
                + ": its rows would stay, and be there twice. Overwrite the whole table"
                + " (partitionOverwriteMode static), or rows by their values (REPLACE WHERE)");
      }
    }
  }

  /** The fields of {@link #partitionNames}. */
  public Partitioning partitioning() {
    return partitions.fields();
  }

  /**
   * Says that the files are copies: each has the partition values of the files that it was copied
   * from, which need not be those of the table's partition fields now.
   */
  public Commit ofCopies() {
    partitions.ofCopies();
    return this;
  }

  /** 32 hexadecimal digits. */
  public String commitId() {
    return id;
  }

  /**
   * Allows table and files to lack columns of each other: new ones are added to the table, missing
   * ones are null.
   */
  public Commit mergeSchema(boolean allowed) {
    mergeSchema = allowed;
    return this;
  }

  /**
   * Allows {@link #overwrite} to replace schema, partitioning and properties. If the snapshot that
   * it was planned on is known, columns that were renamed since keep their new names, and columns
   * that were added stay; otherwise it replaces any schema.
   */
  public Commit overwriteSchema(boolean allowed) {
    overwriteSchema = allowed;
    return this;
  }

  /**
   * Says that an {@link #overwrite} that may replace the schema keeps columns that the new files do
   * not have, and wider types: its writer need not know them. It fails if it is partitioned in
   * another way than the table.
   */
  public Commit keepColumns(boolean keeps) {
    keepsColumns = keeps;
    return this;
  }

  /**
   * Names the snapshot that the new files were computed from: if the commit would remove a newer
   * file it fails with a {@link CommitConflictException}, and so does an overwrite if one of the
   * files that it would have removed from that snapshot is gone, or rows of it are. Without it an
   * overwrite also removes files that others added meanwhile.
   */
  public Commit basedOn(Snapshot read) {
    basis = read.remembering();
    return this;
  }

  /**
   * Says that the new files were computed while there was no table, or one without files. If there
   * are any now the commit fails with a {@link CommitConflictException}. An {@link #overwrite}
   * fails if there is a table at all, whose columns and properties it would replace unread.
   */
  public Commit basedOnNothing() {
    basis = null;
    serializable = true;
    return this;
  }

  /**
   * Says that the commit creates the table: it fails with a {@link CommitConflictException} if
   * there is one by then, or a file that no snapshot lists.
   */
  public Commit creates() {
    creates = true;
    return basedOnNothing();
  }

  /**
   * Serializable isolation: fails with a {@link CommitConflictException} if any file was added or
   * removed after the snapshot that the commit is based on.
   *
   * @throws IllegalStateException without a preceding {@link #basedOn}
   */
  public Commit serializable() {
    if (basis == null) {
      throw new IllegalStateException("serializable() needs a preceding call of basedOn()");
    }
    serializable = true;
    return this;
  }

  /**
   * Marks the commit as a batch of a stream, whose batches are committed in order: it fails with a
   * {@link BatchCommittedException} if this batch or a later one is committed. So retries commit
   * each batch exactly once.
   *
   * @param stream id of the stream, stable across restarts
   * @param number of the batch
   */
  public Commit batch(String stream, long number) {
    batch = new StreamBatch(stream, number);
    return this;
  }

  /**
   * Adds to the table's properties.
   *
   * @throws IllegalArgumentException for properties that {@link TableProperties#requireStorable}
   *     rejects
   */
  public Commit properties(Map<String, String> added) {
    TableProperties.requireStorable(added);
    properties.putAll(Map.copyOf(added));
    return this;
  }

  /**
   * The path for a file of a task.
   *
   * @param partition value as text for each partition column; may be null
   * @param taskLabel unique among all attempts of all tasks: letters, digits, {@code _}, {@code -}
   * @return the full path; {@link #relative} converts it to that of {@link DataFile#path}
   */
  public String dataFilePath(Map<String, String> partition, String taskLabel) throws IOException {
    partitions.require("partition " + partition, partition);
    Map<String, String> ordered = partitions.ordered(partition);
    String directory = PartitionDirectory.of(table.store(), table.path(), ordered);
    return PathNames.join(table.path(), directory, ManagedName.of(id, taskLabel));
  }

  /** A path of {@link #dataFilePath} relative to the data set. */
  public String relative(String path) {
    return PathNames.relativize(table.path(), path);
  }

  /** Adds the files. The table keeps its placement. */
  public Snapshot append(List<DataFile> files) throws IOException {
    return commit(new Append(plan(), List.copyOf(files)));
  }

  /** Replaces all files that are visible at commit time, foreign files included. */
  public Snapshot overwrite(List<DataFile> files) throws IOException {
    return commit(new Overwrite(plan(), List.copyOf(files), overwriteSchema, keepsColumns));
  }

  /** Replaces the partitions that get a file (dynamic partition overwrite). */
  public Snapshot overwritePartitions(List<DataFile> files) throws IOException {
    return overwritePartitions(files, UnaryOperator.identity());
  }

  /**
   * The same for an engine that reads several values as one: partitions that it reads as one are.
   *
   * @param asRead makes of the values of a partition those that the engine reads
   */
  public Snapshot overwritePartitions(
      List<DataFile> files, UnaryOperator<Map<String, String>> asRead) throws IOException {
    SamePartitions same = new SamePartitions(partitions.names(), columns.written(), files, asRead);
    return commit(new OverwritePartitions(plan(), List.copyOf(files), same));
  }

  /** Replaces the files that match the condition, whenever they were added. */
  public Snapshot overwriteWhere(List<DataFile> files, Predicate<DataFile> condition)
      throws IOException {
    return commit(new OverwriteWhere(plan(), List.copyOf(files), any -> condition));
  }

  /**
   * Deletes matching rows if these are whole files, according to partition values and statistics.
   *
   * @throws IllegalArgumentException if only some rows of a file may match; the message names the
   *     file, and nothing was committed
   */
  public Snapshot delete(io.placed.predicate.Predicate rows) throws IOException {
    return commit(new Delete(plan(), new WholeFiles(rows)));
  }

  /**
   * Replaces exactly these files by others with the same rows. Columns added meanwhile are null in
   * these rows; the values of columns dropped meanwhile are lost.
   *
   * @param replaced paths relative to the data set
   * @throws CommitConflictException if one of them was removed meanwhile; nothing was committed
   */
  public Snapshot replaceFiles(Set<String> replaced, List<DataFile> files) throws IOException {
    return commit(new ReplaceFiles(plan(), List.copyOf(files), Set.copyOf(replaced)));
  }

  /**
   * Replaces exactly these files by files with the changed rows. Columns added meanwhile are null
   * in these rows.
   *
   * @param operation its name in the history: {@code delete}, {@code update}, {@code merge} …
   * @param replaced paths relative to the data set
   * @throws CommitConflictException if one of them was removed meanwhile, or a column of the rows
   *     was dropped; nothing was committed
   * @throws IllegalArgumentException if the rows lack a column of the table
   */
  public Snapshot changeRows(String operation, Set<String> replaced, List<DataFile> files)
      throws IOException {
    return changeRows(operation, replaced, files, Map.of());
  }

  /**
   * The same, and deletes rows of files that stay. Their deletion vectors are written first.
   *
   * @param deleted numbers of rows, by the file as it was read
   * @throws CommitConflictException if one of the files was removed, or other rows of it deleted,
   *     meanwhile; nothing was committed
   * @throws IllegalArgumentException if a file is in no snapshot, which must be replaced instead
   */
  public Snapshot changeRows(
      String operation,
      Set<String> replaced,
      List<DataFile> files,
      Map<DataFile, RowBitmap> deleted)
      throws IOException {
    return changeRows(operation, replaced, files, deleted, Map.of(), Set.of());
  }

  /**
   * The same, and says what the change feed needs to know.
   *
   * @param notCopied numbers of rows of replaced files whose other rows are in new files, by the
   *     file as it was read
   * @param copies paths of the new files that have only such rows
   */
  public Snapshot changeRows(
      String operation,
      Set<String> replaced,
      List<DataFile> files,
      Map<DataFile, RowBitmap> deleted,
      Map<DataFile, RowBitmap> notCopied,
      Set<String> copies)
      throws IOException {
    Marking marking = new Marking(table, id, deleted, notCopied);
    Set<String> gone = new HashSet<>(replaced);
    gone.addAll(marking.emptied());
    marking.write();
    return commit(
        new ChangeRows(
            plan(),
            operation,
            List.copyOf(files),
            Set.copyOf(gone),
            marking.marked(),
            marking.copied(copies)));
  }

  /**
   * Whether the snapshot of this commit had been there already: another process that resumed it may
   * have committed other files than this one.
   */
  public boolean wasThere() {
    return publisher.hasFound();
  }

  private CommitPlan plan() {
    return new CommitPlan(
        id,
        columns,
        planned,
        spec,
        partitions.fields(),
        placement,
        mergeSchema,
        new LinkedHashMap<>(properties),
        basis,
        serializable,
        creates,
        resumed || operation != null,
        batch);
  }

  /** The snapshot without foreign files. */
  private Snapshot commit(FileOperation change) throws IOException {
    if (committed != null) {
      throw new IllegalStateException("commit " + id + " is already committed");
    }
    requireOwn(change.added());
    if (operation != null && publisher.isUncertain() && !operation.added().equals(change.added())) {
      throw new IllegalStateException(
          "commit " + id + " may be committed with other files; begin another one for these");
    }
    operation = change;
    committed = publisher.publish(change);
    return new DirectoryView(table.path()).of(committed, List.of());
  }

  /**
   * The binding for the next commit of the same columns, once this one is committed: it includes
   * the columns that this commit added, by field id.
   *
   * @throws IllegalStateException if it has not been committed
   */
  public ColumnBinding nextColumns() throws IOException {
    if (committed == null) {
      throw new IllegalStateException("commit " + id + " is not committed yet");
    }
    return new WrittenColumns(operation, table).next(committed);
  }

  /**
   * Removes all files of this commit, and nothing else. Does nothing if it is committed.
   *
   * @throws IOException if a file cannot be removed, or the outcome of the commit is unknown
   */
  public void abort() throws IOException {
    if (committed != null || publisher.hasCommitted()) {
      return;
    }
    new CommitFiles(table, id).remove();
  }

  private void requireOwn(List<DataFile> files) {
    Map<String, DataFile> seen = new HashMap<>();
    for (DataFile f : files) {
      if (!id.equals(ManagedName.commitOf(PathNames.name(f.path()))) || f.foreign()) {
        throw new IllegalArgumentException(f.path() + ": is not a file of commit " + id);
      }
      if (f.ids() != null) {
        throw new IllegalArgumentException(
            f.path() + ": has row ids; new files get theirs when they are committed");
      }
      if (seen.put(f.path(), f) != null) {
        throw new IllegalArgumentException(f.path() + ": is listed twice in the commit");
      }
      partitions.require(f.path(), f.partition());
    }
  }
}
