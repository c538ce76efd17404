package io.placed.experiments.placement;

import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Totals;
import io.placed.schema.Schema;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A query of the paper's macro-benchmarks (§5.1).
 *
 * @param columns that are summed
 * @param product whether the products of the first two are summed, rather than each column
 * @param filters which rows
 * @param golden known answers by scale factor
 */
record StarQuery(
    String name,
    List<String> columns,
    boolean product,
    List<Filter> filters,
    Map<Double, String> golden) {

  /** All columns that it reads. */
  List<String> read() {
    return Stream.concat(columns.stream(), filters.stream().map(Filter::column))
        .distinct()
        .toList();
  }

  Query query(Schema table) {
    Query q = new Query(table, columns, Loop.SIMPLE, null).where(filters);
    return product ? q.withProduct() : q;
  }

  /** The result: the sum of products, or the number of rows and a sum. */
  String answer(Totals totals) {
    int last = totals.columns().size() - 1;
    if (!product) {
      return totals.rows() + " " + totals.longSum(last);
    }
    boolean doubles = totals.longSum(last) == 0;
    return doubles ? String.valueOf(totals.doubleSum(last)) : String.valueOf(totals.longSum(last));
  }

  /**
   * The first flight of SSB. The join with the date table is a range of dates, as engines rewrite
   * it.
   *
   * @param number 1 to 3
   */
  static StarQuery ssb(int number) {
    List<Filter> filters =
        switch (number) {
          case 1 ->
              List.of(
                  Filter.ints("lo_orderdate", 19930101, 19931231),
                  Filter.ints("lo_discount", 1, 3),
                  Filter.ints("lo_quantity", 0, 24));
          case 2 ->
              List.of(
                  Filter.ints("lo_orderdate", 19940101, 19940131),
                  Filter.ints("lo_discount", 4, 6),
                  Filter.ints("lo_quantity", 26, 35));
          default ->
              // Week 6 of 1994, where weeks are days of the year divided by 7, plus 1.
              List.of(
                  Filter.ints("lo_orderdate", 19940204, 19940210),
                  Filter.ints("lo_discount", 5, 7),
                  Filter.ints("lo_quantity", 26, 35));
        };
    return new StarQuery(
        "Q1." + number, List.of("lo_extendedprice", "lo_discount"), true, filters, Map.of());
  }

  /** Q6 of TPC-H; known revenues are those of its definition. */
  static StarQuery tpch() {
    Filter year =
        new Filter(
            "l_shipdate",
            io.placed.schema.TypeKind.DATE,
            LocalDate.of(1994, 1, 1).toEpochDay(),
            LocalDate.of(1994, 12, 31).toEpochDay(),
            null);
    return new StarQuery(
        "Q6",
        List.of("l_extendedprice", "l_discount"),
        true,
        List.of(year, Filter.between("l_discount", 0.05, 0.07), Filter.below("l_quantity", 24)),
        Map.of(0.01, "1193053.2253", 1.0, "123141078.2283"));
  }

  /**
   * Q1 of SS-DB.
   *
   * @param level easy, medium or hard
   * @param size image, tiny or small; known answers are those of tiny, at scale 0.1
   */
  static StarQuery ssdb(String level, String size) {
    int side = size.equals("small") ? 3750 : 1000;
    int limit =
        switch (level) {
          case "easy" -> side / 4;
          case "medium" -> side / 2;
          default -> side;
        };
    String golden =
        switch (level) {
          case "easy" -> "630010 -1778949";
          case "medium" -> "2510010 -9487804";
          default -> "10000000 -22231811";
        };
    return new StarQuery(
        "Q1 " + level,
        List.of("v1"),
        false,
        List.of(Filter.ints("x", 0, limit), Filter.ints("y", 0, limit)),
        size.equals("tiny") ? Map.of(0.1, golden) : Map.of());
  }
}
