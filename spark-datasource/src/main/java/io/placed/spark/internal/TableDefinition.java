package io.placed.spark.internal;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * A table as the session's catalog describes it. Answers are computed when they are asked for: a
 * view has no location, and partitions are a call to the metastore.
 */
public interface TableDefinition {
  /** From {@code USING}; null if there is none. */
  String provider();

  /** The class name of Hive's SerDe; null if there is none. */
  String serde();

  String location();

  StructType schema();

  List<String> partitionColumns();

  /** From {@code TBLPROPERTIES}. */
  Map<String, String> properties();

  /** From {@code OPTIONS} or {@code SERDEPROPERTIES}. */
  Map<String, String> storageProperties();

  /** Those that the metastore lists, without those that have no location. */
  List<ListedPartition> partitions();

  /**
   * A partition.
   *
   * @param values by column; a null has the name of Hive's directory of nulls
   * @param usualLocation where its values say that it is
   */
  record ListedPartition(Map<String, String> values, String location, String usualLocation) {}
}
