package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ALTER TABLE for tables of the session's catalog and for tables by path. */
@OneIn(2)
class EvolutionTest extends SparkTestCase {

  private String name(boolean catalog) {
    return catalog ? table() : "placed.`" + path("t") + "`";
  }

  /** A rewrite must not give a column nulls in the place of its default. */
  @SinceSpark(
      value = "4.1",
      because = "Spark before 4.1 inserts some columns into its own sources only")
  @Test
  void defaultsOfFilesWithNoneOfTheColumns() {
    String t = table();
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    sql("create table " + t + " (a int) using placed");
    sql("insert into " + t + " select id from range(10)");
    sql("alter table " + t + " add column b int default 5");
    sql("alter table " + t + " add column c string");
    sql("alter table " + t + " drop column a");
    List<String> all = Collections.nCopies(10, "(5, null)");
    assertEquals(all, rows(sql("select * from " + t)));
    sql("call placed.system.rewrite(table => '" + t + "', placement => 'row-group=1024 rows')");
    assertEquals(all, rows(sql("select * from " + t)));
    assertEquals(all, rows(sql("select * from " + t + " where b = 5")));
    assertEquals(List.of("(10, 10, 5)"), rows(sql("select count(*), count(b), max(b) from " + t)));
    sql("delete from " + t + " where _metadata.row_index < 4");
    sql("insert into " + t + " (c) values ('new')");
    sql("alter table " + t + " alter column b set default 7");
    sql("call placed.system.optimize(table => '" + t + "')");
    sql("insert into " + t + " (c) values ('newer')");
    List<String> mixed = new ArrayList<>(List.of("(5, new)"));
    mixed.addAll(Collections.nCopies(6, "(5, null)"));
    mixed.add("(7, newer)");
    assertEquals(mixed, rows(sql("select * from " + t)));
    sql("update " + t + " set c = 'changed' where b = 5");
    assertEquals(List.of("(7)"), rows(sql("select count(*) from " + t + " where c = 'changed'")));
    sql("drop table " + t);
  }

  /** The rest of a file goes into the partition of the default, which only the catalog knows. */
  @Test
  void defaultsOfColumnsThatBecamePartitionColumns() {
    String t = table();
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    sql("create table " + t + " (id bigint) using placed");
    sql("insert into " + t + " select id from range(0, 10, 1, 1)");
    sql("alter table " + t + " add column region string default 'CH'");
    sql("call placed.system.set_partitioning(table => '" + t + "', partitioning => 'region')");
    sql("delete from " + t + " where id < 5");
    List<String> left = List.of("(5, CH)", "(6, CH)", "(7, CH)", "(8, CH)", "(9, CH)");
    assertEquals(left, rows(sql("select * from " + t)));
    assertEquals(left, rows(sql("select * from " + t + " where region = 'CH'")));
    sql("update " + t + " set region = 'AT' where id = 9");
    assertEquals(left.subList(0, 4), rows(sql("select * from " + t + " where region = 'CH'")));
    assertEquals(List.of("(9, AT)"), rows(sql("select * from " + t + " where region <> 'CH'")));
    sql("drop table " + t);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void columnsKeepTheirValues(boolean catalog) throws Exception {
    String t = name(catalog);
    sql("create table " + t + " (a int, b string, p int) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, 'x', 1), (2, 'y', 2)");
    sql("alter table " + t + " rename column a to c");
    assertEquals(List.of("(1, x, 1)", "(2, y, 2)"), rows(sql("select c, b, p from " + t)));
    assertEquals(List.of("(y)"), rows(sql("select b from " + t + " where c = 2")));
    assertEquals(List.of("(2)"), rows(sql("select max(c) from " + t)));
    // A new column with the old name is a different column.
    sql("alter table " + t + " add columns (a bigint)");
    sql("insert into " + t + " (c, b, p, a) values (3, 'z', 1, 30)");
    assertEquals(List.of("(1, null)", "(2, null)", "(3, 30)"), rows(sql("select c, a from " + t)));
    assertEquals(List.of("(2)"), rows(sql("select count(*) from " + t + " where a is null")));
    assertEquals(List.of("(30)"), rows(sql("select min(a) from " + t)));
    sql("alter table " + t + " drop column b");
    sql("alter table " + t + " add column b string");
    assertEquals(0, sql("select b from " + t + " where b is not null").count());
    sql("alter table " + t + " alter column c type bigint");
    sql("update " + t + " set c = c + 5000000000, b = 'w' where c = 1");
    assertEquals(
        List.of("(2, null, 2)", "(3, null, 1)", "(5000000001, w, 1)"),
        rows(sql("select c, b, p from " + t)));
    // Swaps two names.
    sql("alter table " + t + " rename column c to x");
    sql("alter table " + t + " rename column a to c");
    sql("alter table " + t + " rename column x to a");
    assertEquals(
        List.of("(2, null)", "(3, 30)", "(5000000001, null)"), rows(sql("select a, c from " + t)));
    assertEquals(List.of("(3)"), rows(sql("select a from " + t + " where c > 20")));
    String partition =
        message(
            assertThrows(Exception.class, () -> sql("alter table " + t + " rename column p to q")));
    assertTrue(partition.contains("cannot be renamed or dropped"), partition);
    String narrow =
        message(
            assertThrows(
                Exception.class, () -> sql("alter table " + t + " alter column b type int")));
    assertTrue(narrow.contains("b"), narrow);
    if (catalog) {
      sql("drop table " + t);
    } else {
      // With another placement, files are written with the current names.
      List<String> before = rows(sql("select * from " + t));
      PlacedTables.rewrite(spark, path("t"), "orc");
      assertEquals(before, rows(sql("select * from " + t)));
      assertEquals(
          List.of("(1, x, 1)", "(2, y, 2)"),
          rows(sql("select a, b, p from " + t + " version as of 2")));
    }
  }

  /** Spark drops all columns for it, and adds those that are named. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void replacedColumns(boolean catalog) {
    String t = name(catalog);
    sql("create table " + t + " (a int, b string, p int) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, 'x', 1), (2, 'y', 2)");
    String replace = "alter table " + t + " replace columns ";
    sql(replace + "(p int, B string, c double, a bigint)");
    assertEquals(List.of("p", "B", "c", "a"), List.of(spark.table(t).columns()));
    sql("insert into " + t + " (p, b, c, a) values (2, 'z', 2.5, 5000000000)");
    assertEquals(
        List.of("(1, x, null, 1)", "(2, y, null, 2)", "(2, z, 2.5, 5000000000)"),
        rows(sql("select * from " + t)));
    assertEquals(List.of("(z)"), rows(sql("select b from " + t + " where a > 2 and c > 1")));
    assertFails("cannot be replaced by one of type", () -> sql(replace + "(p int, a string)"));
    assertFails("partition column p", () -> sql(replace + "(a bigint)"));
    assertFails("partition column p", () -> sql(replace + "(p bigint, a bigint)"));
    sql(replace + "(p int, n string)");
    assertEquals(
        List.of("(1, null)", "(2, null)", "(2, null)"), rows(sql("select p, n from " + t)));
    sql("alter table " + t + " add column a bigint");
    assertEquals(List.of("(0)"), rows(sql("select count(a) from " + t)));
    if (catalog) {
      sql("drop table " + t);
    }
  }

  /** What the catalog alone knows about them would change. */
  @Test
  void columnsThatAreNotReplaced() {
    String t = table();
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    sql("create table " + t + " (a int) using placed");
    String replace = "alter table " + t + " replace columns ";
    sql(replace + "(a bigint, c char(3))");
    sql("insert into " + t + " values (1, 'x')");
    sql("alter table " + t + " add column d int default 5");
    assertFails("default in older rows", () -> sql(replace + "(a bigint, d int)"));
    assertFails("NOT NULL", () -> sql(replace + "(a bigint not null)"));
    assertEquals(List.of("(1, x  , 5)"), rows(sql("select * from " + t)));
    sql("alter table " + t + " drop column d");
    sql(replace + "(c char(3) comment 'text', a bigint)");
    assertEquals(List.of("(x  , 1)"), rows(sql("select * from " + t)));
    assertEquals(List.of("(1)"), rows(sql("select a from " + t + " where c = 'x'")));
    sql("drop table " + t);
  }

  /** Lengths and collations may change as by ALTER COLUMN … TYPE. */
  @SinceSpark(value = "4.0", because = "Spark 3.5 has no collations")
  @Test
  void lengthsAndCollationsOfReplacedColumns() {
    String t = table();
    sql(
        "create table "
            + t
            + " (c char(5), v varchar(3), s string, n struct<x: char(5)>, l array<varchar(3)>,"
            + " p string) using placed partitioned by (p)");
    sql(
        "insert into "
            + t
            + " values ('abcde', 'abc', 'abc', named_struct('x', 'abcde'), array('abc'), 'a')");
    String replace = "alter table " + t + " replace columns (p string, %s %s)";
    String alter = "alter table " + t + " alter column %s type %s";
    for (String column :
        List.of(
            "c char(3)",
            "c char(9)",
            "c varchar(4)",
            "v varchar(2)",
            "v char(3)",
            "s char(3)",
            "s varchar(9)")) {
      Object[] words = column.split(" ");
      assertFails("cannot be replaced by one of type", () -> sql(replace.formatted(words)));
      assertFails("", () -> sql(alter.formatted(words)));
    }
    for (String type : List.of("char(3)", "char(9)", "varchar(4)")) {
      String parts = "struct<x: " + type + ">";
      assertFails("cannot be replaced by one of type", () -> sql(replace.formatted("n", parts)));
      assertFails("", () -> sql(alter.formatted("n.x", type)));
    }
    assertFails(
        "cannot be replaced by one of type", () -> sql(replace.formatted("l", "array<char(3)>")));
    assertFails("", () -> sql(alter.formatted("l.element", "char(3)")));
    String partition = "alter table " + t + " replace columns (c char(5), p %s)";
    for (String type : List.of("string collate utf8_lcase", "varchar(3)")) {
      assertFails("p", () -> sql(partition.formatted(type)));
      assertFails("p", () -> sql(alter.formatted("p", type)));
    }
    String all = "(a, abcde, abc, abc, (abcde), [abc])";
    String columns = "select p, c, v, s, n, l from " + t;
    assertEquals(List.of(all), rows(sql(columns)));
    sql(
        "alter table "
            + t
            + " replace columns (p string, c varchar(6), v string, s string collate utf8_lcase,"
            + " n struct<x: varchar(5)>, l array<varchar(9)>)");
    assertEquals(List.of(all), rows(sql(columns)));
    assertEquals(List.of(all), rows(sql(columns + " where s = 'ABC' and c = 'abcde'")));
    sql(
        "insert into "
            + t
            + " (p, c, v, s, n, l) values ('b', 'abcdef', 'longer', 'x', named_struct('x', 'y'),"
            + " array('longer'))");
    assertEquals(List.of(all, "(b, abcdef, longer, x, (y), [longer])"), rows(sql(columns)));
    if (since("4.1")) {
      assertFails("6", () -> sql("insert into " + t + " (p, c) values ('b', 'abcdefg')"));
    }
    sql("drop table " + t);
  }

  /** Names differ in case only, which Spark ignores by default. */
  @Test
  void aDroppedColumnStaysGoneInAnyCase() throws Exception {
    String t = name(false);
    sql("create table " + t + " (id int, C string) using placed");
    sql("insert into " + t + " values (1, 'old')");
    sql("alter table " + t + " drop column C");
    sql("alter table " + t + " add column c string");
    assertEquals(List.of("(1, null)"), rows(sql("select * from " + t)));
    // Another catalog, or a user, may spell the new column like the old one.
    assertEquals(
        List.of("(1, null)"),
        rows(spark.read().schema("id int, C string").format("placed").load(path("t"))));
    sql("alter table " + t + " rename column c to d");
    assertEquals(List.of("(1, null)"), rows(sql("select * from " + t)));
    sql("update " + t + " set id = 2");
    assertEquals(List.of("(2, null)"), rows(sql("select id, d from " + t)));
    assertEquals(List.of("(1)"), rows(sql("select count(*) from " + t + " where d is null")));
  }

  @Test
  void aColumnSurvivesAnotherOneInOtherCase() throws Exception {
    String t = name(false);
    spark.conf().set("spark.sql.caseSensitive", "true");
    try {
      sql("create table " + t + " (a int, A int) using placed");
      sql("insert into " + t + " values (1, 2)");
      sql("alter table " + t + " drop column A");
    } finally {
      spark.conf().unset("spark.sql.caseSensitive");
    }
    assertEquals(List.of("(1)"), rows(sql("select a from " + t)));
    assertEquals(List.of("(1)"), rows(sql("select A from " + t + " where A = 1")));
    sql("update " + t + " set A = a + 1");
    assertEquals(List.of("(2)"), rows(sql("select a from " + t)));
    sql("alter table " + t + " rename column a to B");
    assertEquals(List.of("(2)"), rows(sql("select b from " + t)));
  }

  /** Each path has its own spelling. */
  @Test
  void aGivenSchemaNamesTheColumnsOfEveryPath() {
    sql("select 1 as id, 10 as Abc").write().format("placed").save(path("one"));
    sql("select 2 as ID, 20 as ABC").write().format("placed").save(path("two"));
    Dataset<Row> both =
        spark.read().schema("Id int, abc int").format("placed").load(path("one"), path("two"));
    assertEquals(List.of("(1, 10)", "(2, 20)"), rows(both));
    assertEquals(List.of("(2, 20)"), rows(both.where("abc > 10")));
    assertEquals(List.of("(20, 30)"), rows(both.selectExpr("max(abc)", "sum(abc)")));
    assertEquals(List.of("(1, 10)"), rows(both.orderBy("abc").limit(1)));
  }

  /** Columns of the log that a catalog does not know. */
  @Test
  void overwritesByNameKeepColumnsAndTypes() throws Exception {
    String path = path("behind");
    sql("create table behind (a int, b int) using placed location '" + path + "'");
    try {
      sql("insert into behind values (1, 10)");
      sql("alter table placed.`" + path + "` add column c string");
      sql("alter table placed.`" + path + "` alter column a type bigint");
      sql("update placed.`" + path + "` set c = 'x', a = 5000000000");
      sql("insert overwrite behind select 2, 20");
      assertEquals(List.of("(2, 20, null)"), rows(sql("select * from placed.`" + path + "`")));
      assertEquals("bigint", read(path).schema().apply("a").dataType().simpleString());
      assertEquals(List.of("(2, 20)"), rows(sql("select * from behind")));
    } finally {
      sql("drop table behind");
    }
    // Another catalog may have another type: all rows are replaced.
    sql("create table behind (a string, b int) using placed location '" + path + "'");
    try {
      sql("insert overwrite behind select 'text', 30");
      assertEquals(List.of("(text, 30)"), rows(sql("select a, b from behind")));
    } finally {
      sql("drop table behind");
    }
    // A new table has what the statement says.
    sql("alter table placed.`" + path + "` drop column b");
    sql("create or replace table placed.`" + path + "` using placed as select 7 as b");
    assertEquals(List.of("(7)"), rows(read(path)));
  }

  @Test
  void nestedFields() {
    String t = name(false);
    sql("create table " + t + " (id int, s struct<a: int>) using placed");
    sql("insert into " + t + " values (1, named_struct('a', 1))");
    sql("alter table " + t + " add column s.b string");
    sql("alter table " + t + " alter column s.a type bigint");
    sql("insert into " + t + " values (2, named_struct('a', 5000000000, 'b', 'n'))");
    assertEquals(
        List.of("(1, 1, null)", "(2, 5000000000, n)"), rows(sql("select id, s.a, s.b from " + t)));
    String refused =
        message(
            assertThrows(
                Exception.class, () -> sql("alter table " + t + " rename column s.a to z")));
    assertTrue(refused.contains("only for top-level columns"), refused);
  }

  @Test
  void filesOfOthersHaveTheirOwnNames() throws Exception {
    String t = table();
    sql("create table " + t + " (a int) using placed location '" + path("f") + "'");
    sql("insert into " + t + " values (1)");
    sql("alter table " + t + " set tblproperties ('placed.foreign-files' = 'true')");
    String other = path("other");
    sql("select 2 a").coalesce(1).write().format("placed").save(other);
    try (var files = java.nio.file.Files.list(java.nio.file.Path.of(other))) {
      var file = files.filter(f -> f.toString().endsWith(".placed")).findFirst().get();
      java.nio.file.Files.copy(file, java.nio.file.Path.of(path("f"), "put.placed"));
    }
    String refused =
        message(
            assertThrows(Exception.class, () -> sql("alter table " + t + " rename column a to b")));
    assertTrue(refused.contains("put.placed"), refused);
    assertEquals(List.of("(1)", "(2)"), rows(sql("select a from " + t)));
    sql("alter table " + t + " unset tblproperties ('placed.foreign-files')");
    sql("alter table " + t + " rename column a to b");
    assertEquals(List.of("(1)", "(2)"), rows(sql("select b from " + t)));
    sql("drop table " + t);
  }

  @Test
  void partitions() {
    for (String t : List.of(table(), name(false))) {
      sql("create table " + t + " (a int, p int, q string) using placed partitioned by (p, q)");
      sql("insert into " + t + " values (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'x'), (4, null, 'z')");
      assertEquals(
          List.of("(p=1/q=x)", "(p=1/q=y)", "(p=2/q=x)", "(p=null/q=z)"),
          rows(sql("show partitions " + t)));
      assertEquals(
          List.of("(p=1/q=x)", "(p=1/q=y)"),
          rows(sql("show partitions " + t + " partition (p=1)")));
      sql("alter table " + t + " add partition (p = 7, q = 'new') partition (p = 8, q = '')");
      assertEquals(6, sql("show partitions " + t).count());
      assertThrows(
          Exception.class, () -> sql("alter table " + t + " add partition (p = 1, q = 'x')"));
      sql("alter table " + t + " add if not exists partition (p = 1, q = 'x')");
      sql("alter table " + t + " drop partition (p = 7, q = 'new')");
      sql("alter table " + t + " drop partition (p = 1, q = 'x')");
      assertThrows(
          Exception.class, () -> sql("alter table " + t + " drop partition (p = 1, q = 'x')"));
      sql("alter table " + t + " drop if exists partition (p = 1, q = 'x')");
      assertEquals(List.of("(2)", "(3)", "(4)"), rows(sql("select a from " + t)));
      sql("truncate table " + t + " partition (p = 2, q = 'x')");
      assertEquals(List.of("(2)", "(4)"), rows(sql("select a from " + t)));
    }
  }

  @Test
  void tablesThatArePaths() {
    String t = name(false);
    sql(
        "create table "
            + t
            + " using placed partitioned by (p) tblproperties ('placement' = 'orc', 'compression' ="
            + " 'none') as select id, id % 3 p from range(10)");
    assertEquals(List.of("(10)"), rows(sql("select count(*) from " + t)));
    assertThrows(Exception.class, () -> sql("create table " + t + " (x int) using placed"));
    sql("create table if not exists " + t + " (x int) using placed");
    sql("insert into " + t + " values (100, 1)");
    sql("insert into " + t + " (p, id) values (2, 200)");
    assertEquals(12, read(path("t")).count());
    sql("insert overwrite " + t + " partition (p = 2) select 300");
    sql("delete from " + t + " where id in (100, 0)");
    sql("merge into " + t + " t using (select 300 k) u on t.id = u.k when matched then delete");
    assertEquals(7 - 1, sql("select * from " + t).count());
    assertTrue(
        sql("show create table " + t).first().getString(0).contains("'compression' = 'none'"));
    long before = sql("select * from " + t).count();
    // A failed query leaves the table unchanged.
    assertThrows(
        Exception.class,
        () ->
            sql("create or replace table "
                    + t
                    + " using placed as select id, if(id = 3, raise_error('no'), id) x from"
                    + " range(5)")
                .collect());
    assertEquals(before, sql("select * from " + t).count());
    sql("replace table " + t + " using placed as select count(*) n from " + t);
    assertEquals(List.of("(" + before + ")"), rows(sql("select n from " + t)));
    sql("alter table " + t + " set tblproperties ('compression' = 'zstd')");
    String misspelt =
        message(
            assertThrows(
                Exception.class,
                () -> sql("alter table " + t + " set tblproperties ('placement.reodrer' = 'x')")));
    assertTrue(misspelt.contains("unknown option"), misspelt);
    assertThrows(Exception.class, () -> sql("drop table " + t));
    sql("truncate table " + t);
    assertEquals(0, sql("select * from " + t).count());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void misspeltPropertiesAreRefused(boolean catalog) throws Exception {
    String t = name(catalog);
    String others = "('my.own' = 'x', 'replacement' = 'x', 'insolation' = 'x')";
    sql("create table " + t + " (id bigint) using placed tblproperties " + others);
    sql("insert into " + t + " values (1), (2)");
    for (String wrong :
        List.of(
            "write.distribution-mod",
            "target-file-siz",
            "deletes.max-share",
            "placement.reodrer")) {
      String set = " tblproperties ('" + wrong + "' = '1')";
      String other = catalog ? table() : "placed.`" + path("other") + "`";
      for (String statement :
          List.of(
              "alter table " + t + " set" + set,
              "create table " + other + " (id int) using placed" + set,
              "create table " + other + " using placed" + set + " as select 1 as id")) {
        String message = message(assertThrows(Exception.class, () -> sql(statement)));
        assertTrue(message.contains("unknown option '" + wrong + "'"), statement + ": " + message);
      }
    }
    sql("alter table " + t + " set tblproperties ('placed.deletes.max-share' = '1')");
    // An earlier version let a misspelt one pass.
    if (!catalog) {
      DataSet.at(FileStores.local(), path("t")).alter(List.of(), Map.of("deletes.max-share", "0"));
    }
    sql("delete from " + t + " where id = 1");
    assertEquals(List.of("(2)"), rows(sql("select * from " + t)));
    sql("alter table " + t + " unset tblproperties if exists ('deletes.max-share')");
    if (catalog) {
      sql("drop table " + t);
    }
  }

  /** Spark's catalog in memory keeps columns as declared, but fails to change those at the end. */
  @SinceSpark(
      value = "4.1",
      because = "Spark before 4.1 inserts some columns into its own sources only")
  @Test
  void partitionColumnsBeforeOthers() {
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "placed");
    for (String partitions : List.of("p", "q, p")) {
      String t = table();
      sql(
          "create table "
              + t
              + " (p int, a int, q int, b string, c char(3), s struct<x:int>) using placed"
              + " partitioned by ("
              + partitions
              + ") tblproperties ('placement.row-group' = '2 rows')");
      String values = " select id % 2, id, id % 3, 'b' || id, 'c', named_struct('x', id)";
      sql("insert into " + t + values + " from range(6)");
      sql("alter table " + t + " add column d string default 'old'");
      sql("alter table " + t + " add columns (first int first, mid int after q)");
      sql("alter table " + t + " rename column b to e");
      sql("alter table " + t + " alter column a type bigint");
      sql("alter table " + t + " alter column c after s");
      sql("alter table " + t + " alter column e comment 'text'");
      sql("alter table " + t + " add column s.y int");
      sql("alter table " + t + " alter column d set default 'new'");
      sql("alter table " + t + " set tblproperties ('compression' = 'none')");
      List<String> names = List.of(sql("select * from " + t).columns());
      assertEquals(List.of("first", "p", "a", "q", "mid", "e", "s", "c", "d"), names);
      sql("insert into " + t + " (a, p, q, e, c) values (10000000000, 1, 2, 'f', 'ccc')");
      List<String> all =
          List.of(
              "(10000000000, 1, 2, null, f, ccc, null, new)",
              "(0, 0, 0, null, b0, c  , (0, null), old)",
              "(1, 1, 1, null, b1, c  , (1, null), old)",
              "(2, 0, 2, null, b2, c  , (2, null), old)",
              "(3, 1, 0, null, b3, c  , (3, null), old)",
              "(4, 0, 1, null, b4, c  , (4, null), old)",
              "(5, 1, 2, null, b5, c  , (5, null), old)");
      String some = "select a, p, q, mid, e, c, s, d from ";
      assertEquals(all.stream().sorted().toList(), rows(sql(some + t)));
      assertEquals(
          List.of("(b1)", "(b3)", "(f)"),
          rows(sql("select e from " + t + " where p = 1 and a <> 5")));
      sql("alter table " + t + " drop column mid");
      sql("alter table " + t + " drop column e");
      sql("alter table " + t + " add column e string after p");
      assertEquals(List.of("(7, 0)"), rows(sql("select count(*), count(e) from " + t)));
      sql("call placed.system.rollback(table => '" + t + "', snapshot => 1)");
      assertEquals(
          List.of("p", "a", "q", "s", "c", "b"), List.of(sql("select * from " + t).columns()));
      assertEquals(
          rows(sql(values.replace("'c'", "'c  '") + " from range(6)")),
          rows(sql("select p, a, q, b, rpad(c, 3, ' '), s from " + t)));
      sql("drop table " + t);
    }
  }

  @Test
  void thePastInSql() throws Exception {
    String t = table();
    sql("create table " + t + " (a int) using placed location '" + path("past") + "'");
    sql("insert into " + t + " values (1)");
    sql("insert into " + t + " values (2)");
    sql("alter table " + t + " rename column a to b");
    for (String n : List.of(t, "default." + t, "placed.`" + path("past") + "`")) {
      assertEquals(List.of("(1)"), rows(sql("select a from " + n + " version as of 1")));
      assertEquals(
          List.of("(1)", "(2)"), rows(sql("select * from " + n + " for system_version as of '2'")));
      assertEquals(
          List.of("(1)", "(2)"), rows(sql("select b from " + n + " timestamp as of '2999-01-01'")));
      String none =
          message(
              assertThrows(Exception.class, () -> sql("select * from " + n + " version as of 9")));
      assertTrue(none.contains("the table has 1 to 3"), none);
    }
    sql("drop table " + t);
  }

  @SinceSpark(value = "4.0", because = "Spark 3.5 replaces rows by partition columns only")
  @Test
  void insertsReplaceRowsByConditions() throws Exception {
    for (String placement : List.of("none", "sort(id)", "hilbert(id, v)")) {
      String path = path("t-" + placement.replaceAll("\\W", ""));
      String t = "placed.`" + path + "`";
      for (int i = 0; i < 3; i++) {
        spark
            .range(i * 10, i * 10 + 10)
            .selectExpr("id", "if(id % 4 = 0, null, id % 5) v", "id % 2 p")
            .write()
            .format("placed")
            .option("placement.reorder", placement)
            .partitionBy("p")
            .mode(SaveMode.Append)
            .save(path);
      }
      sql("insert into " + t + " replace where p = 1 and id >= 20 values (99, 1, 1)");
      assertEquals(26, sql("select * from " + t).count());
      // Rows for which the condition is NULL are kept.
      sql("insert into " + t + " replace where v > 2 values (7, 3, 0), (8, 4, 1)");
      assertEquals(
          rows(
              sql(
                  "select id, if(id % 4 = 0, null, id % 5) v, id % 2 p from range(30)"
                      + " where not (id % 2 = 1 and id >= 20)"
                      + " and not coalesce(if(id % 4 = 0, null, id % 5) > 2, false)"
                      + " union all values (99, 1, 1), (7, 3, 0), (8, 4, 1)")),
          rows(sql("select * from " + t)),
          placement);
      assertEquals("overwriteWhere", PlacedTables.snapshots(spark, path, 1).get(0).operation());
    }
  }
}
