package io.placed.spark.internal.decision;

import io.placed.spark.catalog.HiveTables;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * A table as described by the session's catalog. Methods compute their results when they are
 * called: a view has no location, and listing partitions calls the metastore.
 */
public interface TableDefinition {
  /** Database and table. */
  List<String> name();

  /** The format in {@code USING}; null if there is none. */
  String provider();

  /** The class name of Hive's SerDe; null if there is none. */
  String serde();

  /** Whether it was created {@code USING placed} or STORED AS PLACED. */
  default boolean isPlaced() {
    return isHiveTable() || PlanDecisions.isPlaced(provider());
  }

  /** Whether it is STORED AS PLACED. */
  default boolean isHiveTable() {
    return HiveTables.SERDE.equals(serde());
  }

  String location();

  /** Whether DROP TABLE deletes the directory of the table. */
  boolean isDeletedByDrop();

  StructType schema();

  List<String> partitionColumns();

  /** Whether it is {@code CLUSTERED BY} columns. */
  boolean isBucketed();

  /** {@code TBLPROPERTIES}. */
  Map<String, String> properties();

  /** {@code OPTIONS} or {@code SERDEPROPERTIES}. */
  Map<String, String> storageProperties();

  /** The partitions in the metastore that have a location. */
  List<ListedPartition> partitions();

  /** Removes partitions from the metastore, which leaves their files. */
  void unlist(List<ListedPartition> partitions);

  /**
   * A partition.
   *
   * @param values by column; null is represented by the name of Hive's null directory
   * @param usualLocation the location that follows from the values
   */
  record ListedPartition(Map<String, String> values, String location, String usualLocation) {}
}
