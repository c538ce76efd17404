package io.placed.benchmarks.macro;

import java.util.List;

/** Opening a file of many columns and row groups, and the sums of three columns. */
public class WideTableOpen extends ScanBenchmark {
  @Override
  public String defaultTable() {
    return "wide-10000x10";
  }

  @Override
  List<String> columns(List<String> all) {
    int n = all.size();
    return List.of(all.get(n / 7), all.get(n / 2), all.get(n - 1));
  }
}
