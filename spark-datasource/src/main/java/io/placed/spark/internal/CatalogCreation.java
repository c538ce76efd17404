package io.placed.spark.internal;

import io.placed.spark.catalog.PathTables;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The places of tables that are created from a query in the session's catalog. */
public final class CatalogCreation {
  /** Spark's name of the setting for tables of its own formats. */
  private static final String NON_EMPTY = "spark.sql.legacy.allowNonEmptyLocationInCTAS";

  private final PlanDecisions decisions;
  private final SessionSettings settings;

  CatalogCreation(PlanDecisions decisions, SessionSettings settings) {
    this.decisions = decisions;
    this.settings = settings;
  }

  /**
   * Refuses to create a table from a query where there are files, because the query's rows would be
   * appended to them. Throws an AnalysisException that names both.
   *
   * @param name of the table, which does not exist
   * @param location as it was given
   */
  public void requireVacant(List<String> name, String location) {
    if (settings.allowsNonEmptyLocations()) {
      return;
    }
    // As Spark will complete it.
    Path given = new Path(location);
    Path path = given.isAbsolute() ? given : new Path(new Path(settings.warehouse()), given);
    if (PathTables.hasFiles(path.toString())) {
      throw Errors.analysis(
          String.join(".", name)
              + ": CREATE TABLE AS SELECT needs an empty location, and there are files in "
              + path
              + "; to read them, create the table without a query; to replace them, use CREATE OR"
              + " REPLACE TABLE; to append to them, set "
              + NON_EMPTY
              + "=true",
          null);
    }
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
