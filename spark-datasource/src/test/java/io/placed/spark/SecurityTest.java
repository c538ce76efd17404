package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.execution.command.AlterTableSetPropertiesCommand;
import org.junit.jupiter.api.Test;

/** Which users may change which settings; see docs/security.md. */
class SecurityTest extends SparkTestCase {
  private static final String SECRET = "hunter2-is-no-password";

  private String planted() throws Exception {
    String path = path("planted");
    sql("CREATE TABLE placed.`" + path + "` (a INT, p INT) USING placed PARTITIONED BY (p)");
    sql("INSERT INTO placed.`" + path + "` VALUES (1, 1), (2, 2), (3, 2)");
    PlantedProperties.into(path, PlantedProperties.HADOOP);
    return path;
  }

  @Test
  void nothingInALogBecomesASettingOfHadoop() throws Exception {
    String path = planted();
    String t = table();
    int before = PlantedProperties.FileSystem.MADE.get();
    String name = "placed.`" + path + "`";
    sql("CREATE TABLE " + t + " USING placed LOCATION '" + path + "'");
    for (String table : List.of(name, t)) {
      assertEquals(List.of("(1, 1)", "(2, 2)", "(3, 2)"), rows(sql("SELECT * FROM " + table)));
      assertEquals(List.of("(5)"), rows(sql("SELECT sum(a) FROM " + table + " WHERE p = 2")));
      sql("DESCRIBE EXTENDED " + table).collect();
      sql("SELECT a FROM " + table + " VERSION AS OF 1").collect();
      sql("INSERT INTO " + table + " VALUES (4, 4)");
      sql("UPDATE " + table + " SET a = 6 WHERE a = 4");
      sql("DELETE FROM " + table + " WHERE p = 4");
      if (since("4.0")) {
        sql("INSERT INTO " + table + " REPLACE WHERE a = 3 VALUES (3, 2)");
      }
    }
    assertEquals(3, read(path).count());
    assertEquals(3, spark.read().format("placed").load(path + "*").count());
    sql("SELECT 9 AS a, 9 AS p").write().format("placed").mode("append").save(path);
    sql("CALL placed.system.rewrite(table => '" + path + "', placement => 'orc')");
    sql("ALTER TABLE " + name + " ADD COLUMN b INT");
    assertEquals(4, sql("SELECT b FROM " + name).count());
    assertEquals(before, PlantedProperties.FileSystem.MADE.get());
    sql("DROP TABLE " + t);
  }

  @Test
  void nothingInALogSaysWhichFilesAreRead() throws Exception {
    String path = path("t");
    sql("CREATE TABLE placed.`" + path + "` (a INT) USING placed");
    sql("INSERT INTO placed.`" + path + "` VALUES (1)");
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Path", "/elsewhere");
    all.put("paths", "[\\\"/elsewhere\\\"]");
    all.put("pathGlobFilter", "nothing");
    all.put("snapshot", "1");
    all.put("Provider", "parquet");
    all.put("__placed_only_files", "[]");
    all.put("__placed_arranged", "x");
    all.put("compression", "none");
    all.put("team", "ours");
    all.put("temporary-directory", "/no/such/place");
    all.put("placement.workload", "/etc/passwd");
    PlantedProperties.into(path, all);
    assertEquals(List.of("(1)"), rows(sql("SELECT * FROM placed.`" + path + "`")));
    sql("INSERT INTO placed.`" + path + "` VALUES (2)");
    assertEquals(List.of("(1)", "(2)"), rows(sql("SELECT * FROM placed.`" + path + "`")));
    String shown = rows(sql("SHOW TBLPROPERTIES placed.`" + path + "`")).toString();
    assertTrue(shown.contains("(compression, none)"), shown);
    assertTrue(shown.contains("(team, ours)"), shown);
    assertFalse(shown.contains("elsewhere"), shown);
    for (String place : List.of("temporary-directory", "placement.workload", "pathGlobFilter")) {
      assertThrows(
          AnalysisException.class,
          () ->
              sql("ALTER TABLE placed.`" + path + "` SET TBLPROPERTIES ('" + place + "' = '/x')"));
    }
  }

  /** A catalog that has such properties from before they were refused, or from another program. */
  @Test
  void nothingInACatalogBecomesASettingOfHadoop() throws Exception {
    String path = path("t");
    sql("SELECT 1 AS a").write().format("placed").save(path);
    String t = table();
    sql("CREATE TABLE " + t + " USING placed LOCATION '" + path + "'");
    Map<String, String> properties = new HashMap<>();
    PlantedProperties.HADOOP.forEach(
        (name, value) -> {
          properties.put(name, value);
          properties.put("option." + name, value);
        });
    new AlterTableSetPropertiesCommand(
            new TableIdentifier(t), ScalaCollections.immutable(properties), false)
        .run(spark);
    int before = PlantedProperties.FileSystem.MADE.get();
    assertEquals(List.of("(1)"), rows(sql("SELECT * FROM " + t)));
    sql("INSERT INTO " + t + " VALUES (2)");
    sql("REFRESH TABLE " + t);
    assertEquals(List.of("(1)", "(2)"), rows(sql("SELECT * FROM " + t)));
    assertEquals(before, PlantedProperties.FileSystem.MADE.get());
    sql("DROP TABLE " + t);
  }

  @Test
  void theUserOfAQuerySetsHisFileSystems() {
    String path = path("t");
    sql("SELECT 1 AS a").write().format("placed").save(path);
    for (String scheme : List.of("planted", "planted2")) {
      int before = PlantedProperties.FileSystem.MADE.get();
      Exception e =
          assertThrows(
              Exception.class,
              () ->
                  spark
                      .read()
                      .format("placed")
                      .option(
                          "fs." + scheme + ".impl", PlantedProperties.FileSystem.class.getName())
                      .load(scheme + "://" + path)
                      .collectAsList());
      assertTrue(message(e).contains("the planted file system is used"), message(e));
      assertTrue(PlantedProperties.FileSystem.MADE.get() > before);
    }
  }

  @Test
  void secretsAndSettingsOfHadoopAreNotStored() throws Exception {
    String path = path("t");
    sql("CREATE TABLE placed.`" + path + "` (a INT) USING placed");
    String t = table();
    sql("CREATE TABLE " + t + " (a INT) USING placed LOCATION '" + path("catalog") + "'");
    sql("INSERT INTO " + t + " VALUES (1)");
    String other = "placed.`" + path("other") + "`";
    List<String> statements = new ArrayList<>();
    for (String name :
        List.of(
            "fs.s3a.secret.key",
            "FS.s3a.endpoint",
            "spark.hadoop.fs.s3a.access.key",
            "hadoop.security.token",
            "my.Password",
            "accessKey",
            "option.fs.s3a.session.token")) {
      String property = "('" + name + "' = '" + SECRET + "')";
      String without = "('" + name.replace("option.", "") + "' = '" + SECRET + "')";
      for (String target : List.of(other, "new_" + t)) {
        statements.add(
            "CREATE TABLE " + target + " (a INT) USING placed TBLPROPERTIES " + property);
        statements.add("CREATE TABLE " + target + " (a INT) USING placed OPTIONS " + without);
        statements.add(
            "CREATE TABLE "
                + target
                + " USING placed TBLPROPERTIES "
                + property
                + " AS SELECT 1 a");
        statements.add(
            "CREATE TABLE " + target + " USING placed OPTIONS " + without + " AS SELECT 1 a");
        statements.add(
            "CREATE OR REPLACE TABLE "
                + target
                + " USING placed OPTIONS "
                + without
                + " AS SELECT 1 a");
      }
      statements.add("ALTER TABLE placed.`" + path + "` SET TBLPROPERTIES " + property);
      statements.add("ALTER TABLE " + t + " SET TBLPROPERTIES " + property);
      statements.add(
          "CREATE OR REPLACE TABLE placed.`"
              + path
              + "` USING placed TBLPROPERTIES "
              + property
              + " AS SELECT 1 a");
    }
    statements.add(
        "ALTER TABLE " + t + " SET TBLPROPERTIES ('source' = 's3a://me:" + SECRET + "@bucket/x')");
    for (String statement : statements) {
      Exception e = assertThrows(Exception.class, () -> sql(statement).collect(), statement);
      assertTrue(message(e).contains("core-site.xml"), statement + ": " + message(e));
      assertTrue(message(e).contains("spark.hadoop."), statement + ": " + message(e));
      assertFalse(message(e).contains(SECRET), statement + ": " + message(e));
    }
    assertFalse(Files.exists(Path.of(path("other"))));
    assertFalse(spark.catalog().tableExists("new_" + t));
    assertThrows(
        Exception.class,
        () ->
            sql("SELECT 1 AS a")
                .writeTo("new_" + t)
                .using("placed")
                .tableProperty("fs.s3a.secret.key", SECRET)
                .create());
    assertThrows(
        Exception.class,
        () ->
            spark
                .catalog()
                .createTable(
                    "new_" + t, "placed", Map.of("path", path, "fs.s3a.secret.key", SECRET)));
    assertNowhere(directory);
    sql("DROP TABLE " + t);
  }

  /** Options of a call take effect, and are not stored. */
  @Test
  void optionsOfAWriteAreStoredNowhere() throws Exception {
    String t = table();
    var rows = sql("SELECT 1 AS a");
    rows.write()
        .format("placed")
        .option("fs.s3a.secret.key", SECRET)
        .option("path", path("saved"))
        .saveAsTable(t);
    rows.write().format("placed").option("fs.s3a.secret.key", SECRET).mode("append").saveAsTable(t);
    rows.writeTo(t).option("fs.s3a.secret.key", SECRET).append();
    rows.write().format("placed").option("fs.s3a.secret.key", SECRET).save(path("t"));
    assertEquals(3, sql("SELECT * FROM " + t).count());
    var read = spark.read().format("placed").option("fs.s3a.secret.key", SECRET).load(path("t"));
    for (String text :
        List.of(
            rows(sql("DESCRIBE EXTENDED " + t)).toString(),
            rows(sql("SHOW TBLPROPERTIES " + t)).toString(),
            sql("SHOW CREATE TABLE " + t).first().getString(0),
            read.queryExecution().toString(),
            read.queryExecution()
                .explainString(org.apache.spark.sql.execution.ExtendedMode$.MODULE$))) {
      assertFalse(text.contains(SECRET), text);
    }
    assertNowhere(directory);
    assertNowhere(Path.of(java.net.URI.create(spark.conf().get("spark.sql.warehouse.dir"))));
    sql("DROP TABLE " + t);
  }

  private static void assertNowhere(Path directory) throws Exception {
    try (var files = Files.walk(directory)) {
      for (Path f : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(f, StandardCharsets.ISO_8859_1);
        assertFalse(text.contains(SECRET), f.toString());
      }
    }
  }
}
