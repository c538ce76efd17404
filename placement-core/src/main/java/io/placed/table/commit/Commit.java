package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.file.PartitionValues;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Files being added to a data set. They are written first, under names that carry the commit's id,
 * and become visible all at once by one of the four operations, or never. When others commit
 * meanwhile, the operation is done again on what they left. Not thread-safe; use it once.
 */
public final class Commit {

  private final TableDirectory table;
  private final String id;
  private final ColumnBinding columns;
  private final boolean planned;
  private final List<String> partitionColumns;
  private final Placement placement;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Publisher publisher;
  private Snapshot basis;
  private boolean mergeSchema;
  private boolean overwriteSchema;
  private boolean serializable;
  private StreamBatch batch;
  private FileOperation operation;
  private TableState committed;

  /**
   * @param id null for a new one
   * @param planned whether the author named the snapshot that the columns are bound to
   */
  public Commit(
      TableDirectory table,
      String id,
      ColumnBinding columns,
      boolean planned,
      List<String> partitionColumns,
      Placement placement) {
    this(
        table,
        id,
        columns,
        planned,
        partitionColumns,
        placement,
        id == null ? columns.snapshot() : -1);
  }

  /**
   * @param since as in {@link Publisher}
   */
  public Commit(
      TableDirectory table,
      String id,
      ColumnBinding columns,
      boolean planned,
      List<String> partitionColumns,
      Placement placement,
      long since) {
    this.table = table;
    this.id = id == null ? UUID.randomUUID().toString().replace("-", "") : id;
    this.publisher = new Publisher(table, this.id, since);
    this.columns = columns;
    this.planned = planned;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.placement = placement;
  }

  /**
   * A commit of files that another process has written.
   *
   * @param commitId which is in their names
   */
  public static Commit resume(
      TableDirectory table,
      String commitId,
      ColumnBinding columns,
      List<String> partitionColumns,
      Placement placement) {
    return new Commit(table, commitId, columns, true, partitionColumns, placement);
  }

  /** 32 hexadecimal digits. */
  public String commitId() {
    return id;
  }

  /**
   * Lets either side lack columns of the other: the table gets the new ones, nulls fill the rest.
   */
  public Commit mergeSchema(boolean allowed) {
    mergeSchema = allowed;
    return this;
  }

  /**
   * Lets {@link #overwrite} give the table another schema, partitioning and properties. If the
   * snapshot that it was planned on was named, columns that were renamed since then keep their new
   * names, and those that were added stay; otherwise it takes the place of whatever is there.
   */
  public Commit overwriteSchema(boolean allowed) {
    overwriteSchema = allowed;
    return this;
  }

  /**
   * The snapshot that the new files were computed from: of the files that the commit takes out none
   * may be newer, or it fails with a {@link CommitConflictException}. Without it an overwrite also
   * takes out what others added meanwhile, as if they had been earlier.
   */
  public Commit basedOn(Snapshot read) {
    basis = read;
    return this;
  }

  /**
   * Nothing at all may have been added after the snapshot that the commit is based on, or it fails
   * with a {@link CommitConflictException}: the outcome is that of one commit after the other.
   *
   * @throws IllegalStateException if no snapshot was named
   */
  public Commit serializable() {
    if (basis == null) {
      throw new IllegalStateException("what was read has to be named first, by basedOn");
    }
    serializable = true;
    return this;
  }

  /**
   * The commit is a batch of a stream, whose batches come in order: if the table has it, or a later
   * one, it fails with a {@link BatchCommittedException}. So each batch is committed once, however
   * often it is tried.
   *
   * @param stream id of the stream, the same after it was started again
   * @param number of the batch
   */
  public Commit batch(String stream, long number) {
    batch = new StreamBatch(stream, number);
    return this;
  }

  /**
   * Adds to the table's properties.
   *
   * @throws IllegalArgumentException for what {@link TableProperties#requireStorable} refuses
   */
  public Commit properties(Map<String, String> added) {
    TableProperties.requireStorable(added);
    properties.putAll(Map.copyOf(added));
    return this;
  }

  /**
   * Where a task writes a file.
   *
   * @param partition a value as text for each partition column, null for a missing one
   * @param taskLabel unique among all attempts of all tasks: letters, digits, {@code _}, {@code -}
   * @return the whole path; {@link #relative} gives what {@link DataFile#path} wants
   */
  public String dataFilePath(Map<String, String> partition, String taskLabel) {
    requirePartition("partition " + partition, partition);
    Map<String, String> ordered = new LinkedHashMap<>();
    partitionColumns.forEach(c -> ordered.put(c, partition.get(c)));
    return PathNames.join(
        table.path(), PathNames.partitionPath(ordered), ManagedName.of(id, taskLabel));
  }

  /** A path of {@link #dataFilePath} relative to the data set. */
  public String relative(String path) {
    return PathNames.relativize(table.path(), path);
  }

  /** Adds the files. The table keeps its placement. */
  public Snapshot append(List<DataFile> files) throws IOException {
    return commit(new Append(plan(), List.copyOf(files)));
  }

  /** Replaces everything that is visible when it is committed, foreign files included. */
  public Snapshot overwrite(List<DataFile> files) throws IOException {
    return commit(new Overwrite(plan(), List.copyOf(files), overwriteSchema));
  }

  /** Replaces the partitions that get a file, and leaves the others. */
  public Snapshot overwritePartitions(List<DataFile> files) throws IOException {
    SamePartitions same = new SamePartitions(partitionColumns, columns.written(), files);
    return commit(new OverwritePartitions(plan(), List.copyOf(files), same));
  }

  /** Replaces the files that the condition names, whenever they were added. */
  public Snapshot overwriteWhere(List<DataFile> files, Predicate<DataFile> condition)
      throws IOException {
    return commit(new OverwriteWhere(plan(), List.copyOf(files), any -> condition));
  }

  /**
   * Takes out the rows for which the condition is true, as long as these are whole files, which
   * partition values and statistics say.
   *
   * @throws IllegalArgumentException that names a file of which only some rows may be meant;
   *     nothing was committed
   */
  public Snapshot delete(io.placed.predicate.Predicate rows) throws IOException {
    return commit(new Delete(plan(), new WholeFiles(rows)));
  }

  /**
   * Replaces exactly these files by others with the same rows. Columns that the table got meanwhile
   * stay, and are null in these rows; those that it lost are lost.
   *
   * @param replaced paths relative to the data set
   * @throws CommitConflictException if one of them is not there any more; nothing was committed
   */
  public Snapshot replaceFiles(Set<String> replaced, List<DataFile> files) throws IOException {
    return commit(new ReplaceFiles(plan(), List.copyOf(files), Set.copyOf(replaced)));
  }

  /**
   * Replaces exactly these files by others whose rows were made from theirs. Columns that the table
   * got meanwhile stay, and are null in these rows.
   *
   * @param operation what history calls it: {@code delete}, {@code update}, {@code merge} …
   * @param replaced paths relative to the data set
   * @throws CommitConflictException if one of them is not there any more, or a column that the rows
   *     have was dropped; nothing was committed
   * @throws IllegalArgumentException if the rows lack a column of the table
   */
  public Snapshot changeRows(String operation, Set<String> replaced, List<DataFile> files)
      throws IOException {
    return commit(new ChangeRows(plan(), operation, List.copyOf(files), Set.copyOf(replaced)));
  }

  private CommitPlan plan() {
    return new CommitPlan(
        id,
        columns,
        planned,
        partitionColumns,
        placement,
        mergeSchema,
        new LinkedHashMap<>(properties),
        basis,
        serializable,
        batch);
  }

  /** The snapshot without foreign files. */
  private Snapshot commit(FileOperation change) throws IOException {
    if (committed != null) {
      throw new IllegalStateException("commit " + id + " has been committed");
    }
    requireOwn(change.added());
    operation = change;
    committed = publisher.publish(change);
    return new DirectoryView(table.path()).of(committed, List.of());
  }

  /**
   * For the next commit of the same columns, when this one has been committed: columns that it
   * added are the table's from now on, whatever they are called when the next one comes.
   *
   * @throws IllegalStateException if it has not been committed
   */
  public ColumnBinding nextColumns() throws IOException {
    if (committed == null) {
      throw new IllegalStateException("commit " + id + " has not been committed");
    }
    return new WrittenColumns(operation, table).next(committed);
  }

  /**
   * Removes every file of this commit, and nothing else. Does nothing if it has been committed.
   *
   * @throws IOException if a file cannot be removed, or it is not known whether the commit failed
   */
  public void abort() throws IOException {
    if (committed != null || publisher.hasCommitted()) {
      return;
    }
    List<FileInfo> files;
    try {
      files = table.store().walk(table.path(), n -> !n.equals(SnapshotLog.DIRECTORY));
    } catch (FileNotFoundException e) {
      return;
    }
    IOException failure = null;
    for (FileInfo file : files) {
      if (isWrittenHere(PathNames.name(file.path()))) {
        try {
          table.store().delete(file.path(), false);
        } catch (IOException e) {
          if (failure != null) {
            e.addSuppressed(failure);
          }
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** A file of this commit, or the hidden one that was to become it. */
  private boolean isWrittenHere(String name) {
    return id.equals(ManagedName.commitOf(name)) || id.equals(ManagedName.commitOfTemporary(name));
  }

  private void requireOwn(List<DataFile> files) {
    Map<String, DataFile> seen = new HashMap<>();
    for (DataFile f : files) {
      if (!id.equals(ManagedName.commitOf(PathNames.name(f.path()))) || f.foreign()) {
        throw new IllegalArgumentException(f.path() + ": is no file of commit " + id);
      }
      if (seen.put(f.path(), f) != null) {
        throw new IllegalArgumentException(f.path() + ": is given twice");
      }
      requirePartition(f.path(), f.partition());
    }
  }

  private void requirePartition(String what, Map<String, String> partition) {
    if (partition.size() != partitionColumns.size()
        || !partition.keySet().containsAll(partitionColumns)) {
      throw new IllegalArgumentException(
          what + ": needs a value for each of the partition columns " + partitionColumns);
    }
    for (String column : partitionColumns) {
      try {
        PartitionValues.parse(columns.written().require(column).type(), partition.get(column));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            what + ": partition column " + column + ": " + e.getMessage(), e);
      }
    }
  }
}
