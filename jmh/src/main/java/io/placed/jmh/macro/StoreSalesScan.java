package io.placed.jmh.macro;

import java.util.List;

/** The sum of every column of store_sales, or of another table. */
public class StoreSalesScan extends ScanBenchmark {
  @Override
  List<String> columns(List<String> all) {
    return all;
  }
}
