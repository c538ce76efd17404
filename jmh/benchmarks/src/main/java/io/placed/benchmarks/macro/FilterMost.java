package io.placed.benchmarks.macro;

import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Totals;
import io.placed.schema.TypeKind;
import java.io.IOException;

/** Nine tenths of lineitem, all columns: what a filter costs that excludes little. */
public class FilterMost extends ScanBenchmark {
  @Override
  public String defaultTable() {
    return "lineitem";
  }

  @Override
  Filter filter(TableFiles files) throws IOException {
    Totals all = files.totals();
    int key = all.columns().indexOf("l_partkey");
    // Parts are drawn evenly from 1 to twice their mean.
    long parts = 2 * all.longSum(key) / all.count(key);
    return new Filter("l_partkey", TypeKind.INT64, parts / 10 + 1, 2 * parts, null);
  }
}
