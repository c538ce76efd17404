package io.placed.spark.internal;

import io.placed.schema.Field;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.types.Partitions;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The places of tables that are created in the session's catalog, and what is there. */
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
   * @param location absolute, or in the warehouse
   */
  public void requireVacant(List<String> name, String location) {
    if (settings.allowsNonEmptyLocations()) {
      return;
    }
    Path path = completed(location);
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

  private Path completed(String location) {
    Path given = new Path(location);
    return given.isAbsolute() ? given : new Path(new Path(settings.warehouse()), given);
  }

  /**
   * Refuses to declare transforms over a data set that is partitioned in another way: the log says
   * how rows are partitioned, and nothing would come of what is declared. Throws an
   * AnalysisException that names both.
   *
   * @param name of the new table
   * @param declared its partitioning
   * @param location absolute, or in the warehouse
   */
  public void requirePartitioning(List<String> name, String declared, String location) {
    try {
      DataSet there = PathTables.dataSet(completed(location).toString());
      if (!there.hasSnapshots()) {
        return;
      }
      Snapshot now = there.current();
      String[] columns = now.schema().fields().stream().map(Field::name).toArray(String[]::new);
      PartitionSpec own = now.partitioning().spec(now.schema());
      PartitionSpec asked =
          Partitions.resolved(PartitionSpec.parse(declared), columns, settings.caseSensitive());
      if (!asked.equals(own)) {
        throw Errors.analysis(
            String.join(".", name)
                + ": PARTITIONED BY ("
                + asked
                + ") is declared, and the data set in "
                + there.path()
                + " is partitioned by ["
                + own
                + "]; declare that, leave PARTITIONED BY out, or change the data set first, with"
                + " CALL placed.system.set_partitioning",
            null);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
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
