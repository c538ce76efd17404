package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Statements on tables STORED AS PLACED, in Hive on Tez. */
class HiveTableTest {
  private static EmbeddedHive hive;

  @BeforeAll
  static void start() throws Exception {
    hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ);
  }

  @AfterAll
  static void stop() throws Exception {
    hive.close();
  }

  @Test
  void storedAsPlacedNamesTheClasses() {
    hive.run("create table named (a int comment 'first', b string) stored as placed");
    String shown = String.join("\n", hive.run("show create table named"));
    assertTrue(shown.contains("io.placed.hive.PlacedSerDe"), shown);
    assertTrue(shown.contains("io.placed.hive.PlacedInputFormat"), shown);
    assertTrue(shown.contains("io.placed.hive.PlacedOutputFormat"), shown);
  }

  @Test
  void insertsAddAndOverwritesReplace() {
    hive.runAll(
        "create table ins (a int, b string) stored as placed",
        "insert into ins values (1, 'x'), (2, null)",
        "insert into ins (a) values (3)");
    assertEquals(List.of("1\tx", "2\tNULL", "3\tNULL"), hive.run("select * from ins order by a"));
    hive.run("insert overwrite table ins select a + 10, b from ins where a > 1");
    assertEquals(List.of("12\tNULL", "13\tNULL"), hive.run("select * from ins order by a"));
    assertEquals(List.of("2"), hive.run("select count(*) from ins"));
    hive.run("truncate table ins");
    assertEquals(List.of("0\tNULL"), hive.run("select count(*), max(b) from ins"));
  }

  @Test
  void partitionsAreWrittenDynamicallyAndReplacedOneByOne() {
    hive.runAll(
        "create table parts (a int, b string) partitioned by (p int, q string) stored as placed",
        "insert into parts partition (p=1, q) select 1, 'x', 'q1' union all select 2, 'y', 'q 2'",
        "insert into parts partition (p, q) select 3, 'z', 2, 'q1'",
        "insert into parts partition (p=1, q='q1') values (10, 'more')");
    assertEquals(
        List.of("1\tx\t1\tq1", "2\ty\t1\tq 2", "3\tz\t2\tq1", "10\tmore\t1\tq1"),
        hive.run("select * from parts order by a"));
    assertEquals(
        List.of("1\tq 2\t1\t2", "1\tq1\t2\t11", "2\tq1\t1\t3"),
        hive.run("select p, q, count(*), sum(a) from parts group by p, q order by p, q"));
    hive.run("insert overwrite table parts partition (p=1, q='q1') select 100, 'over'");
    assertEquals(
        List.of("2\t1", "3\t2", "100\t1"),
        hive.run("select a, p from parts where a >= 2 order by a"));
    hive.run("alter table parts drop partition (p=2)");
    assertEquals(List.of("2\t102"), hive.run("select count(b), sum(a) from parts"));
  }

  @Test
  void columnsAreAddedRenamedAndWidened() {
    hive.runAll(
        "create table evo (a int, b string) partitioned by (p int) stored as placed",
        "insert into evo partition (p=1) values (1, 'x')",
        "alter table evo add columns (c double)",
        "insert into evo partition (p=1) values (2, 'y', 2.5)",
        "alter table evo change b renamed string",
        "alter table evo change a a bigint",
        "insert into evo partition (p=2) values (5000000000, 'z', 3.5)");
    List<String> all = List.of("1\tx\tNULL\t1", "2\ty\t2.5\t1", "5000000000\tz\t3.5\t2");
    assertEquals(all, hive.run("select * from evo order by a"));
    assertEquals(
        List.of("5000000003\tz\t6.0"), hive.run("select sum(a), max(renamed), sum(c) from evo"));
    assertEquals(
        List.of("2\ty"), hive.run("select a, renamed from evo where renamed = 'y' and c > 1"));
    assertEquals(List.of("x"), hive.run("select renamed from evo where c is null"));
    hive.conf().set("hive.fetch.task.conversion", "none");
    assertEquals(all, hive.run("select * from evo order by a"));
    hive.conf().set("hive.fetch.task.conversion", "more");
  }

  @Test
  void tablesAreMadeFromQueriesAndBucketed() {
    hive.runAll(
        "create table bucketed (a int, b string) clustered by (a) into 3 buckets stored as placed",
        "insert into bucketed values (1,'a'), (2,'b'), (3,'c'), (4,'d'), (5,null)",
        "create table copied stored as placed tblproperties"
            + " ('placed.placement.reorder'='sort(a desc)') as select a, b from bucketed");
    assertEquals(
        List.of("5\tNULL", "4\td", "3\tc", "2\tb", "1\ta"), hive.run("select * from copied"));
    int sampled = 0;
    for (int i = 1; i <= 3; i++) {
      sampled +=
          hive.run("select * from bucketed tablesample(bucket " + i + " out of 3 on a)").size();
    }
    assertEquals(5, sampled);
    hive.conf().set("hive.auto.convert.join", "false");
    String join =
        "select x.a, y.b from bucketed x join copied y on x.a = y.a where y.b > 'b' order by x.a";
    assertEquals(List.of("3\tc", "4\td"), hive.run(join));
    hive.conf().set("hive.auto.convert.join", "true");
    assertEquals(List.of("3\tc", "4\td"), hive.run(join));
  }

  /**
   * Hive's anti join loses null string keys, unless all keys of a batch are null and the vector is
   * marked as repeating.
   */
  @Test
  void rowsWithoutAKeyAreKeptByNotExists() {
    hive.run("create table keys (w string) stored as placed");
    hive.run("insert into keys values ('a'), ('b')");
    for (String format : List.of("orc", "placed")) {
      String table = "keyless_" + format;
      hive.runAll(
          "create table " + table + " (id int, v varchar(8)) stored as " + format,
          "insert into " + table + " values (1, null), (2, null)",
          "alter table " + table + " add columns (s string)");
      for (String key : Chosen.oneOf(List.of("v", "s"))) {
        String query =
            "select * from " + table + " x where not exists (select 1 from keys where w = x." + key;
        String plan = String.join("\n", hive.run("explain vectorization detail " + query + ")"));
        assertTrue(plan.contains("VectorMapJoinAntiJoinStringOperator"), plan);
        assertEquals(
            List.of("1\tNULL\tNULL", "2\tNULL\tNULL"), hive.run(query + ") order by id"), key);
      }
    }
  }

  /** {@code <=>} is false of null, not null. */
  @Test
  void nullsAreNotEqualToTexts() {
    for (String type : Chosen.oneOf(List.of("varchar(8)", "char(8)", "string"))) {
      String table = "cut_" + type.replaceAll("\\W", "");
      hive.runAll(
          "create table " + table + " (id int, v " + type + ") stored as placed",
          "insert into " + table + " values (1, null), (2, 'ab'), (3, 'abc'), (4, 'abcdefgh')");
      for (String condition :
          List.of("not (v <=> 'ab')", "v is distinct from 'ab'", "not (v <=> 'ab' or id = 7)")) {
        assertEquals(
            List.of("1", "3", "4"),
            hive.run("select id from " + table + " where " + condition + " order by id"),
            type + ": " + condition);
      }
      assertEquals(
          List.of("3", "4"),
          hive.run("select id from " + table + " where not (v = 'ab') order by id"),
          type);
    }
  }

  /** Comparisons of vectors are those of Java, in which NaN is not equal to itself. */
  @Test
  void rowsWithNaNAreFoundAsInHive() {
    hive.runAll(
        "create table specials (id int, x double) stored as placed",
        "insert into specials values (1, cast('NaN' as double)), (2, 5.0), (3, null)");
    assertEquals(
        List.of("2"), hive.run("select count(*) from specials where x <> cast('NaN' as double)"));
    assertEquals(List.of("1"), hive.run("select count(*) from specials where x <> 5.0D"));
  }

  @Test
  void emptyTablesHaveNoRows() {
    hive.runAll(
        "create table nothing (a int, b string) stored as placed",
        "create table something (a int) stored as placed",
        "insert into something values (1)");
    assertEquals(List.of(), hive.run("select * from nothing"));
    assertEquals(List.of("0\tNULL"), hive.run("select count(*), max(b) from nothing"));
    assertEquals(
        List.of("1\tNULL"),
        hive.run("select s.a, n.b from something s left join nothing n on s.a = n.a"));
  }

  @Test
  void queriesAreVectorisedAndSkipRowGroups() {
    hive.runAll(
        "create table numbers (n int, text string, d decimal(12,2)) stored as placed tblproperties"
            + " ('placed.placement.row-group'='1000 rows')",
        "insert into numbers select pos, concat('t', pos), cast(pos as decimal(12,2))"
            + " from (select posexplode(split(space(9999), ' '))) x");
    String query = "select count(*), min(text), sum(d) from numbers where n between 4200 and 4300";
    String plan = String.join("\n", hive.run("explain vectorization detail " + query));
    assertTrue(plan.contains("vectorized: true"), plan);
    assertTrue(plan.contains("inputFileFormats: io.placed.hive.PlacedInputFormat"), plan);
    assertTrue(plan.contains("decimal(12,2)/DECIMAL_64"), plan);
    assertEquals(List.of("101\tt4200\t429250.00"), hive.run(query));
    assertEquals(10, TaskCounters.last("ROW_GROUPS"));
    assertEquals(9, TaskCounters.last("ROW_GROUPS_SKIPPED"));
    assertEquals(101, TaskCounters.last("ROWS_RETURNED"));
    assertTrue(TaskCounters.last("BYTES_READ") >= TaskCounters.last("BYTES_NEEDED"));
    assertTrue(TaskCounters.last("BYTES_NEEDED") > 0);
    assertEquals(List.of("10000"), hive.run("select count(n) from numbers where text like 't%'"));
    assertEquals(0, TaskCounters.last("ROW_GROUPS_SKIPPED"));
  }

  @Test
  void whatOneFileCannotHoldIsRefused() {
    hive.run(
        "create table refused (a int) stored as placed tblproperties ('placed.placement'='cfile')");
    String message = hive.failure("insert into refused values (1)");
    assertTrue(message.contains("placed.placement.packing: column-group-runs"), message);
    assertTrue(message.contains("placed rewrite"), message);
    hive.run("alter table refused set tblproperties ('placed.placement'='orc', 'placed.typo'='1')");
    message = hive.failure("insert into refused values (1)");
    assertTrue(message.contains("unknown setting 'placed.typo'"), message);
    hive.run("alter table refused unset tblproperties ('placed.typo')");
    hive.run("insert into refused values (1)");
    assertEquals(List.of("1"), hive.run("select * from refused"));
  }

  /** They are for Spark, which reads the same TBLPROPERTIES. */
  @Test
  void settingsOfSparkAreNoObstacle() {
    hive.run(
        "create table shared (a int) stored as placed tblproperties ("
            + "'placed.partitionOverwriteMode'='static', 'placed.isolation'='snapshot',"
            + "'placed.target-file-size'='64MiB', 'placed.write.distribution-mode'='hash',"
            + "'placed.reorderTasks'='3', 'placed.maxRecordsPerFile'='1000',"
            + "'placed.mergeSchema'='false', 'placed.deletes.max-share'='0.5',"
            + "'placed.partitioning'='bucket(4, a)', 'placed.compression'='zstd(1)')");
    hive.run("insert into shared values (1)");
    assertEquals(List.of("1"), hive.run("select * from shared"));
    hive.run("alter table shared set tblproperties ('placed.isolatoin'='snapshot')");
    String message = hive.failure("insert into shared values (2)");
    assertTrue(message.contains("unknown setting 'placed.isolatoin'"), message);
    assertTrue(message.contains(" isolation, "), message);
  }

  @Test
  void timestampsFinerThanMicrosecondsAreRefusedOrCut() {
    hive.run("create table fine (t timestamp) stored as placed");
    String insert = "insert into fine values ('2020-01-01 00:00:00.123456789')";
    String message = hive.failure(insert);
    assertTrue(
        message.contains("column t: 2020-01-01 00:00:00.123456789 is more precise"), message);
    hive.run("alter table fine set tblproperties ('placed.timestamp.nanos'='truncate')");
    hive.run(insert);
    assertEquals(List.of("2020-01-01 00:00:00.123456"), hive.run("select * from fine"));
  }

  /** Their directories within a partition would be read as partitions. */
  @Test
  void directoriesOfSkewedValuesAreRefused() {
    hive.run(
        "create table skewed (k int, s string) skewed by (k) on (1, 2) stored as directories"
            + " stored as placed");
    String refused = hive.failure("insert into skewed values (1, 'a'), (3, 'c')");
    assertTrue(refused.contains("STORED AS DIRECTORIES are not supported"), refused);
    hive.run("alter table skewed not stored as directories");
    hive.run("insert into skewed values (1, 'a'), (3, 'c')");
    assertEquals(List.of("3\tc"), hive.run("select * from skewed where k = 3"));
    hive.run("drop table skewed");
  }
}
