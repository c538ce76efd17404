package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.WorkloadTable;
import io.placed.advise.workload.Workloads;
import io.placed.datasets.TpchRows;
import io.placed.io.FileStores;
import io.placed.spark.PlacedCatalog;
import io.placed.spark.SinceSpark;
import io.placed.spark.workload.SqlStatements.Statement;
import io.placed.table.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Workloads from files of SQL. */
class SqlSourceTest extends WorkloadTestCase {
  private List<LoadedWorkload> load(String text, WorkloadTable... tables) throws Exception {
    Path file = Files.writeString(directory.resolve("queries"), text);
    return Workloads.load(FileStores.local(), file.toString(), List.of(tables));
  }

  private static Query query(LoadedWorkload w, String name) {
    return w.queries().stream()
        .filter(q -> q.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + w));
  }

  @Test
  void statementsAreSplitWithNamesAndWeights() {
    List<Statement> found =
        SqlStatements.of(
            "-- the first; of all\n"
                + "-- name: q\n"
                + "select ';', \"a;\", `b;` /* ; */ from t; ;\n"
                + "-- weight 2.5\n"
                + "-- name x/y\n"
                + "select 'it''s; \\'; --' from t -- weight 7\n"
                + ";\n"
                + "last");
    assertEquals(3, found.size(), "" + found);
    assertEquals(
        new Statement("q", 1, "select ';', \"a;\", `b;` /* ; */ from t", 3, 0), found.get(0));
    assertEquals(new Statement("x_y", 7, "select 'it''s; \\'; --' from t", 6, 0), found.get(1));
    assertEquals(new Statement(null, 1, "last", 8, 0), found.get(2));
    assertTrue(SqlStatements.isSql("-- a comment\n /* b */ ( SELECT 1"));
    assertFalse(SqlStatements.isSql("q1: read a where b"));
    assertThrows(
        IllegalArgumentException.class,
        () -> SqlStatements.of("select 1;\n-- weight -3\nselect 1"));
  }

  @Test
  void joinsAndGroupsSayByWhichColumnsRowsAreMoved() throws Exception {
    tpch("lineitem", "placed");
    tpch("orders", "placed");
    WorkloadTable lineitem = placed("lineitem", path("lineitem.placed"));
    WorkloadTable orders = placed("orders", path("orders.placed"));
    List<LoadedWorkload> both = load(SHUFFLES, lineitem, orders);
    LoadedWorkload w = both.get(0);
    assertShuffles(w.queries());
    assertEquals(1, w.report().share(), "" + w.report().lines());
    Set<String> ofOrders = new TreeSet<>();
    both.get(1).queries().forEach(q -> ofOrders.add(shuffle(q)));
    assertEquals(
        Set.of(
            "",
            "group by o_custkey",
            "join by o_orderkey with lineitem (l_orderkey)",
            "join by o_orderkey with lineitem (l_orderkey), orders (o_orderkey)"),
        ofOrders);
  }

  @Test
  void conditionsAreThoseOfThePlansAndTheRestIsReported() throws Exception {
    tpch("lineitem", "placed");
    tpch("lineitem", "parquet");
    WorkloadTable placed = placed("lineitem", path("lineitem.placed"));
    WorkloadTable parquet = of(placed, "parquet", path("lineitem.parquet"));
    for (WorkloadTable table : List.of(placed, parquet)) {
      LoadedWorkload w =
          load(
                  """
                  -- name q6
                  -- weight 3
                  select sum(l_extendedprice * l_discount) from lineitem
                  where l_shipdate >= date '1994-01-01'
                    and l_shipdate < date '1994-01-01' + interval 1 year
                    and l_discount between 0.06 - 0.01 and 0.06 + 0.01 and l_quantity < 24;
                  -- name self
                  with big as (select l_orderkey k from lineitem where l_quantity > 45)
                  select count(l_tax) from lineitem join big on l_orderkey = k
                  where l_shipmode = 'AIR';
                  -- weight 2
                  select l_tax from lineitem where l_shipmode = 'MAIL';
                  select l_tax from LINEITEM where L_SHIPMODE = 'AIR';
                  -- name broken
                  select (from where;
                  -- name missing
                  -- weight 2
                  select * from lineitem join nowhere using (l_orderkey);
                  select 1;
                  insert overwrite directory '/nowhere/at/all' using parquet
                  select l_comment from lineitem where l_linenumber >= 4
                  """,
                  table)
              .get(0);
      Query q6 = query(w, "q6");
      assertEquals(3, q6.weight());
      assertEquals(List.of("l_extendedprice"), q6.output());
      assertEquals(List.of("l_quantity", "l_discount", "l_shipdate"), q6.filterColumns());
      assertRanges(
          "lineitem",
          q6.filter(),
          "l_shipdate",
          "l_shipdate < date '1994-01-01'",
          "l_shipdate < date '1995-01-01'");
      assertRanges(
          "lineitem", q6.filter(), "l_discount", "l_discount < 0.05", "l_discount <= 0.07");
      List<Query> self = w.queries().stream().filter(q -> q.name().startsWith("self")).toList();
      assertEquals(2, self.size(), "" + self);
      List<Query> modes =
          w.queries().stream()
              .filter(q -> q.output().equals(List.of("l_tax")) && q.name().startsWith("scan-"))
              .toList();
      assertEquals(2, modes.size(), "" + w.queries());
      assertEquals(modes.get(0).name(), modes.get(1).name());
      assertEquals(3, modes.get(0).weight() + modes.get(1).weight());
      Query write =
          w.queries().stream()
              .filter(q -> q.output().equals(List.of("l_comment")))
              .findFirst()
              .orElseThrow();
      assertRanges("lineitem", write.filter(), "l_linenumber", "l_linenumber < 4", null);
      assertFalse(Files.exists(Path.of("/nowhere/at/all")), "nothing is executed");
      String lines = String.join("\n", w.report().lines());
      assertEquals(3, w.report().notUnderstood().size(), lines);
      assertTrue(lines.contains("broken: [PARSE_SYNTAX_ERROR]"), lines);
      assertTrue(lines.contains("missing: there is no table `nowhere`: advise on it, too"), lines);
      assertTrue(lines.contains("reads none of the tables"), lines);
      assertEquals(9.0 / 13, w.report().share(), 1e-9, lines);
    }
  }

  /** Spark executes some statements, and changes columns for others, while it analyzes them. */
  @SinceSpark(
      value = "4.2",
      because = "statements that older releases do not parse, or parse to other nodes")
  @Test
  void whatSparkWouldExecuteIsNotPlanned() throws Exception {
    String t = table();
    sql("create table " + t + " (a int) using placed location '" + path(t) + "'");
    sql("insert into " + t + " values (1)");
    sql("insert into " + t + " values (2)");
    WorkloadTable table = placed(t, path(t));
    String rollback = "call placed.system.rollback(table => 'default.T', snapshot => 1)";
    String evolving = "with schema evolution into default.T";
    List<String> planned =
        List.of(
            "select a from T where a > 1",
            "with big as (select a from default.T where a > 1) select a from big",
            "from default.T select a where a > 1",
            "insert into default.T select a from default.T where a > 1",
            "with big as (select a from default.T where a > 1) insert into default.T select a from big",
            "insert into default.T replace where a > 1 select a from default.T where a > 1",
            "create table copy using placed as select a from default.T where a > 1",
            "create or replace table copy using placed as select a from default.T where a > 1",
            "from default.T insert into default.T select a where a > 1"
                + " insert into default.T select a + 1 where a > 2",
            "delete from default.T where a > 1",
            "update default.T set a = a + 1 where a > 1",
            "merge into default.T t using (select 3 as b) s on t.a = s.b when matched then delete");
    List<String> others =
        List.of(
            rollback,
            "execute immediate 'delete from default.T'",
            "begin " + rollback + "; delete from default.T; end",
            "explain " + rollback,
            "insert " + evolving + " by name select 1 as a, 2 as n",
            "with s as (select 1 as a, 2 as n) insert " + evolving + " by name select * from s",
            "merge "
                + evolving
                + " t using (select 3 as a, 4 as m) s on t.a = s.a"
                + " when not matched then insert *",
            "drop table default.T");
    List<Statement> statements = new ArrayList<>();
    for (List<String> some : List.of(planned, others)) {
      some.forEach(s -> statements.add(new Statement(null, 1, s.replaceAll("\\bT\\b", t), 0, 0)));
    }
    LoadedWorkload w = SqlSource.load(spark, statements, List.of(table), 0).get(0);
    String lines = String.join("\n", w.report().lines());
    // Each scan of those that are planned counts, two of which have two.
    double scans = planned.size() + 2;
    assertEquals(scans / (scans + others.size()), w.report().share(), 1e-9, lines);
    for (String found :
        List.of("Call", "UnresolvedExecuteImmediate", "CompoundBody", "Explain", "DropTable")) {
      assertTrue(lines.contains("found " + found), lines);
    }
    assertTrue(lines.contains("found Call; planned are queries, INSERT, CREATE TABLE"), lines);
    assertTrue(lines.contains("WITH SCHEMA EVOLUTION is not planned"), lines);
    assertEquals(2, DataSet.at(FileStores.local(), path(t)).current().id());
    assertEquals(List.of("a"), List.of(spark.table(t).columns()));
    assertEquals(List.of("(1)", "(2)"), rows(spark.table(t)));
    sql("drop table " + t);
  }

  /** The session may have another catalog, with or without a namespace. */
  @Test
  void tablesAreFoundWhateverCatalogIsTheCurrentOne() throws Exception {
    String t = table();
    sql("create table " + t + " using placed location '" + path(t) + "' as select 1 as a");
    List<Statement> statements =
        List.of(
            new Statement(null, 1, "select a from spark_catalog.default." + t, 0, 0),
            new Statement(null, 1, "select a from " + t, 0, 0));
    for (String current : List.of("other", "other.sales")) {
      SparkSession session = spark.newSession();
      session.conf().set("spark.sql.catalog.other", PlacedCatalog.class.getName());
      session.sql("use " + current);
      LoadedWorkload w = SqlSource.load(session, statements, List.of(placed(t, path(t))), 0).get(0);
      assertEquals(1, w.report().share(), w.report().lines() + "");
    }
    sql("drop table " + t);
  }

  /** All tables of TPC-H, of which each query reads those that it names. */
  @Test
  void theQueriesOfTpch() throws Exception {
    Path texts = Path.of(System.getProperty("placed.query.texts", "target/queries"), "tpch");
    List<WorkloadTable> tables = new ArrayList<>();
    for (String name : TpchRows.names()) {
      tpch(name, "placed");
      tables.add(placed(name, path(name + ".placed")));
    }
    Map<String, String> queries = new TreeMap<>();
    try (var files = Files.list(texts)) {
      for (Path f : files.toList()) {
        queries.put(f.getFileName().toString().replace(".sql", ""), Files.readString(f));
      }
    }
    StringBuilder all = new StringBuilder();
    queries.forEach(
        (n, q) -> all.append("-- name ").append(n).append('\n').append(q).append(";\n"));
    List<LoadedWorkload> loaded = load(all.toString(), tables.toArray(WorkloadTable[]::new));
    for (int t = 0; t < tables.size(); t++) {
      LoadedWorkload w = loaded.get(t);
      assertEquals(1, w.report().share(), w.report().lines() + "");
      String table = tables.get(t).name();
      for (Map.Entry<String, String> q : queries.entrySet()) {
        boolean named =
            q.getValue()
                .toLowerCase(Locale.ROOT)
                .replaceAll("'[^']*'", "")
                .matches("(?s).*\\b" + table + "\\b.*");
        boolean found =
            w.queries().stream()
                .anyMatch(
                    x -> x.name().equals(q.getKey()) || x.name().startsWith(q.getKey() + "."));
        assertEquals(named, found, table + " in " + q.getKey());
      }
    }
    LoadedWorkload lines = loaded.get(TpchRows.names().indexOf("lineitem"));
    assertRanges(
        "lineitem",
        query(lines, "q1").filter(),
        "l_shipdate",
        null,
        "l_shipdate <= date '1998-09-02'");
    assertRanges(
        "lineitem",
        query(lines, "q12").filter(),
        "l_shipmode",
        "l_shipmode < 'MAIL'",
        "l_shipmode <= 'MAIL'",
        "l_shipmode < 'SHIP'",
        "l_shipmode <= 'SHIP'");
    LoadedWorkload parts = loaded.get(TpchRows.names().indexOf("part"));
    assertRanges(
        "part",
        query(parts, "q16").filter(),
        "p_brand",
        null,
        "p_brand < 'Brand#45'",
        "p_brand <= 'Brand#45'",
        null);
  }
}
