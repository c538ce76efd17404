package io.placed.experiments.formats;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Query;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import java.util.List;

/** Figures 19 to 22 of the paper: the queries of its table 7. */
abstract class LeafQueries implements Experiment {
  static final String QUERY = "query";

  static final String HOW =
      " Sums of the columns that table 7 selects; Q2 and Q3 on customer_demographics.";

  static final Knob QUERIES = Knob.words(QUERY, "of table 7", "Q1", "Q2", "Q3", "Q4", "Q5");

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  static String table(String query) {
    return query.equals("Q2") || query.equals("Q3") ? "customer_demographics" : "catalog_sales";
  }

  static Query query(String name, Lab lab) throws java.io.IOException {
    List<String> columns =
        switch (name) {
          case "Q1" -> List.of("cs_ship_date_sk", "cs_bill_customer_sk");
          case "Q2" -> List.of("cd_demo_sk", "cd_dep_college_count");
          case "Q3" -> List.of("cd_demo_sk");
          case "Q4" -> List.of("cs_ext_sales_price", "cs_sold_date_sk", "cs_item_sk");
          default ->
              List.of(
                  "cs_ext_sales_price",
                  "cs_sold_date_sk",
                  "cs_item_sk",
                  "cs_net_paid_inc_tax",
                  "cs_net_paid_inc_ship_tax",
                  "cs_net_profit");
        };
    List<Filter> filters =
        switch (name) {
          case "Q1" ->
              List.of(
                  Filter.ints("cs_sold_time_sk", 12032, 12032),
                  Filter.ints("cs_sold_date_sk", 2452653, 2452653));
          case "Q2" ->
              List.of(
                  Filter.text("cd_gender", "F"), Filter.text("cd_education_status", "Secondary"));
          case "Q3" ->
              List.of(
                  Filter.text("cd_gender", "M"),
                  Filter.text("cd_marital_status", "D"),
                  Filter.text("cd_education_status", "College"));
          case "Q4" ->
              List.of(Filter.above("cs_wholesale_cost", 80), Filter.below("cs_ext_tax", 500));
          default -> List.of(Filter.above("cs_wholesale_cost", 80));
        };
    return TableScan.columns(lab.table(table(name)), columns).where(filters);
  }

  /** Runs the query of the cell. */
  static Outcome run(Cell cell, Lab lab, Engine engine, boolean cold) throws Exception {
    String name = cell.get(QUERY);
    return TableScan.run(lab, table(name), engine, query(name, lab), cold).build();
  }

  static Chart chart(String facet) {
    return Chart.bars("Time of the query", "time", "ms", QUERY, facet);
  }
}
