package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.WorkloadTable;
import io.placed.advise.workload.Workloads;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.EventLoggingListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Option;

/** Workloads from event logs that Spark writes while queries run. */
@OneIn(2)
class EventLogSourceTest extends WorkloadTestCase {
  private static final String Q6 =
      "select sum(l_extendedprice * l_discount) from lineitem where l_shipdate >= date '1994-01-01'"
          + " and l_shipdate < date '1995-01-01' and l_discount between 0.05 and 0.07 and"
          + " l_quantity < 24";

  @AfterEach
  void reset() {
    spark.conf().unset("spark.sql.sources.useV1SourceList");
    spark.conf().unset("spark.sql.maxMetadataStringLength");
    spark.conf().unset("spark.sql.adaptive.enabled");
    spark.conf().unset("spark.sql.adaptive.autoBroadcastJoinThreshold");
  }

  /** Runs queries while Spark writes a log. */
  private void log(Path to, SparkConf settings, String... queries) throws Exception {
    Files.createDirectories(to);
    EventLoggingListener listener =
        new EventLoggingListener(
            "app-1",
            Option.empty(),
            to.toUri(),
            settings,
            spark.sparkContext().hadoopConfiguration());
    listener.start();
    spark.sparkContext().addSparkListener(listener);
    try {
      for (String q : queries) {
        sql(q).collectAsList();
      }
      drain();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
      listener.stop();
    }
  }

  private static SparkConf settings(String codec, boolean rolling) {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.eventLog.rolling.enabled", "" + rolling)
            .set("spark.eventLog.compress", "" + !codec.equals("none"));
    return codec.equals("none") ? conf : conf.set("spark.eventLog.compression.codec", codec);
  }

  private static LoadedWorkload load(Path path, WorkloadTable table) throws Exception {
    return Workloads.load(FileStores.local(), path.toString(), List.of(table)).get(0);
  }

  private static Path only(Path directory) throws Exception {
    try (var files = Files.list(directory)) {
      return files.filter(f -> !f.toString().endsWith(".crc")).findFirst().orElseThrow();
    }
  }

  private static void assertQ6(LoadedWorkload w) {
    Query q6 =
        w.queries().stream()
            .filter(q -> q.filterColumns().contains("l_shipdate"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(w + ""));
    assertEquals(List.of("l_extendedprice"), q6.output());
    assertRanges(
        "lineitem",
        q6.filter(),
        "l_shipdate",
        "l_shipdate < date '1994-01-01'",
        "l_shipdate < date '1995-01-01'");
    assertRanges("lineitem", q6.filter(), "l_discount", "l_discount < 0.05", "l_discount <= 0.07");
    assertRanges("lineitem", q6.filter(), "l_quantity", null, "l_quantity < 24");
    assertTrue(q6.millis() > 0, "" + q6);
  }

  @ParameterizedTest
  @CsvSource({
    "none,false",
    "zstd,false",
    "lz4,false",
    "snappy,false",
    "lzf,false",
    "none,true",
    "zstd,true"
  })
  void logsOfAllForms(String codec, boolean rolling) throws Exception {
    tpch("lineitem", "placed");
    Path logs = directory.resolve("logs");
    log(logs, settings(codec, rolling), Q6, "select 1");
    WorkloadTable table = placed("lineitem", path("lineitem.placed"));
    for (Path p : List.of(logs, only(logs))) {
      LoadedWorkload w = load(p, table);
      assertQ6(w);
      assertEquals(1, w.report().share(), "" + w.report().lines());
    }
  }

  private static List<String> sources() {
    return some(List.of("placed", "parquet", "orc", "parquet v2", "orc v2"), 2);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void scansOfAllFormats(String source) throws Exception {
    String format = source.replace(" v2", "");
    tpch("lineitem", "placed");
    WorkloadTable placed = placed("lineitem", path("lineitem.placed"));
    tpch("lineitem", format);
    WorkloadTable table = of(placed, format, path("lineitem." + format));
    if (source.endsWith("v2")) {
      spark.conf().set("spark.sql.sources.useV1SourceList", "");
      spark.conf().set("spark.sql.maxMetadataStringLength", "10000");
      tpch("lineitem", format);
    }
    Path logs = directory.resolve("logs");
    log(
        logs,
        settings("none", false),
        Q6,
        Q6,
        "select l_tax from lineitem where l_shipmode in ('MAIL', 'REG AIR') and (l_returnflag = 'R'"
            + " or l_linestatus = 'O') and l_shipinstruct like 'TAKE%' and not l_linenumber = 3",
        "select l_shipmode, count(*) from lineitem where l_comment is null or l_tax <= 0.01 group"
            + " by 1",
        "select max(o.l_tax) from lineitem o where l_partkey > (select avg(l_suppkey) from lineitem"
            + " where l_linenumber = 7)");
    LoadedWorkload w = load(only(logs), table);
    assertQ6(w);
    Query mode =
        w.queries().stream()
            .filter(q -> q.filterColumns().contains("l_shipmode"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(w + ""));
    assertRanges(
        "lineitem",
        mode.filter(),
        "l_shipmode",
        "l_shipmode < 'MAIL'",
        "l_shipmode <= 'MAIL'",
        "l_shipmode < 'REG AIR'",
        "l_shipmode <= 'REG AIR'");
    if (!source.equals("orc v2")) { // which does not push LIKE
      assertRanges("lineitem", mode.filter(), "l_shipinstruct", "l_shipinstruct < 'TAKE'", null);
    }
    assertRanges(
        "lineitem",
        mode.filter(),
        "l_linenumber",
        null,
        "l_linenumber < 3",
        "l_linenumber <= 3",
        null);
    assertUnknown(mode.filter(), "l_returnflag");
    double weight = w.queries().stream().mapToDouble(Query::weight).sum();
    assertEquals(6, weight, 1e-9, "" + w.queries());
    assertEquals(
        2,
        w.queries().stream().filter(q -> q.filter().size() == 3).mapToDouble(Query::weight).sum());
    assertEquals(1, w.report().share(), "" + w.report().lines());
    assertFalse(w.workload().toString().contains("TAKE"));
  }

  @Test
  void joinsAndGroupsSayByWhichColumnsRowsAreMoved() throws Exception {
    tpch("lineitem", "placed");
    tpch("orders", "parquet");
    WorkloadTable table = placed("lineitem", path("lineitem.placed"));
    for (boolean adaptive : new boolean[] {true, false}) {
      Path logs = directory.resolve("logs-" + adaptive);
      spark.conf().set("spark.sql.adaptive.enabled", adaptive);
      // Adaptive plans would broadcast the small sides of joins.
      spark.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1");
      log(logs, settings("none", false), MOVING.toArray(String[]::new));
      assertShuffles(load(only(logs), table).queries());
    }
  }

  @Test
  void aLogThatIsCutIsUsedAsFarAsItGoes() throws Exception {
    tpch("lineitem", "placed");
    WorkloadTable table = placed("lineitem", path("lineitem.placed"));
    for (String codec : List.of("none", "zstd")) {
      Path logs = directory.resolve("cut-" + codec);
      log(logs, settings(codec, false), Q6, "select sum(l_tax) from lineitem", "select 1");
      Path file = only(logs);
      byte[] whole = Files.readAllBytes(file);
      boolean some = false;
      boolean all = false;
      for (int part = codec.equals("none") ? 1 : 2; part < 16; part += 2) {
        Path cut =
            logs.resolve("part-" + part + file.getFileName().toString().replace("app-1", ""));
        Files.write(cut, Arrays.copyOf(whole, whole.length * part / 16));
        LoadedWorkload w = load(cut, table);
        if (!w.queries().isEmpty()) {
          assertQ6(w);
          some |= !w.report().notUnderstood().isEmpty();
        }
        all |= w.queries().size() == 2;
      }
      assertTrue(all, codec);
      assertTrue(some || codec.equals("zstd"), codec);
    }
  }

  /** By default Spark cuts what scans of version 2 say; the columns are known all the same. */
  @Test
  void descriptionsThatAreCut() throws Exception {
    tpch("lineitem", "placed");
    WorkloadTable placed = placed("lineitem", path("lineitem.placed"));
    spark.conf().set("spark.sql.sources.useV1SourceList", "");
    tpch("lineitem", "orc");
    Path logs = directory.resolve("logs");
    log(logs, settings("none", false), Q6);
    LoadedWorkload w = load(only(logs), of(placed, "orc", path("lineitem.orc")));
    Query q6 = w.queries().get(0);
    assertEquals(1, w.queries().size());
    Set<String> all = new HashSet<>(q6.output());
    all.addAll(q6.filterColumns());
    assertEquals(Set.of("l_quantity", "l_extendedprice", "l_discount", "l_shipdate"), all);
  }

  /** Rows that are cached, and subqueries and exchanges that are used again, are read once. */
  @Test
  void whatIsReusedIsReadOnce() throws Exception {
    tpch("lineitem", "placed");
    WorkloadTable table = placed("lineitem", path("lineitem.placed"));
    Path logs = directory.resolve("logs");
    var cached = sql("select l_tax from lineitem where l_linenumber = 2").cache();
    cached.createOrReplaceTempView("cached");
    log(
        logs,
        settings("none", false),
        "select count(l_tax) from cached",
        "select max(l_tax) from cached",
        "with a as (select l_suppkey k, sum(l_quantity) q from lineitem group by 1) select"
            + " count(*) from a x join a y on x.k = y.k and x.q = y.q");
    cached.unpersist();
    LoadedWorkload w = load(only(logs), table);
    assertEquals(2, w.queries().stream().mapToDouble(Query::weight).sum(), 1e-9, "" + w.queries());
  }

  @Test
  void whatIsNotUnderstoodHasItsShareOfTheTime() throws Exception {
    tpch("lineitem", "placed");
    WorkloadTable table = placed("lineitem", path("lineitem.placed"));
    Path log = directory.resolve("log");
    String plan =
        "{\"nodeName\":\"%s\",\"simpleString\":\"%s\",\"children\":[],\"metadata\":{},"
            + "\"metrics\":[]}";
    String events = "org.apache.spark.sql.execution.ui.SparkListenerSQL";
    StringBuilder text = new StringBuilder("{\"Event\":\"SparkListenerLogStart\"}\n");
    String[] plans = {
      plan.formatted(
          "BatchScan db.lineitem",
          "BatchScan cat.db.lineitem[l_tax#1, l_shipdate#2]"
              + " cat.db.lineitem (branch=null) [filters=l_tax > 0.05, l_shipdate IS NOT NULL,"
              + " groupedBy=] RuntimeFilters: []"),
      plan.formatted(
          "BatchScan cat.db.lineitem",
          "BatchScan cat.db.lineitem[l_tax#1] IcebergScan(table=cat.db.lineitem, branch=null,"
              + " filters=l_quantity < 24, runtimeFilters=, groupedBy=) RuntimeFilters: []"),
      plan.formatted("Scan JDBCRelation(lineitem)", "Scan JDBCRelation(lineitem) [l_tax#1]"),
      plan.formatted("Scan ExistingRDD", "Scan ExistingRDD[a#1]")
    };
    for (int i = 0; i < plans.length; i++) {
      text.append("{\"Event\":\"" + events + "ExecutionStart\",\"executionId\":" + i);
      text.append(",\"time\":1000,\"sparkPlanInfo\":" + plans[i] + "}\n");
      text.append("{\"Event\":\"" + events + "ExecutionEnd\",\"executionId\":" + i);
      text.append(",\"time\":" + (1100 + 100 * i) + "}\n");
    }
    Files.writeString(log, text);
    LoadedWorkload w = load(log, table);
    assertEquals(2, w.queries().size(), "" + w);
    assertRanges("lineitem", w.queries().get(0).filter(), "l_tax", "l_tax <= 0.05", null);
    assertEquals(List.of("l_shipdate"), w.queries().get(0).output());
    assertRanges("lineitem", w.queries().get(1).filter(), "l_quantity", null, "l_quantity < 24");
    assertEquals(0.5, w.report().share(), 1e-9, "" + w.report().lines());
    assertTrue(w.report().lines().get(0).contains("80 %"), "" + w.report().lines());
    assertTrue(w.report().lines().get(1).contains("Scan JDBC"), "" + w.report().lines());
  }

  @Test
  void textsOfFilters() {
    Schema schema =
        Schema.parse("a: int32, `b.c`: string, d: date, t: timestamp, s: struct<x: int32>");
    SourceFilterText.Filters found =
        SourceFilterText.parse(
            schema,
            "[IsNotNull(a),"
                + " Or(And(GreaterThan(a,5),LessThanOrEqual(d,2020-01-31)),Not(EqualTo(a,3))),"
                + " In(`b.c`, [x,(y),]), StringStartsWith(`b.c`,a,(b), c),"
                + " GreaterThanOrEqual(t,2020-01-01T00:00:00Z), EqualTo(s.x,5), EqualTo(a,five),"
                + " EqualNullSafe(a,null)]");
    assertEquals(
        List.of(
            "a is not null",
            "(a > 5 and d <= date '2020-01-31') or not a = 3",
            "`b.c` in ('x', '(y)', '')",
            "`b.c` starts with 'a,(b), c'",
            "t >= timestamp '2020-01-01T00:00:00Z'",
            "s.x = '5'",
            "a <=> null"),
        found.known().stream().map(Predicate::toString).toList());
    assertEquals(Set.of("a"), found.unknown());
    Optional<ScanContent> placed =
        PlanText.v2(
            "BatchScan placed /data/t[a#1] placed /data/a b at snapshot 12 Files: 1 of 2,"
                + " PartitionFilters: [p = 'x], y'], PushedFilters: [a in (1, 2), b = 'it''s,"
                + " [1]'], ReadSchema:"
                + " struct<a:int,c:struct<x:int,y:decimal(5,2)>,`d`:map<int,string>>, Placement:"
                + " rows RuntimeFilters: []",
            List.of());
    assertEquals("/data/a b", placed.get().path());
    assertEquals(12, placed.get().snapshot());
    assertEquals(
        List.of("p = 'x], y'", "a in (1, 2)", "b = 'it''s, [1]'"),
        placed.get().filters().stream().map(Predicate::toString).toList());
    assertTrue(placed.get().columns().containsAll(List.of("a", "c", "p", "b")));
    assertEquals(
        List.of(),
        placed.get().conditions(c -> Optional.empty()).stream()
            .filter(Condition::isKnown)
            .toList());
  }
}
