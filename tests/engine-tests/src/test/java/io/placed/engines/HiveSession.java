package io.placed.engines;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
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
    // The context is first, as in many applications: it does not know that sessions have Hive.
    SparkContext.getOrCreate(
        new SparkConf()
            .setAppName("engines")
            .setMaster("local[1]")
            .set("spark.ui.enabled", "false")
            .set("spark.log.level", "WARN")
            .set("spark.sql.shuffle.partitions", "1")
            // Many queries of few rows: compiling each would take most of the time.
            .set("spark.sql.codegen.wholeStage", "false")
            .set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .set("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .set(
                "spark.hadoop.javax.jdo.option.ConnectionURL",
                "jdbc:derby:memory:metastore;create=true")
            .set("spark.hadoop.datanucleus.schema.autoCreateAll", "true")
            .set("spark.hadoop.hive.metastore.schema.verification", "false")
            .set("spark.hadoop.hive.exec.dynamic.partition.mode", "nonstrict"));
    return SparkSession.builder().enableHiveSupport().getOrCreate();
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
