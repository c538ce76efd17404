package io.placed.datasets;

import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * A table of a benchmark that can be generated in parts. The parts together are the same rows for
 * any number. {@link GeneratedSource} makes batches of the rows, {@link SparkTables} a table of
 * Spark.
 */
public interface Generator extends Serializable {
  Schema schema();

  /**
   * Rows of one part, their values as {@link io.placed.vector.Values} has them: Integer, Long,
   * Double, BigDecimal, LocalDate, String or null.
   *
   * @param part from 0
   * @param parts how many there are; small tables may leave all but the first empty
   */
  Iterator<Object[]> rows(int part, int parts);

  /** Approximate number of rows of all parts, for progress; 0: not known. */
  default double expectedRows() {
    return 0;
  }

  /**
   * The generator of a table, with amounts of money as decimals and keys of TPC-DS as 64-bit
   * integers.
   */
  static Generator of(String benchmark, String table, String scale) {
    return switch (benchmark.toLowerCase(Locale.ROOT)) {
      case "ssb" -> SsbTable.of(table, Double.parseDouble(scale));
      case "ssdb" -> new SsdbCycle(SsdbSize.of(scale));
      case "tpch" -> new TpchRows(table, Double.parseDouble(scale), TpchRows.DECIMAL);
      case "tpcds" -> new TpcdsRows(table, Double.parseDouble(scale), Type.INT64, true);
      default ->
          throw new IllegalArgumentException(
              "no benchmark '"
                  + benchmark
                  + "': there are "
                  + List.of("ssb", "ssdb", "tpch", "tpcds"));
    };
  }

  /** A row of these values. */
  static Object[] row(Object... values) {
    return values;
  }
}
