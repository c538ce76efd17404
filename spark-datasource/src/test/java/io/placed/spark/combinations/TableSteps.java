package io.placed.spark.combinations;

import io.placed.spark.SparkTestCase;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Base class of all kinds of steps. */
abstract class TableSteps {
  final ModelTable t;
  final Random random;

  TableSteps(ModelTable table, Random random) {
    this.t = table;
    this.random = random;
  }

  String run(String sql) {
    SparkTestCase.sql(t.spark, sql);
    return sql;
  }

  int few() {
    int[] counts = {1, 20, 400, 2500, 6000};
    return counts[random.nextInt(counts.length)];
  }

  static String names(List<ModelColumn> columns) {
    return columns.stream().map(ModelColumn::quoted).collect(Collectors.joining(", "));
  }

  ModelColumn some(List<ModelColumn> of) {
    return of.isEmpty() ? null : of.get(random.nextInt(of.size()));
  }
}
