package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.TableProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No form of a statement makes Hive remove files of a data set with snapshots. */
class RemovalTest {
  private static final String REFUSED = "is not possible on a data set with snapshots";

  /** Files of a data set have such names, so that no table may load them. */
  private static final String OF_COMMIT = "is named like a file of a commit";

  private static EmbeddedHive hive;
  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ);
    hive.runAll("create database guard", "create database elsewhere", "use guard");
  }

  @AfterAll
  static void stop() throws Exception {
    hive.run("use default");
    hive.close();
  }

  /** Statements without a task, because there are no rows, and with one. */
  private static final List<String> OVERWRITES =
      List.of(
          "insert overwrite table t select id from t where false",
          "insert overwrite table t select id from t where id < 3",
          "INSERT /* x */ OVERWRITE TABLE t SELECT id FROM t WHERE false",
          "insert/**/overwrite/**/table/**/t select id from t where false",
          "insert -- a comment; with a semicolon\n overwrite -- another\n table t select 1",
          "insert overwrite\n\ttable\n`t` select id from t where false",
          "insert overwrite table `T` select id from t where false",
          "insert overwrite table guard.t select id from t where false",
          "insert overwrite table `guard`.`t` select id from t where false",
          "insert overwrite table guard . t select id from t where false",
          "ınsert overwrıte table t select id from t where false",
          "insert overwrite table t values (1)",
          "with c as (select id from t where false) insert overwrite table t select id from c",
          "with c as (select 1 as id) from c insert /* + */ overwrite table t select id",
          "from t insert overwrite table t select id where false",
          "from plain insert into plain select id where false"
              + " insert overwrite /* t */ table t select id where false",
          "from (select id from t) s insert overwrite table plain select id where false"
              + " insert overwrite table t select id where false",
          "insert overwrite table p partition (month = 3) select id from t where false",
          "insert /**/ overwrite table p partition (month) select id, 3 from t where false",
          "explain analyze insert /* x */ overwrite table t select id from t where false",
          "load data inpath '%s/new' /* x */ overwrite into table t",
          "load data inpath '%s/new' overwrite into table p partition (month = 3)",
          "insert overwrite directory '%s/t' select id from t where false",
          "insert overwrite directory '%s/t/_placed' stored as placed select id from t where"
              + " false");

  /** Statements for which Hive creates no SerDe. */
  private static final List<String> OTHERS =
      List.of(
          "insert overwrite directory '%s' select 1",
          "insert overwrite directory '%s/t' stored as orc select 1",
          "insert overwrite local directory '%s/p/month=3' select id from plain",
          "insert overwrite table text_t select 'x'",
          "insert overwrite table elsewhere.t select 1",
          "insert overwrite table far partition (month = 3) select 1",
          "insert overwrite table far partition (month) select 1, 3",
          "truncate table managed_t",
          "truncate table t force",
          "truncate table managed_p partition (month = 3)",
          "alter table managed_p drop partition (month = 3)",
          "alter table managed_p drop if exists partition (month < 3) purge",
          "alter table managed_p partition (month = 3) rename to partition (month = 33)",
          "alter table q exchange partition (month = 3) with table managed_p",
          "alter table managed_p exchange partition (month = 77) with table q",
          "alter table purged drop partition (month = 3)",
          "load data inpath '%s/t' into table plain",
          "load data inpath '%s/p/month=3' into table plain",
          "export table t to '%s/exported'",
          "export table guard.p partition (month = 3) to '%s/exported'",
          "export table far to '%s/exported'");

  private static final List<String> ALLOWED =
      List.of(
          "insert into t values (1000)",
          "insert into p partition (month = 3) values (1000)",
          "insert overwrite table plain select id from t",
          "insert into plain select 1 as `insert overwrite table t select`",
          "select 'insert overwrite table t select 1', id from t where id = 1",
          "explain select id from t",
          "alter table t set location '%s/t'",
          "alter table p drop partition (month = 1)",
          "alter table t set tblproperties ('team' = 'ours')",
          "create view v as select id from t",
          "export table plain to '%s/exported'",
          "analyze table t compute statistics");

  @BeforeEach
  void tables() throws Exception {
    hive.conf().set("hive.semantic.analyzer.hook", SnapshotHook.class.getName());
    write(Placed.write(path("t"), Schema.parse("id: int64")), false);
    write(
        Placed.write(path("p"), Schema.parse("id: int64, month: int32")).partitionBy("month"),
        true);
    for (String shared : List.of("t", "p")) {
      DataSet.at(FileStores.local(), path(shared))
          .alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    }
    write(Placed.write(path("new/000000_0.placed"), Schema.parse("id: int64")), false);
    hive.run("create external table t (id bigint) stored as placed location '" + path("t") + "'");
    hive.run("create table managed_t (id bigint) stored as placed location '" + path("t") + "'");
    hive.run(
        "create external table elsewhere.t (id bigint) stored as placed location '"
            + path("t")
            + "'");
    hive.run("create external table text_t (x string) location '" + path("t") + "'");
    for (String name : List.of("external table p", "table managed_p", "external table purged")) {
      hive.run(
          "create %s (id bigint) partitioned by (month int) stored as placed location '%s'%s"
              .formatted(
                  name,
                  path("p"),
                  name.contains("purged")
                      ? " tblproperties ('external.table.purge' = 'true')"
                      : ""));
      hive.run("msck repair table " + name.substring(name.lastIndexOf(' ') + 1));
    }
    hive.run("create table plain (id bigint) stored as placed location '" + path("plain") + "'");
    hive.run("insert into plain values (1), (2)");
    hive.run(
        "create table q (id bigint) partitioned by (month int) stored as placed location '"
            + path("q")
            + "'");
    hive.run("insert into q partition (month = 77) values (1)");
    hive.run(
        "create external table far (id bigint) partitioned by (month int) stored as placed"
            + " location '"
            + path("far")
            + "'");
    hive.run("alter table far add partition (month = 3) location '" + path("p/month=3") + "'");
  }

  @AfterEach
  void drop() {
    hive.conf().unset("hive.semantic.analyzer.hook");
    hive.runAll("use elsewhere", "drop table t", "use guard", "drop view if exists v");
    for (String t : List.of("t", "managed_t", "text_t", "p", "managed_p", "purged", "plain", "q")) {
      hive.run("drop table " + t);
    }
    hive.run("drop table far");
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static void write(WriteBuilder to, boolean months) throws Exception {
    try (TableWriter out = to.open()) {
      for (long k = 0; k < 20; k++) {
        Object[] row = months ? new Object[] {k, (int) (k % 5)} : new Object[] {k};
        out.write(row);
      }
      out.commit();
    }
  }

  private List<String> files() throws Exception {
    List<String> found = new ArrayList<>();
    for (String set : List.of("t", "p")) {
      try (var all = Files.walk(directory.resolve(set))) {
        all.filter(Files::isRegularFile)
            .filter(f -> !f.getFileName().toString().endsWith(".crc"))
            .forEach(f -> found.add(f.toString()));
      }
    }
    return found.stream().sorted().toList();
  }

  private void requireRefused(List<String> statements) throws Exception {
    List<String> before = files();
    List<String> wrong = new ArrayList<>();
    for (String pattern : statements) {
      String statement = pattern.replace("%s", directory.toString());
      String message;
      try {
        hive.run(statement);
        message = "was run";
      } catch (IllegalStateException e) {
        message = e.getMessage();
      }
      boolean refused =
          message.contains(REFUSED) || statement.startsWith("load") && message.contains(OF_COMMIT);
      if (!refused || !files().equals(before)) {
        wrong.add(statement + " -> " + message + (files().equals(before) ? "" : ", FILES GONE"));
      }
    }
    assertEquals(List.of(), wrong, String.join("\n", wrong));
    assertEquals(List.of("20"), hive.run("select count(id) from t"));
    assertEquals(List.of("20"), hive.run("select count(id) from p"));
  }

  @Test
  void noSpellingOfAnOverwritePassesWithoutAnySetting() throws Exception {
    hive.conf().unset("hive.semantic.analyzer.hook");
    requireRefused(OVERWRITES);
  }

  @Test
  void theHookKnowsWhatAStatementDoes() throws Exception {
    requireRefused(OVERWRITES);
    requireRefused(OTHERS);
  }

  @Test
  void whatNobodyWouldSeeIsRefused() throws Exception {
    DataSet.at(FileStores.local(), path("p"))
        .alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "false"));
    List<String> before = files();
    for (String hook : List.of(SnapshotHook.class.getName(), "")) {
      hive.conf().set("hive.semantic.analyzer.hook", hook);
      for (String statement :
          List.of(
              "insert into p partition (month = 3) values (1000)",
              "insert /* x */ into table p partition (month) select 1000, 3",
              "insert into far partition (month = 3) values (1000)",
              "load data inpath '%s/new' into table p partition (month = 3)")) {
        String refused = hive.failure(statement.replace("%s", directory.toString()));
        assertTrue(refused.contains("would not be visible"), statement + ": " + refused);
      }
    }
    assertEquals(before, files());
  }

  /** A name without a database means a table of the current one. */
  @Test
  void aSourceOfTheSameNameIsOnlyRead() throws Exception {
    List<String> before = files();
    hive.runAll(
        "create database if not exists staging",
        "create table staging.t (id bigint) stored as orc",
        "use staging");
    try {
      for (String hook : List.of(SnapshotHook.class.getName(), "")) {
        hive.conf().set("hive.semantic.analyzer.hook", hook);
        hive.run("insert overwrite table t select id from guard.t");
        hive.run("insert into table t select id from guard.t");
        assertEquals(List.of("40"), hive.run("select count(id) from t"));
        // By its whole name it is the other table, wherever one is.
        assertTrue(
            hive.failure("insert overwrite table guard.t select id from t").contains(REFUSED));
      }
    } finally {
      hive.runAll("use guard", "drop table staging.t");
    }
    assertEquals(before, files());
  }

  @Test
  void whatRemovesNothingIsAllowed() throws Exception {
    List<String> before = files();
    for (String statement : ALLOWED) {
      hive.run(statement.replace("%s", directory.toString()));
    }
    assertTrue(files().containsAll(before));
    assertEquals(List.of("21"), hive.run("select count(id) from t"));
    // DROP TABLE of a managed table removes its files by definition.
    hive.runAll("drop table managed_t", "create table managed_t (id bigint)");
    assertTrue(Files.notExists(directory.resolve("t/_placed")));
  }
}
