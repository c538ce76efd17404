package io.placed.engines;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark with a Hive metastore and placed-hive alone: no data source and no rule of ours, so tables
 * go through the classes of the Hive 2.3 that is inside Spark, row by row. A program of its own,
 * because its class path lacks placed-spark.
 *
 * <pre>HiveClassesTables DIRECTORY</pre>
 *
 * Leaves the table {@code every_type} in the directory, and its rows as text in {@code rows}.
 */
final class HiveClassesTables {
  private final SparkSession spark;
  private final Path directory;

  private HiveClassesTables(SparkSession spark, Path directory) {
    this.spark = spark;
    this.directory = directory;
  }

  public static void main(String[] args) throws Exception {
    Path dir = Path.of(args[0]);
    HiveClassesTables tables = new HiveClassesTables(HiveSession.start(dir), dir);
    tables.everyType();
    tables.partitions();
    tables.settings();
    tables.filesOfOthers();
    tables.snapshots();
    System.out.println("all as expected");
    System.exit(0);
  }

  private void everyType() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    EveryType.view(spark, seed, "source");
    spark.sql(EveryType.create("every_type", directory.resolve("every_type")));
    spark.sql("INSERT INTO every_type SELECT * FROM source");
    String all = "SELECT " + EveryType.TEXT + " FROM %s";
    List<String> rows = HiveSession.lines(spark, all.formatted("source"));
    same(rows, all.formatted("every_type"), "seed " + seed);
    Files.write(directory.resolve("rows"), rows);
    String plan = spark.sql("SELECT i FROM every_type").queryExecution().executedPlan().toString();
    require(plan.contains("Scan hive"), plan);

    for (String condition : EveryType.conditions(seed, 8)) {
      String query = "SELECT " + EveryType.SUMMARY + " FROM %s WHERE " + condition;
      same(
          HiveSession.lines(spark, query.formatted("source")),
          query.formatted("every_type"),
          "seed " + seed);
    }
    expect("[[" + rows.size() + "]]", "SELECT count(*) FROM every_type");
    spark.sql("CREATE TABLE made" + HiveSession.STORED + " AS SELECT * FROM every_type");
    same(rows, all.formatted("made"), "seed " + seed);
  }

  private void partitions() {
    spark.sql(
        "CREATE TABLE parts (id BIGINT, name STRING) PARTITIONED BY (p INT, q STRING)"
            + HiveSession.STORED);
    spark.sql("INSERT INTO parts PARTITION (p=1, q='a') VALUES (1, 'one'), (2, null)");
    spark.sql("INSERT INTO parts PARTITION (p, q) SELECT id, 'n', id % 3, 'b c' FROM range(9)");
    expect(
        "[[0,3,9], [1,5,15], [2,3,15]]",
        "SELECT p, count(*), sum(id) FROM parts GROUP BY p ORDER BY p");
    spark.sql("INSERT OVERWRITE TABLE parts PARTITION (p=1, q='a') VALUES (7, 'seven')");
    expect("[[7,seven,1,a]]", "SELECT * FROM parts WHERE p = 1 AND q = 'a'");
    expect("[[7,n,1,b c], [7,seven,1,a]]", "SELECT * FROM parts WHERE id = 7 ORDER BY name");
    spark.sql("ALTER TABLE parts ADD COLUMNS (extra DOUBLE)");
    spark.sql("INSERT INTO parts PARTITION (p=4, q='d') VALUES (4, 'four', 4.5)");
    expect("[[11,1,4.5]]", "SELECT count(*), count(extra), max(extra) FROM parts");
  }

  private void settings() throws Exception {
    spark.sql(
        "CREATE TABLE sorted (id BIGINT, name STRING)"
            + HiveSession.STORED
            + " TBLPROPERTIES ('placed.placement.reorder'='sort(id desc)',"
            + " 'placed.placement.row-group'='100 rows')");
    spark.sql("INSERT INTO sorted SELECT id, concat('n', id) FROM range(0, 1000, 1, 1)");
    Path files = directory.resolve("warehouse").resolve("sorted");
    try (TableScan in = Placed.read(files.toString()).open()) {
      List<Object> ids = in.rows().map(r -> r[0]).toList();
      require(ids.size() == 1000 && ids.get(0).equals(999L) && ids.get(999).equals(0L), "" + ids);
    }
    expect("[[500,n500]]", "SELECT * FROM sorted WHERE id = 500");
    spark.sql("ALTER TABLE sorted SET TBLPROPERTIES ('placed.placement'='cfile')");
    refused("INSERT INTO sorted VALUES (1, 'x')", "placed rewrite");
  }

  /** Points in time, which Hive before 4 shows on the clock of the JVM's zone. */
  private void filesOfOthers() throws Exception {
    Path table = directory.resolve("points");
    List<Instant> points = new ArrayList<>();
    for (String text :
        List.of(
            "2020-11-01T05:30:00.000001Z",
            "2020-11-01T06:30:00Z",
            "1899-06-01T12:00:00.5Z",
            "1500-03-01T00:00:00Z",
            "1969-12-31T23:59:59.999999Z")) {
      points.add(Instant.parse(text));
    }
    try (TableWriter out =
        Placed.write(table.resolve("a.placed").toString(), Schema.parse("id: int64, at: timestamp"))
            .open()) {
      for (int k = 0; k < points.size(); k++) {
        out.write((long) k, points.get(k));
      }
      out.commit();
    }
    spark.sql(
        "CREATE EXTERNAL TABLE points (id BIGINT, at TIMESTAMP)"
            + HiveSession.STORED
            + " LOCATION '"
            + table
            + "'");
    List<Long> micros = new ArrayList<>();
    for (Row r : spark.sql("SELECT unix_micros(at) FROM points ORDER BY id").collectAsList()) {
      micros.add(r.getLong(0));
    }
    List<Long> expected =
        points.stream().map(p -> p.getEpochSecond() * 1_000_000 + p.getNano() / 1_000).toList();
    require(micros.equals(expected), "expected " + expected + ", found " + micros);
  }

  private void snapshots() throws Exception {
    Path table = directory.resolve("snapshots");
    Schema schema = Schema.parse("id: int64, name: string");
    for (String placement : List.of("cfile", "orc")) {
      try (TableWriter out =
          Placed.write(table.toString(), schema).placement(placement).overwrite().open()) {
        for (long k = 0; k < 500; k++) {
          out.write(k, "n" + k % 7);
        }
        out.commit();
      }
    }
    spark.sql(
        "CREATE EXTERNAL TABLE snapshots (id BIGINT, name STRING)"
            + HiveSession.STORED
            + " LOCATION '"
            + table
            + "'");
    expect("[[500,124750,n6]]", "SELECT count(*), sum(id), max(name) FROM snapshots");
    refused("INSERT INTO snapshots VALUES (1, 'x')", "Add the jar placed-spark");
    refused(
        "INSERT OVERWRITE TABLE snapshots SELECT 1, 'x' WHERE 1 = 0", "Add the jar placed-spark");
    expect("[[500]]", "SELECT count(*) FROM snapshots");
  }

  private void refused(String statement, String words) {
    try {
      spark.sql(statement);
    } catch (Exception e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        if (String.valueOf(t.getMessage()).contains(words)) {
          return;
        }
      }
      throw new AssertionError(statement + " failed without the words '" + words + "'", e);
    }
    throw new AssertionError(statement + " did not fail");
  }

  private void same(List<String> expected, String query, String message) {
    List<String> found = HiveSession.lines(spark, query);
    for (int k = 0; k < Math.min(expected.size(), found.size()); k++) {
      require(
          expected.get(k).equals(found.get(k)),
          message + ", " + query + ": expected " + expected.get(k) + ", found " + found.get(k));
    }
    require(expected.size() == found.size(), message + ", " + query + ": " + found.size());
  }

  private void expect(String rows, String query) {
    HiveSession.expect(spark, rows, query);
  }

  private static void require(boolean condition, String message) {
    HiveSession.require(condition, message);
  }
}
