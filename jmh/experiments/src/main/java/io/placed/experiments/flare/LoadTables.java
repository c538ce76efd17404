package io.placed.experiments.flare;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Loading TPC-H's tables through Spark. */
public final class LoadTables extends SparkQueries {
  private static final String TABLE = "table";

  @Override
  public Title title() {
    return new Title(
        41,
        "Loading TPC-H's tables",
        Paper.FLARE,
        "table",
        "The sum of a hash of all columns, so that every value is read." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS.quick("csv", "parquet", "placed"),
        Knob.words(TABLE, "which table", TpchViews.NAMES.toArray(String[]::new))
            .quick("lineitem", "orders", "nation"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Dataset<Row> table = TpchViews.open(lab, cell.get(TABLE), cell.get(FORMAT));
    String columns = String.join(", ", table.columns());
    return lab.warm(
            "hash of " + cell.get(TABLE),
            () ->
                table
                    .selectExpr("count(*)", "sum(cast(hash(" + columns + ") as bigint))")
                    .head()
                    .mkString(" "))
        .build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "lineitem loads faster from Parquet",
            "471,207 and 257,898 ms: 1.83 × (scale 10)",
            t -> Finding.number("%.2f ×", ratio(t, "csv", "parquet", TABLE, "lineitem"), 1.2, 99)),
        new Finding(
            "nation does not",
            "106 and 110 ms",
            t -> Finding.number("%.2f ×", ratio(t, "csv", "parquet", TABLE, "nation"), 0.3, 1.1)),
        new Finding(
            "(not in the paper) Placed over CSV, lineitem",
            "–",
            t -> Finding.shown("%.2f ×", ratio(t, "csv", "placed", TABLE, "lineitem"))));
  }

  @Override
  public List<Chart> charts() {
    return charts(TABLE);
  }
}
