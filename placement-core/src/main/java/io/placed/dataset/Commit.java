package io.placed.dataset;

import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.schema.Type;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
  static final String APPEND = "append";
  static final String OVERWRITE = "overwrite";
  static final String REWRITE = "rewrite";

  private final DataSet dataSet;
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
  private Change change;
  private TableState committed;

  /**
   * @param id null for a new one
   * @param planned whether the author named the snapshot that the columns are bound to
   */
  Commit(
      DataSet dataSet,
      String id,
      ColumnBinding columns,
      boolean planned,
      List<String> partitionColumns,
      Placement placement) {
    this(
        dataSet,
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
  Commit(
      DataSet dataSet,
      String id,
      ColumnBinding columns,
      boolean planned,
      List<String> partitionColumns,
      Placement placement,
      long since) {
    this.dataSet = dataSet;
    this.id = id == null ? UUID.randomUUID().toString().replace("-", "") : id;
    this.publisher = new Publisher(dataSet, this.id, since);
    this.columns = columns;
    this.planned = planned;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.placement = placement;
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
        dataSet.path(), PathNames.partitionPath(ordered), ManagedName.of(id, taskLabel));
  }

  /** A path of {@link #dataFilePath} relative to the data set. */
  public String relative(String path) {
    return PathNames.relativize(dataSet.path(), path);
  }

  /** Adds the files. The table keeps its placement. */
  public Snapshot append(List<DataFile> files) throws IOException {
    return commit(APPEND, files, null, -1);
  }

  /** Replaces everything that is visible when it is committed, foreign files included. */
  public Snapshot overwrite(List<DataFile> files) throws IOException {
    return commit(OVERWRITE, files, any -> f -> true, -1);
  }

  /** Replaces the partitions that get a file, and leaves the others. */
  public Snapshot overwritePartitions(List<DataFile> files) throws IOException {
    Set<List<String>> touched = new HashSet<>();
    files.forEach(f -> touched.add(canonical(f)));
    return commit("overwritePartitions", files, any -> f -> touched.contains(canonical(f)), -1);
  }

  /** Replaces the files that the condition names, whenever they were added. */
  public Snapshot overwriteWhere(List<DataFile> files, Predicate<DataFile> condition)
      throws IOException {
    return commit("overwriteWhere", files, any -> condition, -1);
  }

  /**
   * Takes out the rows for which the condition is true, as long as these are whole files, which
   * partition values and statistics say.
   *
   * @throws IllegalArgumentException that names a file of which only some rows may be meant;
   *     nothing was committed
   */
  public Snapshot delete(io.placed.predicate.Predicate rows) throws IOException {
    return commit("delete", List.of(), new WholeFiles(rows), -1);
  }

  /**
   * Replaces exactly these files by others with the same rows. Columns that the table got meanwhile
   * stay, and are null in these rows; those that it lost are lost.
   *
   * @param replaced paths relative to the data set
   * @throws CommitConflictException if one of them is not there any more; nothing was committed
   */
  public Snapshot replaceFiles(Set<String> replaced, List<DataFile> files) throws IOException {
    Set<String> paths = Set.copyOf(replaced);
    return commit(REWRITE, files, any -> f -> paths.contains(f.path()), paths.size());
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
    if (operation.isEmpty() || operation.equals(REWRITE) || operation.equals(OVERWRITE)) {
      throw new IllegalArgumentException("'" + operation + "' is no name for a change of rows");
    }
    Set<String> paths = Set.copyOf(replaced);
    return commit(operation, files, any -> f -> paths.contains(f.path()), paths.size());
  }

  /**
   * The partition in one spelling: foreign directories may be {@code month=01}. Null if the file is
   * in none, which is not the one of null.
   */
  private List<String> canonical(DataFile file) {
    if (!file.isIn(partitionColumns)) {
      return null;
    }
    List<String> values = new ArrayList<>();
    for (String column : partitionColumns) {
      String text = file.partition().get(column);
      String value = canonical(columns.written().require(column).type(), text);
      // Both are the same directory.
      values.add(value == null || value.isEmpty() ? null : value);
    }
    return values;
  }

  /** A table whose column is wider may have values that the type here cannot hold. */
  private static String canonical(Type type, String text) {
    try {
      return PartitionValues.canonical(type, text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** The snapshot without foreign files. */
  private Snapshot commit(
      String operation, List<DataFile> files, Change.Selection replaced, long mustReplace)
      throws IOException {
    if (committed != null) {
      throw new IllegalStateException("commit " + id + " has been committed");
    }
    requireOwn(files);
    boolean newTable = overwriteSchema && operation.equals(OVERWRITE);
    change =
        new Change(
            operation,
            id,
            columns,
            partitionColumns,
            placement,
            properties,
            mode(operation, newTable, mustReplace >= 0),
            newTable && !planned,
            List.copyOf(files),
            replaced,
            mustReplace,
            basis,
            serializable,
            batch);
    committed = publisher.publish(change);
    return new DirectoryView(dataSet.path()).of(committed, List.of());
  }

  private SchemaMerge.Mode mode(String operation, boolean newTable, boolean replacesFiles) {
    if (newTable) {
      return SchemaMerge.Mode.REPLACE;
    } else if (replacesFiles) {
      return operation.equals(REWRITE) ? SchemaMerge.Mode.LAYOUT : SchemaMerge.Mode.ROWS;
    }
    return mergeSchema ? SchemaMerge.Mode.EITHER : SchemaMerge.Mode.SAME;
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
    return change.next(dataSet, committed);
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
      files = dataSet.store().walk(dataSet.path(), n -> !n.equals(SnapshotLog.DIRECTORY));
    } catch (FileNotFoundException e) {
      return;
    }
    IOException failure = null;
    for (FileInfo file : files) {
      if (isWrittenHere(PathNames.name(file.path()))) {
        try {
          dataSet.store().delete(file.path(), false);
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
