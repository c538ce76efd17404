package io.placed.engines;

import io.placed.Chosen;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * INSERT OVERWRITE of partitioned tables of a metastore removes what it removes from a Parquet
 * table of the same metastore, in both modes of {@code partitionOverwriteMode}.
 */
final class MetastoreOverwrites {
  private static final String ROWS = "VALUES (1, 'CH', 1994), (2, 'CH', 1995), (3, 'DE', 1995)";

  private final SparkSession spark;
  private final Path dir;

  MetastoreOverwrites(SparkSession spark, Path dir) {
    this.spark = spark;
    this.dir = dir;
  }

  void run() {
    for (String mode : Chosen.oneOf(List.of("static", "dynamic"))) {
      spark.conf().set("spark.sql.sources.partitionOverwriteMode", mode);
      int number = 0;
      for (String statement :
          List.of(
              "INSERT OVERWRITE %s PARTITION (c, y) VALUES (9, 'CH', 1995)",
              "INSERT OVERWRITE %s VALUES (9, 'CH', 1995), (10, 'FR', 1996)",
              "INSERT OVERWRITE %s BY NAME SELECT 1996 AS y, 'DE' AS c, 9 AS id",
              "INSERT OVERWRITE %s (y, c, id) VALUES (1994, 'CH', 9)",
              "INSERT OVERWRITE %s PARTITION (c = 'CH', y) VALUES (9, 1995), (10, 1996)",
              "INSERT OVERWRITE %s PARTITION (C = 'CH', Y) SELECT id, y FROM %1$s WHERE y = 1995",
              "INSERT OVERWRITE %s PARTITION (c = 'CH', y) SELECT 9, 1995 WHERE false",
              "INSERT OVERWRITE %s PARTITION (c = 'CH', y = 1995) VALUES (9)",
              "INSERT OVERWRITE %s SELECT 9, 'CH', 1995 WHERE false")) {
        String table = "over_" + mode + number++;
        for (String name : List.of(table, table + "_p")) {
          create(name);
          // The Parquet source of Spark does not overwrite what it reads.
          boolean reads = statement.contains("%1$s");
          String same = statement.replace("FROM %1$s", "FROM " + table + "_copy");
          if (reads) {
            spark.sql(
                "CREATE OR REPLACE TEMP VIEW "
                    + table
                    + "_copy AS SELECT * FROM "
                    + ROWS
                    + " AS t(id, c, y)");
          }
          spark.sql((name.equals(table) ? statement : same).formatted(name));
        }
        same(mode + ": " + statement, table);
      }
      String inserted = "over_" + mode + "_frame";
      for (String name : List.of(inserted, inserted + "_p")) {
        create(name);
        spark.sql("SELECT 9, 'DE', 1995").write().mode(SaveMode.Overwrite).insertInto(name);
      }
      same(mode + ": insertInto", inserted);
    }
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
    tablesThatSayStatic();
  }

  private void tablesThatSayStatic() {
    create("over_all");
    spark.sql(
        "ALTER TABLE over_all SET TBLPROPERTIES ('placed.partitionOverwriteMode' = 'static')");
    spark.sql("INSERT OVERWRITE over_all PARTITION (c = 'CH', y) VALUES (9, 1995)");
    HiveSession.expect(
        spark, "[[9,CH,1995], [3,DE,1995]]", "SELECT * FROM over_all ORDER BY c, y, id");
    spark.sql("INSERT OVERWRITE over_all VALUES (10, 'FR', 1996)");
    HiveSession.expect(spark, "[[10,FR,1996]]", "SELECT * FROM over_all");
  }

  private void create(String name) {
    spark.sql(
        "CREATE EXTERNAL TABLE %s (id INT) PARTITIONED BY (c STRING, y INT) %s LOCATION '%s'"
            .formatted(
                name,
                name.endsWith("_p") ? "STORED AS PARQUET" : HiveSession.STORED,
                dir.resolve(name)));
    spark.sql("INSERT INTO " + name + " " + ROWS);
  }

  private void same(String statement, String table) {
    List<Row> expected = rows(table + "_p");
    List<Row> found = rows(table);
    HiveSession.require(
        found.equals(expected), statement + ": " + found + ", Parquet has " + expected);
  }

  private List<Row> rows(String table) {
    return spark.sql("SELECT * FROM " + table + " ORDER BY c, y, id").collectAsList();
  }
}
