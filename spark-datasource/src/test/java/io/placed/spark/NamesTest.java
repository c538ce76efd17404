package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.TableProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spark's column names that differ in case from those of the table. */
class NamesTest extends SparkTestCase {
  private static final String CASE = "spark.sql.caseSensitive";

  @AfterEach
  void ignoreCase() {
    spark.conf().unset(CASE);
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
  }

  /** Writes the same rows in both formats, with a null partition. */
  private void write() {
    Dataset<Row> rows =
        spark
            .range(0, 40, 1, 2)
            .selectExpr(
                "id",
                "cast(id % 7 as int) V",
                "named_struct('X', if(id % 3 = 0, null, cast(id as int)), 'Y', 'y') S",
                "elt(1 + id % 3, 'at', 'be', null) Country");
    for (String format : List.of("placed", "parquet")) {
      rows.write().format(format).partitionBy("Country").save(path(format));
    }
    spark
        .range(3)
        .selectExpr("id k", "elt(1 + id, 'at', 'cz', 'be') c")
        .createOrReplaceTempView("d");
  }

  private List<String> answers(String format, String schema, List<String> queries) {
    spark.read().format(format).schema(schema).load(path(format)).createOrReplaceTempView("v");
    List<String> out = new ArrayList<>();
    for (String query : queries) {
      try {
        out.add(query + ": " + rows(sql(query)));
      } catch (Exception e) {
        out.add(query + ": fails");
      }
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void aSchemaThatIsGiven(boolean caseSensitive) {
    write();
    spark.conf().set(CASE, caseSensitive);
    List<String> queries =
        List.of(
            "select id, country from v",
            "select id, Country from v",
            "select id from v where country = 'at'",
            "select id from v where COUNTRY = 'at'",
            "select id from v where country is null",
            "select id from v where Country is null",
            "select id from v where country in ('at', 'zz') and id > 5",
            "select country, count(*), max(id) from v group by country",
            "select Country, count(*), max(id) from v group by Country",
            "select count(country), min(country), max(country) from v",
            "select count(Country), min(Country), max(Country) from v",
            "select count(*) from v where country <> 'be'",
            "select min(v), max(v), count(v), sum(v) from v",
            "select min(V), max(V), count(V) from v where Country = 'at'",
            "select id, v from v where v between 2 and 3",
            "select s.x, count(*) from v group by s.x",
            "select count(s.x), max(s.x), count(s) from v",
            "select id from v where s.x > 30",
            "select v.id from v join d on v.country = d.c where d.k < 2",
            "select v.id from v join d on v.Country = d.c where d.k < 2",
            "select id, country from v order by country, id limit 5",
            "select id, v from v order by v desc, id limit 5");
    for (String schema :
        some(
            List.of(
                "id bigint, v int, s struct<x: int>, country string",
                "ID bigint, V int, S struct<X: int, Y: string>, COUNTRY string",
                "id bigint, v int, s struct<x: int>",
                "id bigint, V int, S struct<x: int>, Country string"),
            1)) {
      assertEquals(
          String.join("\n", answers("parquet", schema, queries)),
          String.join("\n", answers("placed", schema, queries)),
          schema);
    }
  }

  /** In files that no snapshot lists they are found in any case, as columns are. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void fieldsOfForeignFiles(boolean caseSensitive) throws Exception {
    String table = path("foreign");
    spark
        .range(2)
        .selectExpr("id", "named_struct('Foo', cast(id as int), 'Bar', 'b') S")
        .write()
        .format("placed")
        .save(table);
    DataSet.at(FileStores.local(), table)
        .alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    Schema lower = Schema.parse("id: int64, s: struct<bar: string, foo: int32>");
    try (TableWriter out = Placed.write(path("lower.placed"), lower).open()) {
      for (int id = 2; id < 6; id++) {
        out.write((long) id, List.of("b", id));
      }
      out.commit();
    }
    Files.move(Path.of(path("lower.placed")), Path.of(table, "000000_0"));
    spark.conf().set(CASE, caseSensitive);
    String named = "placed.`" + table + "`";
    String all = "select id, S.Foo, S.Bar from " + named + " order by id";
    String before = rows(sql(all)).toString();
    assertEquals(rows(sql("select id, cast(id as int), 'b' from range(6)")).toString(), before);
    assertEquals(1, sql("select id from " + named + " where S.Foo = 4").count());
    sql("delete from " + named + " where S.Foo = 3");
    sql("update " + named + " set id = id + 100 where S.Foo = 4");
    assertEquals(
        rows(sql(
                "select id, cast(id % 100 as int), 'b' from"
                    + " values (0L), (1L), (2L), (5L), (104L) v(id)"))
            .toString(),
        rows(sql(all)).toString());
  }

  @Test
  void namesThatDifferInCaseOnly() {
    spark.conf().set(CASE, true);
    spark
        .range(10)
        .selectExpr("id a", "-id A", "id % 2 p", "id % 3 P")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path("t"));
    assertEquals(List.of("(-7)"), rows(read(path("t")).where("a = 7").select("A")));
    assertEquals(List.of("(5)"), rows(read(path("t")).where("p = 1 and P = 2").select("a")));
    assertEquals(5, read(path("t")).where("p = 1").count());
    spark.conf().set(CASE, false);
    String twice = message(assertThrows(Exception.class, () -> read(path("t")).collect()));
    assertTrue(twice.contains("COLUMN_ALREADY_EXISTS"), twice);
    String ambiguous =
        message(
            assertThrows(
                Exception.class,
                () ->
                    spark.read().format("placed").schema("A int").load(path("t")).collectAsList()));
    assertTrue(ambiguous.contains("ambiguous"), ambiguous);
  }

  private String catalogTable() {
    String t = table();
    sql(
        "create table "
            + t
            + " (id bigint, v int, s struct<x: int, y: string>, country string) using placed"
            + " partitioned by (country) location '"
            + path("placed")
            + "'");
    return t;
  }

  /** A Hive metastore stores names in lower case. */
  @Test
  void aCatalogMaySpellThemDifferently() throws Exception {
    write();
    String t = catalogTable();
    assertEquals(13, sql("select * from " + t + " where country is null").count());
    assertEquals(
        List.of("(at, 14)", "(be, 13)", "(null, 13)"),
        rows(sql("select country, count(*) from " + t + " group by country")));
    assertEquals(
        List.of("(country=at)", "(country=be)", "(country=null)"),
        rows(sql("show partitions " + t)));
    assertEquals(1, sql("show partitions " + t + " partition (country = 'at')").count());
    sql("delete from " + t + " where country is null");
    assertEquals(
        List.of("(at, 14)", "(be, 13)"),
        rows(sql("select Country, count(*) from " + t + " group by Country")));
    sql("update " + t + " set v = 100 where country = 'at' and id < 10");
    assertEquals(List.of("(4)"), rows(sql("select count(*) from " + t + " where V = 100")));
    sql("insert into " + t + " values (100, 1, null, 'cz'), (101, 1, null, null)");
    sql("insert overwrite " + t + " partition (country = 'be') select 200, 2, null");
    assertEquals(
        List.of("(at, 14)", "(be, 1)", "(cz, 1)", "(null, 1)"),
        rows(sql("select country, count(*) from " + t + " group by country")));
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    sql("insert overwrite " + t + " values (300, 3, null, 'cz'), (301, 3, null, 'cz')");
    sql("merge into " + t + " t using (select 200 k) u on t.id = u.k when matched then delete");
    sql("insert into " + t + " replace where COUNTRY = 'at' values (1, 1, null, 'at')");
    assertEquals(
        List.of("(at, 1)", "(cz, 2)", "(null, 1)"),
        rows(sql("select country, count(*) from " + t + " group by country")));
    sql("alter table " + t + " add partition (country = 'new')");
    assertEquals(4, sql("show partitions " + t).count());
    sql("alter table " + t + " drop partition (country = 'cz')");
    sql("alter table " + t + " drop partition (country = 'new')");
    sql("truncate table " + t + " partition (country = 'at')");
    assertEquals(List.of("(101, null)"), rows(sql("select id, country from " + t)));
    var now = DataSet.at(FileStores.local(), path("placed")).current();
    assertEquals(List.of("Country"), now.partitionColumns());
    assertEquals(List.of("id", "V", "S", "Country"), List.of(read(path("placed")).columns()));
    sql("drop table " + t);
  }

  @Test
  void aStreamReadsThem() throws Exception {
    write();
    String t = catalogTable();
    var query =
        spark
            .readStream()
            .table(t)
            .where("country = 'at' and v < 3")
            .writeStream()
            .format("memory")
            .queryName("names")
            .option("checkpointLocation", path("checkpoint"))
            .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    assertEquals(
        rows(sql("select * from " + t + " where country = 'at' and v < 3")),
        rows(sql("select * from names")));
    sql("drop table " + t);
  }

  @Test
  void aSaveSpellsPartitionColumnsDifferently() throws Exception {
    write();
    String table = path("placed");
    Dataset<Row> more = spark.range(40, 50).selectExpr("ID", "'at' COUNTRY", "cast(1 as int) v");
    more.write().format("placed").mode("append").save(table);
    more.selectExpr("ID + 10 as Id", "country", "V")
        .write()
        .format("placed")
        .mode("append")
        .partitionBy("cOUNTRY")
        .save(table);
    Dataset<Row> found = read(table);
    assertEquals(List.of("id", "V", "S", "Country"), List.of(found.columns()));
    assertEquals(60, found.count());
    found.createOrReplaceTempView("v");
    assertEquals(
        List.of("(45, 1, null, at)", "(55, 1, null, at)"),
        rows(sql("select id, v, s, country from v where id in (45, 55)")));
    List<String> partitions =
        DataSet.at(FileStores.local(), table).current().files().stream()
            .map(f -> f.path().substring(0, Math.max(0, f.path().indexOf('/'))))
            .distinct()
            .filter(d -> d.endsWith("=at"))
            .toList();
    assertEquals(List.of("Country=at"), partitions);
    spark.conf().set(CASE, "true");
    assertThrows(Exception.class, () -> more.write().format("placed").mode("append").save(table));
  }

  /** The data set has Country, V and S.X, the catalog country, v and s.x. */
  private String catalogColumns() {
    spark
        .range(0, 4, 1, 1)
        .selectExpr(
            "cast(id as int) id",
            "cast(id % 2 as int) V",
            "named_struct('X', cast(id as int)) S",
            "elt(1 + id, 'at', 'be', 'cz', 'dk') Country")
        .write()
        .format("placed")
        .save(path("t"));
    String t = table();
    sql(
        "create table "
            + t
            + " (country string, id int, v int, s struct<x: int>) using placed location '"
            + path("t")
            + "'");
    return t;
  }

  /** The data set changes the columns that the catalog means, whatever their case. */
  @Test
  void columnsThatAreAltered() {
    String t = catalogColumns();
    long first = sql("select max(snapshot_id) from " + t + ".snapshots").first().getLong(0);
    sql("alter table " + t + " rename column country to land");
    assertEquals(List.of("(at)", "(be)", "(cz)", "(dk)"), rows(sql("select land from " + t)));
    assertEquals(List.of("(2)"), rows(sql("select id from " + t + " where land = 'cz'")));
    sql("alter table " + t + " alter column v type bigint");
    sql("alter table " + t + " alter column s.x type bigint");
    sql("alter table " + t + " add column s.y int");
    sql("insert into " + t + " values ('es', 9, 5000000000, struct(6000000000, 1))");
    assertEquals(
        List.of("(5000000000, 6000000000, 1)"),
        rows(sql("select v, s.x, s.y from " + t + " where id = 9")));
    assertEquals(List.of("id", "V", "S", "land"), List.of(read(path("t")).columns()));
    assertEquals("bigint", read(path("t")).schema().apply("V").dataType().simpleString());
    assertEquals(
        "struct<X:bigint,y:int>", read(path("t")).schema().apply("S").dataType().simpleString());
    sql("alter table " + t + " drop column v");
    sql("alter table " + t + " add column v int");
    assertEquals(0, sql("select * from " + t + " where v is not null").count());
    assertEquals(List.of("id", "S", "land", "v"), List.of(read(path("t")).columns()));
    sql("call placed.system.rollback(table => '" + t + "', snapshot => " + first + ")");
    assertEquals(List.of("(0, at)"), rows(sql("select v, country from " + t + " where id = 0")));
    assertEquals(
        List.of("Country", "id", "s", "V"), List.of(spark.table(t).columns()), "after rollback");
    sql("drop table " + t);
  }

  /** The data set need not be changed where it has the new name already. */
  @Test
  void columnsThatGetTheNameInTheDataSet() {
    String t = catalogColumns();
    // Otherwise Spark says that the name is taken.
    spark.conf().set(CASE, true);
    sql("alter table " + t + " rename column country to Country");
    sql("alter table " + t + " rename column v to other");
    spark.conf().unset(CASE);
    assertEquals(List.of("(at, 0)"), rows(sql("select country, id from " + t + " where id = 0")));
    assertEquals(List.of("id", "V", "S", "Country"), List.of(read(path("t")).columns()));
    // A column that the data set has under a name of another case.
    sql("alter table " + t + " drop column other");
    sql("alter table " + t + " add column v int");
    assertEquals(List.of("(0, 0)"), rows(sql("select v, id from " + t + " where id = 0")));
    sql("drop table " + t);
  }
}
