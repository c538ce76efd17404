package io.placed.spark.internal;

import io.placed.spark.catalog.PathTables;
import java.io.IOException;
import java.util.List;

/** The places of tables that are created from a query in the session's catalog. */
public final class CatalogCreation {
  private final PlanDecisions decisions;

  CatalogCreation(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  /**
   * Refuses to replace a table that the query reads, because the catalog deletes the files of the
   * old table before the query runs. Throws an AnalysisException that names both.
   *
   * @param replaced null if there is no such table
   * @param read the paths that the query reads
   */
  public void requireNotRead(TableDefinition replaced, List<String> read) {
    if (replaced == null || !replaced.isDeletedByDrop()) {
      return;
    }
    String deleted = qualified(replaced.location());
    for (String path : read) {
      String other = qualified(path);
      if (isIn(deleted, other) || isIn(other, deleted)) {
        throw Errors.analysis(
            String.join(".", replaced.name())
                + ": the query reads "
                + path
                + ", and the session's catalog deletes the directory of the replaced table, "
                + deleted
                + ", before the query runs; use INSERT OVERWRITE, "
                + (decisions.isPlaced(replaced)
                    ? "or CREATE OR REPLACE TABLE placed.`" + deleted + "`, which is one commit"
                    : "or write the rows to another table"),
            null);
      }
    }
  }

  private static boolean isIn(String directory, String path) {
    return (path + "/").startsWith(directory + "/");
  }

  private static String qualified(String path) {
    try {
      return PathTables.dataSet(path).path();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
