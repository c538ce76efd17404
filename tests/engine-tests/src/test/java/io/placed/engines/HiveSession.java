package io.placed.engines;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Spark with a Hive metastore in memory, and what its tests have in common. */
final class HiveSession {
  /** What STORED AS PLACED is short for; Spark's parser knows the long form only. */
  static final String STORED =
      " ROW FORMAT SERDE 'io.placed.hive.PlacedSerDe'"
          + " STORED AS INPUTFORMAT 'io.placed.hive.PlacedInputFormat'"
          + " OUTPUTFORMAT 'io.placed.hive.PlacedOutputFormat'";

  private HiveSession() {}

  static SparkSession start(Path directory) {
    return SparkSession.builder()
        .master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "WARN")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
        .config(
            "spark.hadoop.javax.jdo.option.ConnectionURL",
            "jdbc:derby:memory:metastore;create=true")
        .config("spark.hadoop.datanucleus.schema.autoCreateAll", "true")
        .config("spark.hadoop.hive.metastore.schema.verification", "false")
        .config("spark.hadoop.hive.exec.dynamic.partition.mode", "nonstrict")
        .enableHiveSupport()
        .getOrCreate();
  }

  /** Rows as text, sorted. */
  static List<String> lines(SparkSession spark, String query) {
    return spark.sql(query).collectAsList().stream().map(Row::toString).sorted().toList();
  }

  static void expect(SparkSession spark, String rows, String query) {
    List<Row> found = spark.sql(query).collectAsList();
    require(found.toString().equals(rows), query + ": expected " + rows + ", found " + found);
  }

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
