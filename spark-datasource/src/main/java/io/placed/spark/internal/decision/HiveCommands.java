package io.placed.spark.internal.decision;

import io.placed.io.hadoop.HadoopFileStores;
import io.placed.io.hadoop.LoadPath;
import io.placed.spark.catalog.HiveLogTable;
import io.placed.spark.catalog.HiveTables;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.table.commit.LoadedFiles;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Commands of Hive that move or delete the files of a table STORED AS PLACED. Where the table has
 * snapshots, which need their files, they become commits or are refused.
 */
public final class HiveCommands {
  private HiveCommands() {}

  /**
   * The table for TRUNCATE.
   *
   * @param definition null if there is no such table
   * @return null if Hive's own command is right
   */
  public static HiveLogTable emptied(TableDefinition definition) {
    return definition != null && definition.isHiveTable()
        ? HiveTables.withSnapshots(definition)
        : null;
  }

  /**
   * The same for DROP PARTITION, which leaves the files of an external table where they are: there
   * it is a change of the metastore alone.
   */
  public static HiveLogTable withDropped(TableDefinition definition) {
    return definition != null && definition.isHiveTable() && definition.isDeletedByDrop()
        ? HiveTables.withSnapshots(definition)
        : null;
  }

  /**
   * The partitions that one clause of DROP PARTITION names by some of the columns.
   *
   * @param ifExists whether there may be none
   */
  public static List<InternalRow> dropped(
      HiveLogTable table, Map<String, String> some, boolean ifExists) {
    List<InternalRow> all = table.matching(some);
    if (all.isEmpty() && !ifExists) {
      throw Errors.analysis(
          table.name() + ": there is no partition " + some + "; allowed with IF EXISTS", null);
    }
    return all;
  }

  /** Refuses a RENAME PARTITION that moves files. */
  public static void requireRenaming(TableDefinition definition) {
    if (withDropped(definition) != null) {
      throw refused(
          definition,
          "RENAME PARTITION",
          "move files that snapshots need",
          "Use UPDATE to set the partition columns of the rows, and then ALTER TABLE … DROP"
              + " PARTITION");
    }
  }

  /**
   * A LOAD DATA.
   *
   * @param path as in the statement
   * @param local whether it says LOCAL
   */
  public record Loading(String path, boolean local, boolean overwrites) {}

  /** Refuses a LOAD DATA that deletes files, or whose rows nobody would see or could read. */
  public static void requireLoading(TableDefinition definition, Loading load) {
    HiveLogTable table = emptied(definition);
    if (table != null) {
      requireLoading(table, definition, load.overwrites());
    }
    if (definition != null && definition.isHiveTable()) {
      requireFit(definition, load);
    }
  }

  private static void requireFit(TableDefinition definition, Loading load) {
    List<String> partitions = definition.partitionColumns();
    String location = definition.location();
    String directory = partitions.isEmpty() ? location : null;
    Configuration hadoop = Session.active().hadoop(Map.of());
    try {
      new LoadedFiles(
              new HadoopFileStores(hadoop), LoadPath.files(hadoop, load.path(), load.local()))
          .requireFit(new LoadedFiles.Target(location, directory, partitions));
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage() + ". Nothing was changed.", e);
    }
  }

  private static void requireLoading(
      HiveLogTable table, TableDefinition definition, boolean overwrites) {
    if (overwrites) {
      throw refused(
          definition,
          "LOAD DATA OVERWRITE",
          "delete files that snapshots need",
          "Use INSERT OVERWRITE … SELECT * FROM placed.`PATH OF THE FILES`");
    }
    if (!table.showsForeignFiles()) {
      throw refused(
          definition,
          "LOAD DATA",
          "add files that no snapshot lists, and the table does not show such files",
          "Use INSERT INTO … SELECT * FROM placed.`PATH OF THE FILES`, or set the property "
              + TableProperties.FOREIGN_FILES
              + " of the data set to true");
    }
  }

  private static RuntimeException refused(
      TableDefinition definition, String what, String would, String instead) {
    return Errors.analysis(
        String.join(".", definition.name())
            + ": "
            + what
            + " is not possible, because there are snapshots in "
            + definition.location()
            + ", and it would "
            + would
            + ". "
            + instead
            + ". Nothing was changed.",
        null);
  }
}
