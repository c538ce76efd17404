package io.placed.experiments.advise;

import io.placed.advise.Advice;
import io.placed.advise.AdvisedTable;
import io.placed.advise.Advisor;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.PlacedTable;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Tables that should stay as they are: columns are independent and uniform, and random filters
 * match so much of random columns that no order of the rows can save a tenth.
 */
final class UniformTables {
  private static final Schema SCHEMA =
      Schema.parse("a: int64, b: int64, c: int64, d: int64, x: double, y: double");

  private static final String FILTERS = "abcd";
  private static final int ROWS = 100_000;
  private static final int QUERIES = 12;

  /** Share of the rows that a filter matches, at least. */
  private static final double WIDE = 0.9;

  /** Of the tables, each is asked so many workloads. */
  private static final int WORKLOADS_PER_TABLE = 5;

  private UniformTables() {}

  /** The share of the cases in which the advice is to change nothing. */
  static double unchanged(
      int cases,
      int pageRows,
      AdvisorSettings settings,
      Path directory,
      long seed,
      BiConsumer<Double, String> progress)
      throws IOException {
    Random random = new Random(seed);
    LocalFileStore store = new LocalFileStore();
    Path path = directory.resolve("uniform");
    int unchanged = 0;
    for (int k = 0; k < cases; k++) {
      progress.accept((double) k / cases, "uniform tables");
      if (k % WORKLOADS_PER_TABLE == 0) {
        if (k > 0) {
          store.delete(path.toString(), true);
        }
        LabTable.of("uniform", rows(random), pageRows).write(path, LabLayout.of(Placement.DEFAULT));
      }
      try (AdvisedTable table = PlacedTable.open(DataSet.at(any -> store, path.toString()))) {
        Advice advice = Advisor.of(table, workload(random), settings).advise();
        unchanged += advice.decision().change() ? 0 : 1;
      }
    }
    store.delete(path.toString(), true);
    return (double) unchanged / cases;
  }

  private static Batch rows(Random random) {
    Batch out = Batch.of(SCHEMA);
    for (int i = 0; i < ROWS; i++) {
      out.appendRow(
          random.nextLong(),
          random.nextLong(),
          random.nextLong(),
          random.nextLong(),
          random.nextDouble(),
          random.nextDouble());
    }
    return out;
  }

  private static Workload workload(Random random) {
    List<Query> queries = new ArrayList<>();
    for (int q = 0; q < QUERIES; q++) {
      int column = random.nextInt(FILTERS.length());
      double width = WIDE + (1 - WIDE) * random.nextDouble();
      double from = (1 - width) * random.nextDouble();
      queries.add(
          new Query(
              "q" + q,
              List.of(random.nextBoolean() ? "x" : "y"),
              false,
              List.of(Condition.on(FILTERS.substring(column, column + 1), from, from + width)),
              1 + random.nextInt(5),
              1,
              0));
    }
    return new Workload(queries);
  }
}
