package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.History;
import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.QuantileSource;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.WorkloadTable;
import io.placed.io.LocalFileStore;
import io.placed.spark.PlacedCatalog;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.PlannedScan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code spark.placed.history} records. */
@OneIn(2)
class SparkHistoryTest extends WorkloadTestCase {
  private String history;

  @BeforeEach
  void directory() {
    history = path("history");
  }

  @AfterEach
  void stop() {
    for (String s :
        List.of(
            HistoryListener.SETTING,
            "spark.sql.caseSensitive",
            "spark.sql.adaptive.enabled",
            "spark.sql.adaptive.autoBroadcastJoinThreshold",
            "spark.sql.sources.useV1SourceList",
            "spark.sql.autoBroadcastJoinThreshold")) {
      spark.conf().unset(s);
    }
  }

  /** Runs a query, and returns what was recorded of it. */
  private List<ScanRecord> run(String query) throws Exception {
    Set<ScanRecord> before = new HashSet<>(recorded(history));
    spark.conf().set(HistoryListener.SETTING, history);
    sql(query).collectAsList();
    List<ScanRecord> after = recorded(history);
    spark.conf().unset(HistoryListener.SETTING);
    return after.stream().filter(r -> !before.contains(r)).toList();
  }

  private ScanRecord one(String query) throws Exception {
    List<ScanRecord> found = run(query);
    assertEquals(1, found.size(), "" + found);
    return found.get(0);
  }

  private static List<String> sources() {
    return some(List.of("placed", "parquet", "orc", "parquet v2"), 1);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void conditionsOfScansHaveTheRanksOfTheirLiterals(String source) throws Exception {
    String format = source.replace(" v2", "");
    if (source.endsWith("v2")) {
      spark.conf().set("spark.sql.sources.useV1SourceList", "");
    }
    tpch("lineitem", format);
    ScanRecord q6 =
        one(
            "select sum(l_extendedprice * l_discount) from lineitem where l_shipdate >= date"
                + " '1994-01-01' and l_shipdate < date '1995-01-01' and l_discount between 0.05 and"
                + " 0.07 and l_quantity < 24");
    assertEquals(ScanRecord.path(path("lineitem." + format)), q6.table());
    assertEquals(
        Set.of("l_extendedprice", "l_discount", "l_shipdate", "l_quantity"),
        new HashSet<>(q6.columns()));
    String day = "l_shipdate < date '199%d-01-01'";
    assertRanges("lineitem", q6.filter(), "l_shipdate", day.formatted(4), day.formatted(5));
    assertRanges("lineitem", q6.filter(), "l_discount", "l_discount < 0.05", "l_discount <= 0.07");
    assertRanges("lineitem", q6.filter(), "l_quantity", null, "l_quantity < 24");
    assertTrue(q6.millis() > 0 && q6.at() > 1_700_000_000_000L, "" + q6);
    if (format.equals("placed")) {
      assertTrue(q6.needed() > 0 && q6.read() >= q6.needed() && q6.requests() > 0, "" + q6);
      assertTrue(q6.snapshot() > 0 && q6.ids().keySet().containsAll(q6.columns()), "" + q6);
    }
    ScanRecord lists =
        one(
            "select l_orderkey from lineitem where l_shipmode in ('MAIL', 'AIR') and"
                + " (l_returnflag = 'R' or l_linestatus = 'O' and l_returnflag = 'A') and"
                + " l_shipinstruct like 'TAKE%' and l_comment like '%the%' and l_linenumber <> 3");
    assertRanges(
        "lineitem",
        lists.filter(),
        "l_shipmode",
        "l_shipmode < 'AIR'",
        "l_shipmode <= 'AIR'",
        "l_shipmode < 'MAIL'",
        "l_shipmode <= 'MAIL'");
    assertRanges(
        "lineitem",
        lists.filter(),
        "l_returnflag",
        null,
        "l_returnflag <= 'A'",
        "l_returnflag < 'R'",
        "l_returnflag <= 'R'");
    assertRanges(
        "lineitem",
        lists.filter(),
        "l_linenumber",
        null,
        "l_linenumber < 3",
        "l_linenumber <= 3",
        null);
    assertRanges("lineitem", lists.filter(), "l_shipinstruct", "l_shipinstruct < 'TAKE'", null);
    assertUnknown(lists.filter(), "l_comment");
    assertTrue(lists.columns().contains("l_orderkey"), "" + lists);
    // Conditions on expressions: only the columns are known.
    ScanRecord casts =
        one(
            "select count(l_tax) from lineitem where cast(l_quantity as int) % 7 = 3 and"
                + " length(l_shipmode) = 4");
    assertTrue(casts.columns().containsAll(List.of("l_quantity", "l_shipmode", "l_tax")));
    casts.filter().forEach(c -> assertFalse(c.isKnown(), "" + c));
  }

  /** The line that is stored has nothing of the query but names of columns. */
  @Test
  void noLiteralIsStored() throws Exception {
    tpch("lineitem", "placed");
    tpch("orders", "parquet");
    run(
        "select count(*) from lineitem join orders on l_orderkey = o_orderkey where l_shipmode in"
            + " ('MAIL', 'TRUCK') and o_clerk like 'Clerk#00000%' and l_shipdate > date"
            + " '1994-07-13' and o_totalprice between 1234.56 and 98765.43 and o_comment like"
            + " '%deposits%' and l_extendedprice > 31337");
    String all = "";
    try (var files = Files.list(Path.of(history))) {
      for (Path f : files.toList()) {
        all += Files.readString(f);
      }
    }
    assertTrue(all.contains("l_shipmode") && all.contains("o_clerk"), all);
    for (String literal :
        List.of(
            "MAIL", "TRUCK", "Clerk", "1994-07-13", "8959", "1234", "98765", "deposits", "31337")) {
      assertFalse(all.replaceAll("\"at\":\\d+", "").contains(literal), literal + " in " + all);
    }
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void joinsSubqueriesAndViewsAreScansOfTheirTables(boolean adaptive) throws Exception {
    spark.conf().set("spark.sql.adaptive.enabled", String.valueOf(adaptive));
    tpch("lineitem", "placed");
    tpch("orders", "parquet");
    List<ScanRecord> join =
        run(
            "select sum(l_quantity) from lineitem join orders on l_orderkey = o_orderkey where"
                + " o_orderdate < date '1993-01-01'");
    assertEquals(2, join.size(), "" + join);
    ScanRecord lines = join.stream().filter(r -> r.table().contains("line")).findFirst().get();
    ScanRecord orders = join.stream().filter(r -> r.table().contains("orders")).findFirst().get();
    assertEquals(Set.of("l_quantity", "l_orderkey"), new HashSet<>(lines.columns()));
    lines.filter().forEach(c -> assertEquals(Condition.on("l_orderkey"), c));
    assertRanges("orders", orders.filter(), "o_orderdate", null, "o_orderdate < date '1993-01-01'");
    assertEquals(lines.millis(), orders.millis(), "each table has the time of the query");
    List<ScanRecord> sub =
        run(
            "select count(*) from lineitem where l_quantity < 5 and l_extendedprice > (select"
                + " avg(l_extendedprice) from lineitem where l_tax = 0.02) and l_orderkey in"
                + " (select o_orderkey from orders where o_orderstatus = 'F')");
    assertEquals(3, sub.size(), "" + sub);
    List<ScanRecord> ofLines = sub.stream().filter(r -> r.table().contains("line")).toList();
    ScanRecord outer =
        ofLines.get(0).names().contains("l_quantity") ? ofLines.get(0) : ofLines.get(1);
    ScanRecord inner = ofLines.get(0) == outer ? ofLines.get(1) : ofLines.get(0);
    assertRanges("lineitem", outer.filter(), "l_quantity", null, "l_quantity < 5");
    assertRanges("lineitem", inner.filter(), "l_tax", "l_tax < 0.02", "l_tax <= 0.02");
    assertEquals(outer.millis(), inner.millis());
    assertEquals(
        sub.stream().filter(r -> r.table().contains("orders")).findFirst().get().millis(),
        outer.millis() * 2,
        1e-6);
    sql("select l_tax t, l_shipmode from lineitem where l_linenumber = 1")
        .createOrReplaceTempView("ones");
    ScanRecord view = one("select max(t) from ones where l_shipmode = 'RAIL'");
    assertRanges(
        "lineitem", view.filter(), "l_linenumber", "l_linenumber < 1", "l_linenumber <= 1");
    assertRanges(
        "lineitem", view.filter(), "l_shipmode", "l_shipmode < 'RAIL'", "l_shipmode <= 'RAIL'");
  }

  @Test
  void aggregatesInTheScanAreRecordedAndThoseFromStatisticsAreNot() throws Exception {
    tpch("lineitem", "placed");
    ScanRecord inScan =
        one("select l_shipmode, sum(l_quantity) from lineitem where l_tax > 0.05 group by 1");
    assertEquals(Set.of("l_shipmode", "l_quantity", "l_tax"), new HashSet<>(inScan.columns()));
    assertRanges("lineitem", inScan.filter(), "l_tax", "l_tax <= 0.05", null);
    assertEquals(List.of(), run("select count(*), min(l_orderkey) from lineitem"));
  }

  @Test
  void partitionsRenamedColumnsAndNulls() throws Exception {
    String path = path("partitioned");
    sql("select id, if(id % 4 = 0, null, id) n, cast(id % 10 as int) p, 'x' unused from"
            + " range(10000)")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path);
    String t = "placed.`" + path + "`";
    ScanRecord r = one("select id from " + t + " where p in (2, 3) and n < 400");
    view("partitioned", "placed", path);
    assertRanges("partitioned", r.filter(), "p", "p < 2", "p <= 3");
    assertRanges("partitioned", r.filter(), "n", null, "n < 400");
    ScanRecord nulls = one("select id from " + t + " where n is null");
    assertUnknown(nulls.filter(), "n");
    ScanRecord values = one("select id from " + t + " where n is not null and id is not null");
    assertEquals(List.of(Condition.on("n", 0, 1)), values.filter());
    sql("alter table " + t + " rename column n to number");
    sql("alter table " + t + " drop column unused");
    run("select id from " + t + " where number > 5000");
    LoadedWorkload loaded =
        History.at(new LocalFileStore(), history)
            .workload(path, placed("partitioned", path).schema());
    assertEquals(1, loaded.report().share());
    Set<String> names = new HashSet<>();
    for (Query q : loaded.queries()) {
      names.addAll(q.filterColumns());
    }
    assertEquals(Set.of("p", "number"), names);
  }

  @Test
  void namesAreThoseOfTheTableInBothCaseSensitivities() throws Exception {
    sql("select id as Key, id * 2 as `Odd Name` from range(1000)")
        .write()
        .parquet(path("cased.parquet"));
    view("cased", "parquet", path("cased.parquet"));
    for (String sensitive : List.of("false", "true")) {
      spark.conf().set("spark.sql.caseSensitive", sensitive);
      ScanRecord r =
          one(
              sensitive.equals("true")
                  ? "select Key from cased where `Odd Name` < 500"
                  : "select KEY from cased where `odd name` < 500");
      assertEquals(Set.of("Key", "Odd Name"), new HashSet<>(r.columns()));
      assertEquals(List.of(Condition.on("Odd Name", 0, 0.25)), r.filter());
    }
  }

  @Test
  void cachedRowsAreReadOnceAndWritesReadToo() throws Exception {
    tpch("lineitem", "placed");
    spark.conf().set(HistoryListener.SETTING, history);
    var cached = sql("select l_tax, l_orderkey from lineitem where l_linenumber = 2").cache();
    cached.count();
    cached.count();
    assertEquals(1, recorded(history).size());
    sql("select l_tax from lineitem where l_quantity > 40")
        .write()
        .format("placed")
        .save(path("copy"));
    List<ScanRecord> all = recorded(history);
    assertEquals(2, all.size(), "" + all);
    cached.unpersist();
    spark.conf().set(HistoryListener.SETTING, "");
    sql("select max(l_tax) from lineitem where l_quantity > 40").collectAsList();
    assertEquals(2, recorded(history).size());
  }

  /** A batch of a stream reads all that is new, which says nothing about the table. */
  @Test
  void batchesOfStreamsAreNotRecorded() throws Exception {
    spark.range(100).write().format("placed").save(path("from"));
    spark.conf().set(HistoryListener.SETTING, history);
    spark
        .readStream()
        .format("placed")
        .load(path("from"))
        .writeStream()
        .format("placed")
        .option("checkpointLocation", path("checkpoint"))
        .trigger(Trigger.AvailableNow())
        .start(path("to"))
        .awaitTermination();
    assertEquals(100, spark.read().format("placed").load(path("to")).where("id >= 0").count());
    assertEquals(
        List.of(ScanRecord.path(path("to"))),
        recorded(history).stream().map(ScanRecord::table).toList());
  }

  /** A history that cannot be written does not fail queries. */
  @Test
  void queriesDoNotFailWithTheirHistory() throws Exception {
    tpch("lineitem", "placed");
    Path file = Files.writeString(directory.resolve("file"), "not a directory");
    spark.conf().set(HistoryListener.SETTING, file.toString());
    long rows = sql("select l_tax from lineitem where l_quantity > 40").count();
    assertTrue(rows > 0);
    drain();
    HistoryListener.await();
    assertEquals("not a directory", Files.readString(file));
    assertEquals(1, run("select l_tax from lineitem where l_quantity > 40").size());
  }

  /** Distributions of columns are read in a session with the same catalog. */
  @Test
  void ranksAreKnownWhateverCatalogIsTheCurrentOne() throws Exception {
    for (String current : List.of("other", "other.sales")) {
      String path = path(current + ".parquet");
      spark.range(1000).write().parquet(path);
      Set<ScanRecord> before = new HashSet<>(recorded(history));
      SparkSession session = spark.newSession();
      session.conf().set("spark.sql.catalog.other", PlacedCatalog.class.getName());
      session.sql("use " + current);
      session.conf().set(HistoryListener.SETTING, history);
      session.read().parquet(path).where("id < 500").collectAsList();
      List<ScanRecord> found = recorded(history).stream().filter(r -> !before.contains(r)).toList();
      assertEquals(1, found.size(), "" + found);
      found.get(0).filter().forEach(c -> assertTrue(c.isKnown(), "" + c));
      assertFalse(found.get(0).filter().isEmpty(), "" + found);
    }
  }

  /** Files may be there again, or the network; but not each query waits for what fails. */
  @Test
  void distributionsAreReadAgainSomeTimeAfterAFailure() throws Exception {
    String path = path("numbers.parquet");
    spark.range(1000).write().parquet(path);
    view("numbers", "parquet", path);
    PlannedScan scan =
        Catalyst.get().scansOf(spark, "select id from numbers where id < 500").get(0);
    QuantileSource soon = new FileQuantiles(Duration.ZERO).of(Session.of(spark), scan);
    QuantileSource later = new FileQuantiles().of(Session.of(spark), scan);
    Files.move(Path.of(path), Path.of(path("elsewhere")));
    assertTrue(soon.quantiles("id").isEmpty());
    assertTrue(later.quantiles("id").isEmpty());
    Files.move(Path.of(path("elsewhere")), Path.of(path));
    assertTrue(soon.quantiles("id").isPresent());
    assertTrue(later.quantiles("id").isEmpty());
  }

  @Test
  void joinsAndGroupsSayByWhichColumnsRowsAreMoved() throws Exception {
    tpch("lineitem", "placed");
    tpch("orders", "parquet");
    // Adaptive plans would broadcast the small sides of joins.
    spark.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1");
    for (String statement : MOVING) {
      run(statement);
    }
    WorkloadTable table = placed("lineitem", path("lineitem.placed"));
    LoadedWorkload found =
        History.at(new LocalFileStore(), history).workload(table.path(), table.schema());
    assertShuffles(found.queries());
  }
}
