package io.placed.spark.catalog;

import io.placed.spark.internal.Errors;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.concurrent.Callable;

/** What is done if a catalog does not follow a change that the log of its table has already. */
public final class CatalogFailure {
  private CatalogFailure() {}

  /**
   * Takes a commit back. Where that is not possible, because others have committed since, reads and
   * writes refuse the columns that only the catalog still has.
   *
   * @param failure of the catalog; if the commit stays, an AnalysisException with its message is
   *     thrown, which says so
   * @param isUnchanged whether the catalog has really not followed
   */
  public static void undo(
      DataSet dataSet, Snapshot commit, Throwable failure, Callable<Boolean> isUnchanged) {
    try {
      if (isUnchanged.call()) {
        dataSet.undo(commit);
      }
    } catch (Exception e) {
      failure.addSuppressed(e);
      throw Errors.analysis(
          failure.getMessage()
              + "; snapshot "
              + commit.id()
              + " of the data set has the change already ("
              + e.getMessage()
              + "): repeat the statement when the catalog accepts it",
          failure);
    }
  }
}
