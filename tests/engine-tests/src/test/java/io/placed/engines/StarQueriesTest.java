package io.placed.engines;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.OneIn;
import io.placed.datasets.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Q1.1 to Q1.3 of SSB, Q1 and Q6 of TPC-H, Q1 of SS-DB (easy, medium, hard) on tables that Spark
 * wrote: Hive's answers are those of Hive on ORC and of Spark. {@code -Dengines.scale=1} (SSB and
 * TPC-H) and {@code -Dengines.images=tiny} (SS-DB) make the tables larger.
 */
@OneIn(2)
class StarQueriesTest extends TwoEngines {
  private static final String SCALE = System.getProperty("engines.scale", "0.002");
  private static final String IMAGES = System.getProperty("engines.images", "image");

  /** Of the smallest image, only the lower left corner of so many pixels is taken. */
  private static final int CORNER = Chosen.rounds(400, 1000);

  private static final String SSB =
      "select sum(lo_extendedprice * lo_discount) from lineorder join dates"
          + " on lo_orderdate = d_datekey where ";

  private static final List<String> SSB_QUERIES =
      List.of(
          SSB + "d_year = 1993 and lo_discount between 1 and 3 and lo_quantity < 25",
          SSB
              + "d_yearmonthnum = 199401 and lo_discount between 4 and 6"
              + " and lo_quantity between 26 and 35",
          SSB
              + "d_weeknuminyear = 6 and d_year = 1994 and lo_discount between 5 and 7"
              + " and lo_quantity between 26 and 35");

  private static final List<String> TPCH_QUERIES =
      List.of(
          "select l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
              + " sum(l_extendedprice * (1 - l_discount)),"
              + " sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_quantity),"
              + " avg(l_extendedprice), avg(l_discount), count(*) from lineitem"
              + " where l_shipdate <= date '1998-09-02' group by l_returnflag, l_linestatus"
              + " order by l_returnflag, l_linestatus",
          "select sum(l_extendedprice * l_discount) from lineitem"
              + " where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'"
              + " and l_discount between 0.05 and 0.07 and l_quantity < 24");

  @Test
  void answersOfStarSchemaQueries() throws Exception {
    write("lineorder", Generator.of("ssb", "lineorder", SCALE), "sort(lo_orderdate)");
    write("dates", Generator.of("ssb", "date", SCALE), "none");
    compare(SSB_QUERIES, "lineorder", "dates");
  }

  @Test
  void answersOfTpch() throws Exception {
    write("lineitem", Generator.of("tpch", "lineitem", SCALE), "sort(l_shipdate)");
    compare(TPCH_QUERIES, "lineitem");
  }

  @Test
  void answersOfSsdb() throws Exception {
    Dataset<Row> cycle = rows(Generator.of("ssdb", "cycle", IMAGES));
    int side = IMAGES.equals("small") ? 3750 : 1000;
    if (IMAGES.equals("image")) {
      side = CORNER;
      cycle = cycle.where("x < " + side + " and y < " + side);
    }
    write("cycle", cycle, "none");
    List<String> queries = new ArrayList<>();
    for (int limit : List.of(side / 4, side / 2, side)) {
      queries.add(
          String.format(
              Locale.ROOT,
              "select sum(v1), count(*) from cycle where x between 0 and %d and y between 0 and %d",
              limit,
              limit));
    }
    compare(queries, "cycle");
  }

  private static Dataset<Row> rows(Generator generator) {
    return generate(generator, Math.max(1, (int) (8 * Double.parseDouble(SCALE))));
  }

  private static void write(String table, Generator generator, String reorder) throws Exception {
    write(table, rows(generator), reorder);
  }

  private static void write(String table, Dataset<Row> rows, String reorder) throws Exception {
    rows.write()
        .format("placed")
        .option("placement.reorder", reorder)
        .option("placement.row-group", "1 MiB")
        .save(at(table).toString());
    spark.read().format("placed").load(at(table).toString()).createOrReplaceTempView(table);
    declare(table, columns(rows));
    hive.run("create table %s_orc stored as orc as select * from %s".formatted(table, table));
  }

  private static void compare(List<String> queries, String... tables) throws Exception {
    for (String query : queries) {
      List<String> expected = ofSpark(query);
      assertFalse(expected.get(0).startsWith("NULL"), query + " finds nothing: scale " + SCALE);
      assertSame(expected, hive.run(query), query);
      String orc = query;
      for (String table : tables) {
        orc = orc.replaceAll("\\b(from|join) " + table + "\\b", "$1 " + table + "_orc");
      }
      assertTrue(orc.contains("_orc"), orc);
      assertSame(expected, hive.run(orc), orc);
    }
    String plan = String.join("\n", hive.run("explain vectorization " + queries.get(0)));
    assertTrue(plan.contains("Execution mode: vectorized"), plan);
  }
}
