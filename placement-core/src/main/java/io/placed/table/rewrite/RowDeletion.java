package io.placed.table.rewrite;

import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletes the rows of a table for which a predicate is TRUE, in one commit. Rows are marked by
 * deletion vectors where they are few of a file; else the file is rewritten without them. If
 * another commit changes one of these files meanwhile, it is planned anew.
 */
public final class RowDeletion {
  private static final String OPERATION = "delete";

  /** Each attempt reads the files again. */
  private static final int MAX_ATTEMPTS = 10;

  private final FileStores stores;
  private final TableDirectory table;
  private final Predicate predicate;

  /**
   * @param stores of the table
   */
  public RowDeletion(FileStores stores, TableDirectory table, Predicate predicate) {
    this.stores = stores;
    this.table = table;
    this.predicate = predicate;
  }

  /**
   * @throws CommitConflictException if others changed the files in all attempts
   * @throws IllegalArgumentException if the predicate does not fit the schema
   */
  public DeleteResult run() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(table.current());
      } catch (CommitConflictException e) {
        // Others were faster: reading all again would make it slower still.
        if (attempt == MAX_ATTEMPTS || e.isLostRace()) {
          throw e;
        }
      }
    }
  }

  private DeleteResult attempt(Snapshot snapshot) throws IOException {
    MatchingRows matching = new MatchingRows(table, snapshot, predicate);
    Map<DataFile, RowBitmap> found = new LinkedHashMap<>();
    for (DataFile f : matching.files()) {
      found.put(f, matching.of(f));
    }
    double maxShare = TableProperties.deletesMaxShare(snapshot.properties());
    DeletionPlan plan = new DeletionPlan(table, snapshot, maxShare, found);
    if (plan.rows() == 0) {
      return new DeleteResult(snapshot.id(), 0, 0, 0, 0);
    }
    return new DeleteResult(
        commit(snapshot, plan),
        plan.rows(),
        plan.filesMarked(),
        plan.filesRewritten(),
        plan.filesRemoved());
  }

  private long commit(Snapshot snapshot, DeletionPlan plan) throws IOException {
    table.startLog();
    Commit commit =
        new Commit(
                table,
                null,
                ColumnBinding.of(plan.schema(), snapshot),
                true,
                snapshot.partitioning().spec(snapshot.schema()),
                null)
            .basedOn(snapshot);
    try {
      List<DataFile> files = new ArrayList<>();
      for (RemainderTask task : plan.tasks(commit, Map.of())) {
        String label = "rest-" + files.size();
        task.run(stores, label, null, TaskMemory.UNLIMITED)
            .forEach(f -> files.add(DataFile.fromJson(f)));
      }
      return plan.commit(commit, OPERATION, files, List.of()).id();
    } catch (IOException | RuntimeException e) {
      try {
        commit.abort();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }
}
