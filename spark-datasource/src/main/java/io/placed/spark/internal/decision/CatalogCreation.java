package io.placed.spark.internal.decision;

import io.placed.schema.Field;
import io.placed.spark.catalog.HiveTables;
import io.placed.spark.catalog.PathTables;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.SessionSettings;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.expressions.IdentityTransform;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;

/**
 * Tables that are created in the session's catalog: whether they are of this source, what the
 * catalog can store of them, and what is at their places.
 */
public final class CatalogCreation {
  /** Spark's name of the setting for tables of its own formats. */
  private static final String NON_EMPTY = "spark.sql.legacy.allowNonEmptyLocationInCTAS";

  private final SessionSettings settings;

  CatalogCreation(SessionSettings settings) {
    this.settings = settings;
  }

  /**
   * Whether a CREATE or REPLACE TABLE creates a table of this source in the session's catalog.
   *
   * @param format null if none is named: the session's default
   */
  public boolean creates(String catalog, String format, boolean hasSerde) {
    return !hasSerde
        && catalog.equals(NameResolver.SESSION_CATALOG)
        && PlanDecisions.isPlaced(format == null ? defaultFormat() : format);
  }

  private String defaultFormat() {
    return settings.hiveTablesByDefault() ? "hive" : settings.defaultFormat();
  }

  /**
   * Refuses columns that a catalog would store, and nobody could write. Throws an AnalysisException
   * that names the column.
   */
  public static void requireStorable(List<String> names, List<DataType> types) {
    try {
      for (int i = 0; i < names.size(); i++) {
        SparkTypes.toType(types.get(i), names.get(i));
      }
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * The column order of a new table: as given, except that a Hive metastore requires partition
   * columns to be last; Spark considers other tables corrupted. Throws an AnalysisException if the
   * type of a partition column is not allowed.
   *
   * @return indexes of the given columns
   */
  public List<Integer> columnOrder(
      List<String> names, List<DataType> types, List<Transform> partitioning) {
    List<Integer> given = IntStream.range(0, names.size()).boxed().toList();
    List<Integer> partitions = new ArrayList<>();
    for (Transform t : partitioning) {
      if (!(t instanceof IdentityTransform) || t.references()[0].fieldNames().length != 1) {
        return given; // refused with a better message when the table is created
      }
      String wanted = t.references()[0].fieldNames()[0];
      for (int c : given) {
        String found = names.get(c);
        if (settings.caseSensitive() ? found.equals(wanted) : found.equalsIgnoreCase(wanted)) {
          SparkTypes.requirePartitionType(found, types.get(c));
          partitions.add(c);
        }
      }
    }
    if (!"hive".equals(settings.get("spark.sql.catalogImplementation", "in-memory"))) {
      return given;
    }
    List<Integer> ordered = new ArrayList<>(given);
    ordered.removeAll(partitions);
    ordered.addAll(partitions);
    return ordered;
  }

  /**
   * Refuses secrets and Hadoop settings among the properties that a catalog is to store, including
   * those with the prefix of Hive's TBLPROPERTIES, and misspelt names. Throws an AnalysisException
   * that names the property.
   */
  public static void requireStorable(Map<String, String> properties) {
    Map<String, String> names = new HashMap<>();
    properties.forEach(
        (name, value) ->
            names.put(
                name.startsWith(HiveTables.PREFIX)
                    ? name.substring(HiveTables.PREFIX.length())
                    : name,
                value));
    try {
      PlacedOptions.requireRightNames(properties.keySet());
      TableProperties.requireStorable(names);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
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
                + (replaced.isPlaced()
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
