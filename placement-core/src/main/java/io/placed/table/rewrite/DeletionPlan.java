package io.placed.table.rewrite;

import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How rows are deleted: files without a row that is left are removed; files of which few rows go
 * get a deletion vector; others, and those that no snapshot lists, are written again without the
 * rows.
 */
public final class DeletionPlan {
  /** A root does not get larger by more; the change feed then has the copied rows as well. */
  private static final int MOST_RECORDED = 1_000;

  private final TableDirectory table;
  private final Snapshot snapshot;
  private final Set<String> removed = new HashSet<>();
  private final Map<DataFile, RowBitmap> marked = new LinkedHashMap<>();
  private final Map<DataFile, RowBitmap> rewritten = new LinkedHashMap<>();
  private long rows;

  /**
   * @param snapshot that the rows were read from
   * @param maxShare of deleted rows of a file that is not rewritten
   * @param found numbers of rows by file, without those that were deleted before
   */
  public DeletionPlan(
      TableDirectory table, Snapshot snapshot, double maxShare, Map<DataFile, RowBitmap> found) {
    this.table = table;
    this.snapshot = snapshot;
    found.forEach(
        (file, deleted) -> {
          long count = deleted.rows();
          rows += count;
          if (count == file.liveRows()) {
            removed.add(file.path());
          } else if (count > 0
              && (file.foreign()
                  || file.rows() - file.liveRows() + count > maxShare * file.rows())) {
            rewritten.put(file, deleted);
          } else if (count > 0) {
            marked.put(file, deleted);
          }
        });
  }

  /** Number of deleted rows. */
  public long rows() {
    return rows;
  }

  /** The columns of the files to be written. */
  Schema schema() {
    return snapshot.schemaWith(rewritten.keySet());
  }

  /** Files of which no row is left. */
  public int filesRemoved() {
    return removed.size();
  }

  public int filesMarked() {
    return marked.size();
  }

  public int filesRewritten() {
    return rewritten.size();
  }

  /**
   * The files to be written, each for one file that is replaced.
   *
   * @param settings of writing
   */
  public List<RemainderTask> tasks(Commit commit, Map<String, String> settings) {
    List<RemainderTask> tasks = new ArrayList<>();
    rewritten.forEach(
        (file, deleted) ->
            tasks.add(
                new RemainderTask(table, snapshot, commit.commitId(), file, deleted, settings)));
    return tasks;
  }

  /**
   * Commits the deletion.
   *
   * @param commit based on the snapshot
   * @param operation its name in the history
   * @param copies results of the tasks
   * @param added files with changed and new rows
   */
  public Snapshot commit(
      Commit commit, String operation, List<DataFile> copies, List<DataFile> added)
      throws IOException {
    requireValues(copies);
    Set<String> replaced = new HashSet<>(removed);
    rewritten.keySet().forEach(f -> replaced.add(f.path()));
    if (!rewritten.isEmpty()) {
      commit.ofCopies();
    }
    List<DataFile> files = new ArrayList<>(copies);
    files.addAll(added);
    // Rows of files that no snapshot lists have not been in the change feed before.
    boolean recorded =
        rewritten.size() <= MOST_RECORDED
            && rewritten.keySet().stream().noneMatch(DataFile::foreign);
    return commit.changeRows(
        operation,
        replaced,
        files,
        marked,
        recorded ? rewritten : Map.of(),
        recorded ? copies.stream().map(DataFile::path).collect(Collectors.toSet()) : Set.of());
  }

  /** Values that neither a copy nor its partition had would be lost with the replaced file. */
  private void requireValues(List<DataFile> copies) {
    Set<Map<String, String>> ofSources = new HashSet<>();
    rewritten.keySet().forEach(f -> ofSources.add(othersOf(f)));
    for (DataFile copy : copies) {
      if (!ofSources.contains(othersOf(copy))) {
        throw new IllegalStateException(
            copy.path()
                + ": a copy needs the values of columns that the file it was copied from does not"
                + " store, one of "
                + ofSources
                + ", found "
                + copy.partition());
      }
    }
  }

  private Map<String, String> othersOf(DataFile file) {
    return RemainderTask.othersOf(file, snapshot.schema(), snapshot.partitionColumns());
  }
}
