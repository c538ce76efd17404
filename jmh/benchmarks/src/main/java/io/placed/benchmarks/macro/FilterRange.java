package io.placed.benchmarks.macro;

import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Totals;
import io.placed.schema.TypeKind;
import java.io.IOException;

/** The one hundredth of lineitem in the middle of its key, by which it is sorted; all columns. */
public class FilterRange extends ScanBenchmark {
  @Override
  public String defaultTable() {
    return "lineitem";
  }

  @Override
  Filter filter(TableFiles files) throws IOException {
    Totals all = files.totals();
    int key = all.columns().indexOf("l_orderkey");
    // Keys are spread evenly from 0, so that twice their mean is the largest.
    long middle = all.longSum(key) / all.count(key);
    return new Filter(
        "l_orderkey", TypeKind.INT64, middle - middle / 100, middle + middle / 100, null);
  }
}
