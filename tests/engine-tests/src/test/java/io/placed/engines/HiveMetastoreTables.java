package io.placed.engines;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Spark with a Hive metastore, on tables that have the SerDe which Hive gives them when they are
 * STORED AS PLACED. A program of its own, because a JVM has one catalog.
 *
 * <pre>HiveMetastoreTables DIRECTORY</pre>
 */
final class HiveMetastoreTables {
  private final SparkSession spark;

  private HiveMetastoreTables(SparkSession spark) {
    this.spark = spark;
  }

  public static void main(String[] args) throws Exception {
    Path dir = Path.of(args[0]);
    HiveMetastoreTables tables = new HiveMetastoreTables(HiveSession.start(dir));
    tables.whatHiveClassesWrote(dir);
    tables.partitioned();
    tables.filesOfHive(dir);
    tables.filesOfNobody(dir);
    tables.partitionColumnsLast();
    tables.names(dir);
    tables.settings(dir);
    tables.rolledBack();
    new MetastorePartitions(tables.spark, dir).run();
    new MetastoreOverwrites(tables.spark, dir).run();
    new HiveCommands(tables.spark, dir).run();
    System.out.println("all as expected");
    System.exit(0);
  }

  /** The table that {@link HiveClassesTables} left, through our data source. */
  private void whatHiveClassesWrote(Path dir) throws Exception {
    spark.sql(EveryType.create("every_type", dir.resolve("every_type")));
    List<String> found = HiveSession.lines(spark, "SELECT " + EveryType.TEXT + " FROM every_type");
    List<String> expected = Files.readAllLines(dir.resolve("rows"));
    for (int k = 0; k < Math.min(expected.size(), found.size()); k++) {
      require(
          expected.get(k).equals(found.get(k)),
          "every_type: expected " + expected.get(k) + ", found " + found.get(k));
    }
    require(expected.size() == found.size(), "every_type: " + found.size() + " rows");
  }

  private void partitioned() {
    spark.sql(
        "CREATE TABLE t (id BIGINT, name STRING, at TIMESTAMP, c CHAR(5)) PARTITIONED BY (p INT)"
            + HiveSession.STORED
            + " TBLPROPERTIES ('placed.placement.reorder'='sort(id)',"
            + " 'placed.timestamp.nanos'='truncate')");
    expect("[]", "SELECT * FROM t");
    spark.sql(
        "INSERT INTO t PARTITION (p=1) VALUES (1, 'one', TIMESTAMP'2020-01-01 00:00:00', 'ab')");
    spark.sql("INSERT INTO t PARTITION (p) SELECT 2, 'two', null, null, 2");
    expect(
        "[[1,one,2020-01-01T00:00,ab   ,1], [2,two,null,null,2]]", "SELECT * FROM t ORDER BY id");
    String plan =
        spark.sql("SELECT id, name FROM t WHERE id > 1").queryExecution().executedPlan().toString();
    require(
        plan.contains("BatchScan") && plan.contains("PushedFilters: [id is not null, id > 1]"),
        plan);
    spark.sql("INSERT OVERWRITE t PARTITION (p=1) VALUES (5, 'five', null, 'x')");
    expect("[[2,2], [5,1]]", "SELECT id, p FROM t ORDER BY id");
    spark.sql("MSCK REPAIR TABLE t");
    expect("[[p=1], [p=2]]", "SHOW PARTITIONS t");
    spark.sql("ALTER TABLE t ADD COLUMNS (extra DOUBLE)");
    expect("[[5,null]]", "SELECT max(id), max(extra) FROM t");
  }

  /** A directory as Hive leaves it, with files that no snapshot lists. */
  private void filesOfHive(Path dir) throws Exception {
    Path table = dir.resolve("of_hive");
    Schema schema = Schema.parse("id: int64, at: timestamp_ntz");
    write(table, schema, "part-1.placed", 1L, LocalDateTime.parse("2021-02-03T04:05:06"));
    spark.sql(
        "CREATE EXTERNAL TABLE of_hive (id BIGINT, at TIMESTAMP)"
            + HiveSession.STORED
            + " LOCATION '"
            + table
            + "'");
    expect("[[1,2021-02-03T04:05:06]]", "SELECT * FROM of_hive");
    spark.sql("INSERT INTO of_hive VALUES (2, TIMESTAMP_NTZ'2022-01-01 00:00:00')");
    write(table, schema, "part-2.placed", 3L, null);
    expect("[[3,6,2022-01-01T00:00]]", "SELECT count(*), sum(id), max(at) FROM of_hive");
    spark.sql("INSERT OVERWRITE of_hive SELECT id + 10, at FROM of_hive WHERE id = 1");
    expect("[[11,2021-02-03T04:05:06]]", "SELECT * FROM of_hive");
    write(table, schema, "part-3.placed", 3L, null);
    expect("[[2]]", "SELECT count(*) FROM of_hive");
  }

  /** Settings of Spark have the prefix, too, unless it is part of their names. */
  private void settings(Path dir) throws Exception {
    spark.sql(
        "CREATE TABLE with_settings (id BIGINT) PARTITIONED BY (p INT)"
            + HiveSession.STORED
            + " LOCATION '"
            + dir.resolve("with_settings")
            + "' TBLPROPERTIES ('placed.partitionOverwriteMode' = 'static',"
            + " 'placed.deletes.max-share' = '0')");
    spark.sql("INSERT INTO with_settings SELECT id, id % 2 FROM range(0, 10, 1, 1)");
    spark.sql("DELETE FROM with_settings WHERE id = 0");
    // Without the property, the row would be marked as deleted in the file that has it.
    expect("[[0]]", "SELECT count(*) FROM with_settings WHERE _metadata.row_index <> 0 AND id = 2");
    spark.sql("INSERT OVERWRITE with_settings PARTITION (p) SELECT 20, 2");
    expect("[[20,2]]", "SELECT * FROM with_settings");
    try {
      spark.sql(
          "MERGE WITH SCHEMA EVOLUTION INTO with_settings t USING (SELECT 20L AS id, 1 AS more) s"
              + " ON t.id = s.id WHEN MATCHED THEN UPDATE SET *");
      require(false, "a Hive table got a column by a MERGE");
    } catch (Exception e) {
      require(e.getMessage().contains("STORED AS PLACED"), e.getMessage());
    }
  }

  /** The log says that the timestamps have no time zone; the metastore has one type of them. */
  private void rolledBack() {
    String columns = "id INT, at TIMESTAMP, s STRUCT<a: ARRAY<TIMESTAMP>>";
    spark.sql("CREATE TABLE rolled_back (" + columns + ")" + HiveSession.STORED);
    String at = "TIMESTAMP_NTZ'2026-01-01 00:00:00'";
    String row = " " + at + ", named_struct('a', array(" + at + "))";
    spark.sql("INSERT INTO rolled_back SELECT 1," + row);
    StructType declared = inMetastore("rolled_back");
    spark.sql("ALTER TABLE rolled_back ADD COLUMNS (more TIMESTAMP)");
    StructType more = inMetastore("rolled_back");
    spark.sql("INSERT INTO rolled_back SELECT 2," + row + ", " + at);
    spark.sql("CALL placed.system.rollback(table => 'rolled_back', snapshot => 1)");
    require(inMetastore("rolled_back").equals(declared), "" + inMetastore("rolled_back"));
    String rows = "[1,2026-01-01T00:00,2026-01-01T00:00]";
    expect("[" + rows + "]", "SELECT id, at, s.a[0] FROM rolled_back");
    spark.sql("CALL placed.system.rollback(table => 'rolled_back', snapshot => 2)");
    require(inMetastore("rolled_back").equals(more), "" + inMetastore("rolled_back"));
    expect("[[2,2026-01-01T00:00]]", "SELECT id, more FROM rolled_back WHERE more IS NOT NULL");
  }

  private StructType inMetastore(String table) {
    return spark.sessionState().catalog().externalCatalog().getTable("default", table).schema();
  }

  /** The table's property excludes writes by Hive: only the log's files are read. */
  private void filesOfNobody(Path dir) throws Exception {
    Path table = dir.resolve("of_nobody");
    Schema schema = Schema.parse("id: int64");
    write(table, schema, "part-1.placed", 1L);
    spark.sql(
        "CREATE EXTERNAL TABLE of_nobody (id BIGINT)"
            + HiveSession.STORED
            + " LOCATION '"
            + table
            + "' TBLPROPERTIES ('placed.foreign-files' = 'false')");
    expect("[[1]]", "SELECT * FROM of_nobody");
    spark.sql("INSERT INTO of_nobody VALUES (2)");
    write(table, schema, "part-2.placed", 3L);
    expect("[[1], [2]]", "SELECT * FROM of_nobody ORDER BY id");
    spark.sql("ALTER TABLE of_nobody SET TBLPROPERTIES ('placed.foreign-files' = 'true')");
    // Rows that a statement has not read, and might have to delete, do not appear with it.
    spark.sql("DELETE FROM of_nobody WHERE id = 1");
    expect("[[2]]", "SELECT * FROM of_nobody ORDER BY id");
    spark.sql("INSERT INTO of_nobody VALUES (4)");
    expect("[[2], [3], [4]]", "SELECT * FROM of_nobody ORDER BY id");
  }

  /** A metastore has partition columns behind all others, wherever they were declared. */
  private void partitionColumnsLast() {
    spark.sql(
        "CREATE TABLE middle (p INT, a INT, q STRING, b INT) USING placed PARTITIONED BY (q, p)");
    spark.sql("INSERT INTO middle VALUES (1, 2, 'x', 3)");
    spark.sql("ALTER TABLE middle ADD COLUMN c INT");
    spark.sql("INSERT INTO middle VALUES (4, 5, 6, 'y', 7)");
    expect("[[1,2,null,x,3], [4,5,6,y,7]]", "SELECT a, b, c, q, p FROM middle ORDER BY a");
    expect("[[1,2,null,x,3], [4,5,6,y,7]]", "SELECT * FROM middle ORDER BY a");
    String select = " USING placed PARTITIONED BY (p) AS SELECT 1 AS p, 2 AS a";
    spark.sql("CREATE TABLE selected" + select);
    expect("[[2,1]]", "SELECT * FROM selected");
    spark.sql("CREATE OR REPLACE TABLE selected" + select + ", 3 AS b");
    expect("[[2,3,1]]", "SELECT * FROM selected");
  }

  /** Names of paths, of snapshots, procedures and functions, as in sessions without Hive. */
  private void names(Path dir) {
    String path = "placed.`" + dir.resolve("named") + "`";
    // The first statement of a session of its own.
    SparkSession other = spark.newSession();
    other.sql("CREATE TABLE " + path + " USING placed AS SELECT id, id % 2 AS p FROM range(10)");
    spark.sql("INSERT INTO " + path + " VALUES (100, 2)");
    expect("[[11]]", "SELECT count(*) FROM " + path);
    require(spark.newSession().table(path).count() == 11, "table() of a path");
    expect(
        "[[10]]", "WITH t AS (SELECT * FROM " + path + " VERSION AS OF 1) SELECT count(*) FROM t");
    expect(
        "[[1]]",
        "SELECT count(*) FROM range(200) WHERE id IN (SELECT id + 1 FROM "
            + path
            + " WHERE p = 2)");
    expect("[[2]]", "SELECT count(*) FROM " + path + ".snapshots");
    expect("[[0], [1]]", "SELECT DISTINCT placed.bucket(2, id) FROM " + path + " ORDER BY 1");
    spark.sql("CREATE TABLE named USING placed AS SELECT 1 AS a");
    spark.sql("INSERT INTO named VALUES (2)");
    expect("[[2]]", "SELECT count(*) FROM named.snapshots WHERE operation <> 'alter'");
    expect("[[2]]", "SELECT sum(added_records) FROM named.snapshots");
    require(
        spark.read().option("timestampAsOf", "2999-01-01").table("named").count() == 2,
        "a time of a table");
    var optimized = spark.sql("CALL placed.system.optimize(table => 'named')").first();
    require(optimized.<Integer>getAs("files_before") == 2, optimized.toString());
    spark.sql("CREATE VIEW of_path AS SELECT sum(id) AS s FROM " + path);
    expect("[[145]]", "SELECT s FROM of_path");
    // Spark's own errors, and its parameters.
    require(
        spark
                .sql("SELECT count(*) FROM " + path + " WHERE id >= :a", Map.of("a", 5))
                .first()
                .getLong(0)
            == 6,
        "a parameter");
    String unbound = failure(() -> spark.sql("SELECT :a, :b", Map.of("a", 1)).collectAsList());
    require(unbound.contains("UNBOUND_SQL_PARAMETER"), unbound);
    spark.sql("DELETE FROM " + path + " WHERE id = 100");
    expect("[[45]]", "SELECT s FROM of_path");
  }

  private static String failure(Runnable statement) {
    try {
      statement.run();
      return "no failure";
    } catch (Exception e) {
      return e.toString();
    }
  }

  private static void write(Path table, Schema schema, String name, Object... row)
      throws Exception {
    try (TableWriter out = Placed.write(table.resolve(name).toString(), schema).open()) {
      out.write(row);
      out.commit();
    }
  }

  private void expect(String rows, String query) {
    HiveSession.expect(spark, rows, query);
  }

  private static void require(boolean condition, String message) {
    HiveSession.require(condition, message);
  }
}
