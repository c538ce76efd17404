package io.placed.benchmarks.macro;

import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Totals;
import io.placed.schema.TypeKind;
import java.io.IOException;

/** One order of lineitem, which is sorted by it; all columns. */
public class FilterLookup extends ScanBenchmark {
  /** The generator uses the first 8 of every 32 keys. */
  private static final long KEYS = 32;

  @Override
  public String defaultTable() {
    return "lineitem";
  }

  @Override
  Filter filter(TableFiles files) throws IOException {
    Totals all = files.totals();
    int key = all.columns().indexOf("l_orderkey");
    long order = all.longSum(key) / all.count(key) / KEYS * KEYS + 1;
    return new Filter("l_orderkey", TypeKind.INT64, order, order, null);
  }
}
