package io.placed.experiments.flare;

import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.ResultTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;

/** TPC-H through Spark, from CSV and from columns. */
abstract class SparkQueries implements Experiment {
  static final String FORMAT = "format";

  static final Knob FORMATS =
      Knob.words(FORMAT, "Spark's source", "csv", "parquet", "orc", "placed");

  static final String HOW =
      " Spark with as many threads as there are processors, in this process; amounts are doubles,"
          + " Parquet and ORC with zstd. Flare itself is not run: its place, compiled scans, is"
          + " Placed's.";

  /** Revenue by scale factor; the number in the paper is not that of the benchmark. */
  private static final Map<Double, Double> Q6 = Map.of(0.01, 1193053.2253, 1.0, 123141078.2283);

  @Override
  public double scale(boolean quick) {
    return quick ? 0.01 : 1;
  }

  /** Runs a query of TPC-H. */
  static Outcome run(String name, String format, Lab lab) throws Exception {
    String text = TpchViews.query(name);
    boolean limited = text.toLowerCase(Locale.ROOT).contains("limit");
    views(lab, text, format);
    if (name.equals("q6") && Q6.containsKey(lab.scale())) {
      lab.check(name, "1 " + Q6.get(lab.scale()) + " 0");
    }
    return lab.warm(name, () -> TpchViews.answer((Row[]) lab.spark().sql(text).collect(), limited))
        .build();
  }

  private static void views(Lab lab, String text, String format) throws IOException {
    for (String table : TpchViews.NAMES) {
      if (Pattern.compile("(?i)\\b" + table + "\\b").matcher(text).find()) {
        TpchViews.open(lab, table, format).createOrReplaceTempView(table);
      }
    }
  }

  static OptionalDouble ratio(ResultTable t, String over, String under, String... where) {
    return Finding.ratio(t.time(over, where), t.time(under, where));
  }

  static List<Chart> charts(String x) {
    return List.of(Chart.bars("Time", "time", "ms", x).log());
  }
}
