package io.placed.experiments.coldstart;

import com.google.gson.Gson;
import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Totals;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.datasets.TableSpec;
import io.placed.experiments.flare.TpchViews;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The program of a fresh process: does its runs and writes when each began and ended. */
final class ColdProcess {
  /** The engines of the Java workload by the names of Spark's sources. */
  static final List<String> FORMATS = List.of("parquet", "placed");

  private static final int QUERIES = 22;

  private ColdProcess() {}

  /** What is to be done. */
  record Order(Workload workload, String format, int runs, String data, double scale) {}

  private interface Step {
    String run() throws Exception;
  }

  /** Arguments: the order, and the file for its runs. */
  public static void main(String[] args) {
    int exit = 0;
    try {
      Order order = new Gson().fromJson(args[0], Order.class);
      Files.writeString(Path.of(args[1]), new Gson().toJson(run(order)));
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    // Spark and Hadoop leave threads behind; a recording is written by a hook.
    System.exit(exit);
  }

  private static List<TimedRun> run(Order o) throws Exception {
    List<TimedRun> runs = new ArrayList<>();
    switch (o.workload()) {
      case JAVA_SUMS -> {
        TableFiles files = table(o, "store_sales");
        Engine engine = engine(o.format());
        Schema schema = files.schema();
        List<String> columns = schema.fields().stream().map(Field::name).toList();
        Query query = new Query(schema, columns, Loop.SIMPLE, null);
        for (int k = 1; k <= o.runs(); k++) {
          add(runs, "" + k, () -> text(engine.prepare(files.file(engine.format()), query).run()));
        }
      }
      case SPARK_SUMS -> {
        SparkSession spark = spark(1);
        Dataset<Row> sales = open(spark, o, "store_sales");
        String sums =
            Arrays.stream(sales.columns())
                .map(c -> "sum(" + c + ")")
                .collect(Collectors.joining(", "));
        sales.createOrReplaceTempView("store_sales");
        for (int k = 1; k <= o.runs(); k++) {
          add(runs, "" + k, () -> answer(spark, "SELECT " + sums + " FROM store_sales"));
        }
      }
      case TPCH -> {
        SparkSession spark = spark(2);
        for (String table : o.workload().tables()) {
          open(spark, o, table).createOrReplaceTempView(table.replace(":decimal", ""));
        }
        for (int q = 1; q <= QUERIES; q++) {
          String text = TpchViews.query("q" + q);
          add(runs, "q" + q, () -> answer(spark, text));
        }
      }
      default -> throw new IllegalArgumentException(o.workload() + " has a program of its own");
    }
    return runs;
  }

  private static void add(List<TimedRun> runs, String name, Step step) throws Exception {
    long begin = micros();
    String answer = step.run();
    runs.add(new TimedRun(name, begin, micros(), answer));
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static TableFiles table(Order o, String name) throws IOException {
    return new TableFiles(Path.of(o.data()), TableSpec.parse(name, o.scale()));
  }

  private static Engine engine(String format) {
    return Engines.named(format.equals("placed") ? "placed" : "parquet zstd (Spark)");
  }

  /** The format of files that are read without Spark. */
  static Format ownFormat(String format) {
    return engine(format).format();
  }

  private static Dataset<Row> open(SparkSession spark, Order o, String name) throws IOException {
    return open(spark, table(o, name), o.format());
  }

  /** A table through Spark, written unless it is there. */
  static Dataset<Row> open(SparkSession spark, TableFiles files, String format) throws IOException {
    return TpchViews.open(spark, files.file(Engines.SOURCE), format);
  }

  static SparkSession spark(int threads) {
    return SparkSession.builder()
        .master("local[" + threads + "]")
        .appName("cold start")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.log.level", "ERROR")
        .getOrCreate();
  }

  private static String answer(SparkSession spark, String sql) {
    boolean limited = sql.toLowerCase(Locale.ROOT).contains("limit");
    return TpchViews.answer((Row[]) spark.sql(sql).collect(), limited);
  }

  private static String text(Totals totals) {
    StringBuilder out = new StringBuilder().append(totals.rows());
    for (int c = 0; c < totals.columns().size(); c++) {
      out.append(' ').append(totals.longSum(c)).append(' ').append(totals.doubleSum(c));
    }
    return out.toString();
  }
}
