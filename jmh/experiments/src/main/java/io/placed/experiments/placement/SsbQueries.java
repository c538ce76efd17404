package io.placed.experiments.placement;

import io.placed.experiments.Lab;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 9: the first flight of the Star Schema Benchmark. */
public final class SsbQueries extends StarQueries {
  @Override
  public Title title() {
    return new Title(
        7,
        "Star Schema Benchmark, Q1.1 to Q1.3",
        Paper.PLACEMENT,
        "figure 9",
        "lineorder as generated; the best group is the four columns of the queries." + HOW);
  }

  @Override
  String table(Lab lab) {
    return "ssb.lineorder";
  }

  @Override
  List<String> best() {
    return List.of("lo_orderdate", "lo_quantity", "lo_extendedprice", "lo_discount");
  }

  @Override
  List<String> queries() {
    return List.of("Q1.1", "Q1.2", "Q1.3");
  }

  @Override
  StarQuery query(String name, Lab lab) {
    return StarQuery.ssb(name.charAt(name.length() - 1) - '0');
  }
}
