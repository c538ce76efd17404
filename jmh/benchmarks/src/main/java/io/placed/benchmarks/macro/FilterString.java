package io.placed.benchmarks.macro;

import io.placed.benchmarks.engine.Filter;
import io.placed.schema.TypeKind;
import java.util.List;

/** The seventh of lineitem that went by air; two columns. */
public class FilterString extends ScanBenchmark {
  @Override
  public String defaultTable() {
    return "lineitem";
  }

  @Override
  List<String> columns(List<String> all) {
    return List.of("l_quantity", "l_extendedprice");
  }

  @Override
  Filter filter(TableFiles files) {
    return new Filter("l_shipmode", TypeKind.STRING, 0, 0, "AIR");
  }
}
