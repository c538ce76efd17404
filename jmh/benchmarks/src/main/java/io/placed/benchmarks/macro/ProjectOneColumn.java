package io.placed.benchmarks.macro;

import java.util.List;

/** The sum of the last column alone. */
public class ProjectOneColumn extends ScanBenchmark {
  @Override
  List<String> columns(List<String> all) {
    return all.subList(all.size() - 1, all.size());
  }
}
