package io.placed.experiments.flare;

import io.placed.benchmarks.engine.Engines;
import io.placed.experiments.Lab;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** TPC-H's tables through Spark, in the formats that are compared. */
public final class TpchViews {
  static final List<String> NAMES =
      List.of("customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier");

  private TpchViews() {}

  /** A table in a format, written by Spark unless it is there. */
  static Dataset<Row> open(Lab lab, String table, String format) throws IOException {
    return open(lab.spark(), lab.table(table).file(Engines.SOURCE), format);
  }

  /**
   * The same without a lab.
   *
   * @param source the Parquet file with the rows
   */
  public static Dataset<Row> open(SparkSession spark, Path source, String format)
      throws IOException {
    Path directory = source.resolveSibling("spark-" + format);
    Path mark = source.resolveSibling("spark-" + format + ".done");
    StructType schema = spark.read().parquet(source.toString()).schema();
    if (!Files.exists(mark)) {
      var writer = spark.read().parquet(source.toString()).write().mode("overwrite").format(format);
      if (format.equals("csv")) {
        // Spark's writer of CSV cuts off blanks at the ends of strings otherwise.
        writer
            .option("ignoreLeadingWhiteSpace", "false")
            .option("ignoreTrailingWhiteSpace", "false");
      } else if (!format.equals("placed")) {
        writer.option("compression", "zstd");
      }
      writer.save(directory.toString());
      Files.createFile(mark);
    }
    return spark.read().format(format).schema(schema).load(directory.toString());
  }

  /** The text of a query of TPC-H, which the build takes from Spark's own tests. */
  public static String query(String name) throws IOException {
    try (InputStream in = TpchViews.class.getResourceAsStream("/tpch/" + name + ".sql")) {
      if (in == null) {
        throw new IOException("the text of " + name + " is not among the resources");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * A digest of the result that ignores its order: the number of rows, of each column the sum of
   * its numbers or of the hashes of its other values.
   *
   * @param onlyCount where a limit may cut off one of several equal rows
   */
  public static String answer(Row[] rows, boolean onlyCount) {
    StringBuilder out = new StringBuilder().append(rows.length);
    int columns = onlyCount || rows.length == 0 ? 0 : rows[0].length();
    for (int c = 0; c < columns; c++) {
      double sum = 0;
      long hashes = 0;
      for (Row r : rows) {
        Object v = r.get(c);
        if (v instanceof Number n) {
          sum += n.doubleValue();
        } else if (v != null) {
          hashes += v.toString().hashCode();
        }
      }
      out.append(' ').append(sum).append(' ').append(hashes);
    }
    return out.toString();
  }
}
