package io.placed.engines;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.execution.command.AlterTableSetPropertiesCommand;
import scala.jdk.javaapi.CollectionConverters;

/** Which partitions a table has is what the metastore lists, wherever they are. */
final class MetastorePartitions {
  private final SparkSession spark;
  private final Path dir;

  MetastorePartitions(SparkSession spark, Path dir) {
    this.spark = spark;
    this.dir = dir;
  }

  void run() throws Exception {
    plainDirectories();
    partitionsElsewhereAreNotWritten();
    besideSnapshots();
    rowsAreDeleted();
    plainDirectoriesAreChanged();
    otherCaseIsWritten();
    valuesOfEveryKind();
    propertiesAreNoSettingsOfHadoop();
  }

  private void create(String table, String partitions) {
    spark.sql(
        "CREATE EXTERNAL TABLE %s (id BIGINT) PARTITIONED BY (%s) %s LOCATION '%s'"
            .formatted(table, partitions, HiveSession.STORED, dir.resolve(table)));
  }

  private void plainDirectories() throws Exception {
    create("listed", "p INT");
    expect("[]", "SELECT * FROM listed");
    write("listed/p=1", 1);
    write("listed/p=2", 2);
    write("elsewhere/three", 3);
    write("elsewhere/p=9", 4);
    expect("[]", "SELECT * FROM listed");
    add("listed", "p=1", "listed/p=1");
    add("listed", "p=2", "listed/p=2");
    add("listed", "p=3", "elsewhere/three");
    // The value in the directory's name is 9.
    add("listed", "p=4", "elsewhere/p=9");
    add("listed", "p=5", "elsewhere/nothing");
    expect("[[1,1], [2,2], [3,3], [4,4]]", "SELECT id, p FROM listed ORDER BY id");
    expect("[[4]]", "SELECT id FROM listed WHERE p = 4");
    expect("[]", "SELECT id FROM listed WHERE p = 9");
    expect("[[4]]", "SELECT count(*) FROM listed");
    expect("[[4]]", "SELECT max(p) FROM listed");
    expect("[[1,1], [2,1], [3,1], [4,1]]", "SELECT p, count(*) FROM listed GROUP BY p ORDER BY p");
    spark.sql("ALTER TABLE listed DROP PARTITION (p = 1)");
    require(Files.exists(dir.resolve("listed/p=1")), "an external partition keeps its files");
    expect("[[2,2], [3,3], [4,4]]", "SELECT id, p FROM listed ORDER BY id");
    spark.sql("ALTER TABLE listed DROP PARTITION (p = 3)");
    spark.sql(
        "ALTER TABLE listed PARTITION (p = 2) SET LOCATION '%s'"
            .formatted(dir.resolve("elsewhere/three")));
    expect("[[3,2], [4,4]]", "SELECT id, p FROM listed ORDER BY id");
    // A partition that is a data set of its own shows its newest snapshot.
    spark.sql("SELECT 7L AS id").write().format("placed").save(dir + "/elsewhere/own");
    spark
        .sql("SELECT 8L AS id")
        .write()
        .format("placed")
        .mode("overwrite")
        .save(dir + "/elsewhere/own");
    add("listed", "p=8", "elsewhere/own");
    expect("[[8,8]]", "SELECT id, p FROM listed WHERE p = 8");
  }

  private void partitionsElsewhereAreNotWritten() throws Exception {
    for (String statement :
        new String[] {
          "INSERT INTO listed PARTITION (p = 4) VALUES (1)",
          "INSERT INTO listed PARTITION (p) VALUES (1, 77)",
          "INSERT OVERWRITE listed PARTITION (p = 4) VALUES (1)",
          "DELETE FROM listed WHERE p = 4",
          "DELETE FROM listed WHERE id = 4",
          "DELETE FROM listed",
          "UPDATE listed SET id = 5"
        }) {
      fails(statement, "not where its values say");
    }
    fails("TRUNCATE TABLE listed", "TRUNCATE");
    expect("[[3,2], [4,4], [8,8]]", "SELECT id, p FROM listed ORDER BY id");
    require(!Files.exists(dir.resolve("listed/_placed")), "nothing was written");

    create("dropped", "p INT");
    write("dropped/p=1", 1);
    write("dropped/p=2", 2);
    add("dropped", "p=2", "dropped/p=2");
    fails("INSERT INTO dropped PARTITION (p = 2) VALUES (3)", "in no partition that the metastore");
    spark.sql("MSCK REPAIR TABLE dropped");
    spark.sql("INSERT INTO dropped PARTITION (p = 2) VALUES (3)");
    expect("[[1,1], [2,2], [3,2]]", "SELECT id, p FROM dropped ORDER BY id");
  }

  /** Files in the directory come from the log; partitions elsewhere are added. */
  private void besideSnapshots() throws Exception {
    create("logged", "p INT");
    spark.sql("INSERT INTO logged VALUES (1, 1), (2, 2)");
    expect("[[1,1], [2,2]]", "SELECT id, p FROM logged ORDER BY id");
    spark.sql("MSCK REPAIR TABLE logged");
    expect("[[1,1], [2,2]]", "SELECT id, p FROM logged ORDER BY id");
    write("logged/p=2", 3);
    write("elsewhere/logged", 4);
    add("logged", "p=4", "elsewhere/logged");
    write("logged/odd", 5);
    add("logged", "p=5", "logged/odd");
    expect("[[1,1], [2,2], [3,2], [4,4], [5,5]]", "SELECT id, p FROM logged ORDER BY id");
    expect("[[4], [5]]", "SELECT id FROM logged WHERE p > 3 ORDER BY id");
    fails("INSERT INTO logged PARTITION (p = 4) VALUES (1)", "not where its values say");
    spark.sql("ALTER TABLE logged DROP PARTITION (p = 4)");
    spark.sql("ALTER TABLE logged DROP PARTITION (p = 5)");
    spark.sql("INSERT INTO logged PARTITION (p = 4) VALUES (6)");
    expect("[[6]]", "SELECT id FROM logged WHERE p = 4");
  }

  /** Of partitions that the metastore lists, and of others. */
  private void rowsAreDeleted() {
    create("deleted", "p INT");
    spark.sql("INSERT INTO deleted VALUES (1, 1), (2, 2), (3, 3), (4, 4)");
    spark.sql("DELETE FROM deleted WHERE p = 1");
    expect("[[2,2], [3,3], [4,4]]", "SELECT id, p FROM deleted ORDER BY id");
    spark.sql("MSCK REPAIR TABLE deleted");
    spark.sql("DELETE FROM deleted WHERE P < 3");
    spark.sql("ALTER TABLE deleted DROP PARTITION (p = 3)");
    expect("[[3,3], [4,4]]", "SELECT id, p FROM deleted ORDER BY id");
    spark.sql("DELETE FROM deleted WHERE p = 3");
    expect("[[4,4]]", "SELECT id, p FROM deleted");
    spark.sql("DELETE FROM deleted");
    expect("[]", "SELECT * FROM deleted");
    spark.sql("INSERT INTO deleted VALUES (5, 5)");
    expect("[[5,5]]", "SELECT id, p FROM deleted");
    spark.sql("DROP TABLE deleted");
    create("empty", "p INT");
    spark.sql("DELETE FROM empty WHERE p = 1");
    spark.sql("DELETE FROM empty");
    expect("[]", "SELECT * FROM empty");
  }

  /** The first change makes the first snapshot. */
  private void plainDirectoriesAreChanged() throws Exception {
    String[][] all = {
      {"DELETE FROM plain_%s WHERE p = 1", "[[2,2], [8,1]]"},
      {"DELETE FROM plain_%s WHERE id = 1", "[[2,2], [8,1]]"},
      {"UPDATE plain_%s SET id = 7 WHERE id = 2", "[[1,1], [7,2], [8,1]]"},
      {"DELETE FROM plain_%s", "[[8,1]]"},
    };
    for (int i = 0; i < all.length; i++) {
      String table = "plain_" + i;
      create(table, "p INT");
      write(table + "/p=1", 1);
      write(table + "/p=02", 2);
      spark.sql("MSCK REPAIR TABLE " + table);
      spark.sql(all[i][0].formatted(i));
      spark.sql("INSERT INTO " + table + " VALUES (8, 1)");
      expect(all[i][1], "SELECT id, p FROM " + table + " ORDER BY id");
    }
  }

  /** A metastore has names in lower case. */
  private void otherCaseIsWritten() {
    spark
        .sql("SELECT id AS Id, concat('c', id) AS Country FROM range(4)")
        .write()
        .format("placed")
        .partitionBy("Country")
        .save(dir + "/cases");
    create("cases", "country STRING");
    spark.sql("MSCK REPAIR TABLE cases");
    spark.sql("DELETE FROM cases WHERE country = 'c0'");
    spark.sql("DELETE FROM cases WHERE id = 1");
    spark.sql("UPDATE cases SET id = 7 WHERE country = 'c2'");
    spark.sql("INSERT INTO cases PARTITION (country = 'c2') VALUES (8)");
    spark.sql("INSERT OVERWRITE cases PARTITION (country = 'c3') VALUES (9)");
    expect("[[7,c2], [8,c2], [9,c3]]", "SELECT id, country FROM cases ORDER BY id");
    expect(
        "[[7,c2], [8,c2], [9,c3]]",
        "SELECT Id, Country FROM placed.`" + dir + "/cases` ORDER BY Id");
    spark.sql("DELETE FROM cases");
    expect("[]", "SELECT * FROM cases");
  }

  private void valuesOfEveryKind() throws Exception {
    create("kinds", "Country STRING, day DATE");
    for (String country : new String[] {"de", "a b%=/:", "ä"}) {
      spark.sql(
          "ALTER TABLE kinds ADD PARTITION (Country='%s', day='2020-01-02') LOCATION '%s'"
              .formatted(country, dir.resolve("kinds/x" + country.hashCode())));
      write("kinds/x" + country.hashCode(), country.hashCode());
    }
    add("kinds", "country='usual', day='2021-01-01'", "kinds/country=usual/day=2021-01-01");
    write("kinds/country=usual/day=2021-01-01", 9);
    expect(
        "[[a b%=/:,2020-01-02], [de,2020-01-02], [usual,2021-01-01], [ä,2020-01-02]]",
        "SELECT country, day FROM kinds ORDER BY country");
    expect("[[9]]", "SELECT id FROM kinds WHERE COUNTRY = 'usual' AND day > DATE'2020-06-01'");
    expect("[]", "SELECT id FROM kinds WHERE country IS NULL");
  }

  private void propertiesAreNoSettingsOfHadoop() throws Exception {
    create("planted", "p INT");
    spark.sql("INSERT INTO planted VALUES (1, 1)");
    Map<String, String> properties =
        Map.of(
            "placed.fs.defaultFS", "planted:///",
            "placed.fs.planted.impl", "no.such.Class",
            "placed.path", "/elsewhere",
            "placed.Path", "/elsewhere",
            "placed.pathGlobFilter", "nothing",
            "fs.defaultFS", "planted:///");
    for (String name : properties.keySet()) {
      if (name.contains("fs.")) {
        fails("ALTER TABLE planted SET TBLPROPERTIES ('" + name + "' = 'x')", "core-site.xml");
        fails(
            "CREATE TABLE secret (a INT)"
                + HiveSession.STORED
                + " TBLPROPERTIES ('"
                + name
                + "' = 'x')",
            "core-site.xml");
      }
    }
    new AlterTableSetPropertiesCommand(
            new TableIdentifier("planted"),
            scala.collection.immutable.Map.from(CollectionConverters.asScala(properties)),
            false)
        .run((org.apache.spark.sql.classic.SparkSession) spark);
    expect("[[1,1]]", "SELECT id, p FROM planted");
    spark.sql("INSERT INTO planted VALUES (2, 2)");
    expect("[[2]]", "SELECT count(id) FROM planted");
  }

  private void add(String table, String partition, String place) {
    spark.sql(
        "ALTER TABLE %s ADD PARTITION (%s) LOCATION '%s'"
            .formatted(table, partition, dir.resolve(place)));
  }

  private void write(String directory, long id) throws Exception {
    Path file = Files.createDirectories(dir.resolve(directory)).resolve("f" + id + ".placed");
    try (TableWriter out = Placed.write(file.toString(), Schema.parse("id: int64")).open()) {
      out.write(id);
      out.commit();
    }
  }

  private void fails(String statement, String words) {
    StringBuilder message = new StringBuilder();
    try {
      spark.sql(statement);
    } catch (Exception e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        message.append(t.getMessage()).append('\n');
      }
      require(message.toString().contains(words), statement + ": " + message);
      return;
    }
    throw new AssertionError(statement + " was run");
  }

  private void expect(String rows, String query) {
    HiveSession.expect(spark, rows, query);
  }

  private static void require(boolean condition, String message) {
    HiveSession.require(condition, message);
  }
}
