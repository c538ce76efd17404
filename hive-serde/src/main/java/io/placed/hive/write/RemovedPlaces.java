package io.placed.hive.write;

import io.placed.table.commit.LoadedFiles;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.hooks.Entity;
import org.apache.hadoop.hive.ql.hooks.ReadEntity;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * Refuses an analyzed statement that would remove files of a data set with snapshots, add files to
 * it that no reader would see, or copy files that have other rows without the snapshots. Constants
 * of Hive are compared by name, which does not change between releases.
 */
public final class RemovedPlaces {
  private static final String OVERWRITE = "INSERT_OVERWRITE";
  private static final String INSERT = "INSERT";

  /** Operations that move or remove files, for managed and external tables. */
  private static final Set<String> MOVE =
      Set.of(
          "TRUNCATETABLE",
          "ALTERTABLE_EXCHANGEPARTITION",
          "ALTERTABLE_MERGEFILES",
          "ALTERPARTITION_MERGEFILES",
          "ALTERTABLE_ARCHIVE",
          "ALTERTABLE_UNARCHIVE");

  /** Operations that move or remove files of managed tables only. */
  private static final Set<String> MOVE_OWNED =
      Set.of("ALTERTABLE_DROPPARTS", "ALTERTABLE_RENAMEPART");

  /** Operations that empty the directories to which they write. */
  private static final Set<String> FILL_DIRECTORIES = Set.of("QUERY", "CREATETABLE_AS_SELECT");

  private final String operation;
  private final Hive hive;
  private final SnapshotPlaces places;

  /**
   * @param operation name of a HiveOperation
   */
  public RemovedPlaces(String operation, Configuration conf, Hive hive) {
    this.operation = operation;
    this.hive = hive;
    this.places = new SnapshotPlaces(conf);
  }

  /**
   * @throws IOException naming the data set and what to do instead
   */
  public void check(Collection<ReadEntity> inputs, Collection<WriteEntity> outputs)
      throws IOException, HiveException {
    for (WriteEntity output : outputs) {
      String type = output.getWriteType() == null ? "" : output.getWriteType().name();
      boolean path = output.isPathType();
      if (path && FILL_DIRECTORIES.contains(operation) && !output.isTempURI()) {
        require(places.aroundOrBelow(directory(output)));
      } else if (!path && (type.equals(OVERWRITE) || removes(output))) {
        requireStays(output, type.equals(OVERWRITE));
      } else if (!path && type.equals(INSERT)) {
        requireVisible(output);
      }
    }
    for (ReadEntity input : inputs) {
      if (operation.equals("LOAD") && input.isPathType()) {
        // LOAD DATA INPATH moves files; with LOCAL it copies them.
        boolean copied = input.getType() == Entity.Type.LOCAL_DIR && !places.areLocal();
        require(copied ? null : places.aroundOrBelow(directory(input)));
        for (WriteEntity output : outputs) {
          requireLoadable(directory(input), output);
        }
      } else if (operation.equals("ALTERTABLE_EXCHANGEPARTITION")) {
        requireStays(input, false);
      }
    }
  }

  /**
   * Objects to a copy of files without their snapshots: it would also have the rows that were
   * deleted or replaced.
   *
   * @param partitions that are exported; null if the statement names none
   * @throws IOException naming the data set and what to do instead
   */
  public void checkExport(Table table, Collection<Partition> partitions)
      throws IOException, HiveException {
    if (!isPlaced(table)) {
      return;
    }
    requireNoExport(places.around(table.getDataLocation()));
    if (table.isPartitioned()) {
      for (Partition p : partitions == null ? hive.getPartitions(table) : partitions) {
        requireNoExport(places.around(p.getDataLocation()));
      }
    }
  }

  private static void requireNoExport(Path snapshots) throws IOException {
    if (snapshots != null) {
      throw new IOException(
          snapshots
              + ": EXPORT is not possible on a data set with snapshots, because Hive would copy its"
              + " files without the snapshots, and rows that were deleted or replaced would return."
              + " Export a copy that CREATE TABLE AS SELECT makes, or make one with placed rewrite"
              + " --output. Nothing was copied.");
    }
  }

  private static Path directory(Entity entity) {
    return entity.getD();
  }

  private boolean removes(WriteEntity output) {
    return MOVE.contains(operation)
        || (MOVE_OWNED.contains(operation)
            && output.getTable() != null
            && ownsFiles(output.getTable()));
  }

  private static boolean ownsFiles(Table table) {
    return table.getTableType() == TableType.MANAGED_TABLE
        || "true".equalsIgnoreCase(table.getProperty("external.table.purge"));
  }

  private void requireStays(Entity entity, boolean overwrite) throws IOException, HiveException {
    Partition partition = entity.getPartition();
    Table table = entity.getTable();
    if (partition != null && !entity.isDummy() && partition.getDataLocation() != null) {
      require(places.around(partition.getDataLocation()));
    } else if (table != null && table.getDataLocation() != null) {
      Path location = table.getDataLocation();
      require(places.around(location));
      boolean several = table.isPartitioned() && (overwrite || MOVE.contains(operation));
      if (several && isPlaced(table)) {
        // The partitions are not known yet.
        require(places.aroundOrBelow(location));
        requireStay(table, location);
      }
    }
  }

  /** Files that are added to a data set have to be visible in it. */
  private void requireVisible(WriteEntity output) throws IOException {
    Table table = output.getTable();
    if (table == null || !isPlaced(table)) {
      return;
    }
    Path location = location(output);
    Path around = location == null ? null : places.around(location);
    if (around != null) {
      SnapshotGuard.requireVisible(places.dataSet(around), around.toString());
    }
  }

  /** A table or partition. */
  private static Path location(WriteEntity output) {
    return isKnown(output)
        ? output.getPartition().getDataLocation()
        : output.getTable().getDataLocation();
  }

  /** Whether the partition is there already. */
  private static boolean isKnown(WriteEntity output) {
    return output.getPartition() != null
        && !output.isDummy()
        && output.getPartition().getDataLocation() != null;
  }

  /** They also have to be readable there. */
  private void requireLoadable(Path files, WriteEntity output) throws IOException {
    Table table = output.getTable();
    if (output.isPathType() || table == null || !isPlaced(table) || location(output) == null) {
      return;
    }
    Path location = location(output);
    Path around = places.around(location);
    boolean isWhere = isKnown(output) || !table.isPartitioned();
    places.requireFit(
        files,
        new LoadedFiles.Target(
            (around == null ? location : around).toString(),
            isWhere ? location.toString() : null,
            table.getPartCols().stream().map(FieldSchema::getName).toList()));
  }

  private static boolean isPlaced(Table table) {
    return table.getSd() != null
        && table.getSd().getSerdeInfo() != null
        && "io.placed.hive.PlacedSerDe".equals(table.getSd().getSerdeInfo().getSerializationLib());
  }

  /** Partitions whose location is outside of the table's directory. */
  private void requireStay(Table table, Path location) throws IOException, HiveException {
    for (Partition p : hive.getPartitions(table)) {
      Path place = p.getDataLocation();
      if (place != null && !(place + "/").startsWith(location + "/")) {
        require(places.around(place));
      }
    }
  }

  private void require(Path snapshots) throws IOException {
    if (snapshots != null) {
      throw SnapshotGuard.refusal(snapshots.toString(), what());
    }
  }

  private String what() {
    return switch (operation) {
      case "QUERY" -> "INSERT OVERWRITE";
      case "LOAD" -> "LOAD DATA";
      case "TRUNCATETABLE" -> "TRUNCATE";
      case "ALTERTABLE_DROPPARTS" -> "DROP PARTITION";
      case "ALTERTABLE_RENAMEPART" -> "RENAME of a partition";
      case "ALTERTABLE_EXCHANGEPARTITION" -> "EXCHANGE PARTITION";
      case "ALTERTABLE_MERGEFILES", "ALTERPARTITION_MERGEFILES" -> "CONCATENATE";
      case "ALTERTABLE_ARCHIVE", "ALTERTABLE_UNARCHIVE" -> "ARCHIVE";
      case "CREATETABLE_AS_SELECT" -> "CREATE TABLE AS SELECT";
      default -> operation;
    };
  }
}
