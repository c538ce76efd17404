package io.placed.experiments.placement;

import io.placed.experiments.Lab;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 9: Q6 of TPC-H. */
public final class TpchQ6 extends StarQueries {
  @Override
  public Title title() {
    return new Title(
        8,
        "TPC-H Q6",
        Paper.PLACEMENT,
        "figure 9",
        "lineitem as generated; the best group is the four columns of the query." + HOW);
  }

  @Override
  String table(Lab lab) {
    return "lineitem";
  }

  @Override
  List<String> best() {
    return List.of("l_quantity", "l_extendedprice", "l_discount", "l_shipdate");
  }

  @Override
  List<String> queries() {
    return List.of("Q6");
  }

  @Override
  StarQuery query(String name, Lab lab) {
    return StarQuery.tpch();
  }
}
