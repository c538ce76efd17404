package io.placed.spark;

import io.placed.spark.read.source.Sources;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.TableSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Tables that a Hive metastore describes. */
public final class HiveTables {
  private HiveTables() {}

  /**
   * @param options place and settings
   * @param partitions those of the metastore; null if the table is not partitioned
   * @param schema of the table, by that of its files
   */
  public static Table table(
      Map<String, String> options, ListedPartitions partitions, UnaryOperator<StructType> schema) {
    PlacedOptions.check(options);
    CaseInsensitiveStringMap map = PlacedOptions.effective(options);
    TableSource source = Sources.openOrEmpty(map, partitions);
    return new PlacedTable(
        schema.apply(SparkTypes.toStruct(source.schema())),
        SparkTypes.identities(partitions == null ? List.of() : partitions.columns()),
        options,
        source,
        partitions);
  }
}
