package io.placed.experiments.flare;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** All queries of TPC-H through Spark. */
public final class AllQueries extends SparkQueries {
  private static final String QUERY = "query";

  @Override
  public Title title() {
    return new Title(
        43,
        "All queries of TPC-H",
        Paper.FLARE,
        "text",
        "Warm. Of queries with a limit the number of rows is compared, since rows with equal"
            + " keys may be cut off."
            + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS.quick("csv", "parquet", "placed"),
        Knob.words(
                QUERY,
                "which query",
                IntStream.rangeClosed(1, 22).mapToObj(i -> "q" + i).toArray(String[]::new))
            .quick("q1", "q3", "q5", "q6", "q9", "q12", "q14", "q19"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return run(cell.get(QUERY), cell.get(FORMAT), lab);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Flare over Spark on CSV, all queries",
            "35 to 720 ×",
            t ->
                Finding.shown(
                    "Placed over CSV %.1f to %.1f ×",
                    extreme(t, "csv", false), extreme(t, "csv", true))),
        new Finding(
            "(not in the paper) Placed over Parquet",
            "–",
            t ->
                Finding.shown(
                    "%.2f to %.2f ×", extreme(t, "parquet", false), extreme(t, "parquet", true))));
  }

  private static OptionalDouble extreme(ResultTable t, String over, boolean most) {
    double[] all =
        t.values(QUERY).stream()
            .map(q -> ratio(t, over, "placed", QUERY, q))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .sorted()
            .toArray();
    return all.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(all[most ? all.length - 1 : 0]);
  }

  @Override
  public List<Chart> charts() {
    return charts(QUERY);
  }
}
