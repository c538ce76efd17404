package io.placed.cluster;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A table of a benchmark that can be generated in parts. The parts together are the same rows for
 * any number.
 */
public interface Generator extends Serializable {
  StructType schema();

  /**
   * Rows of one part.
   *
   * @param part from 0
   * @param parts how many there are; small tables may leave all but the first empty
   */
  Iterator<Row> rows(int part, int parts);

  /** The generator of a table. */
  static Generator of(String benchmark, String table, String scale) {
    return switch (benchmark.toLowerCase(Locale.ROOT)) {
      case "ssb" -> SsbTable.of(table, Double.parseDouble(scale));
      case "ssdb" -> new SsdbCycle(SsdbSize.of(scale));
      case "tpch" -> new TpchRows(table, Double.parseDouble(scale));
      case "tpcds" -> new TpcdsRows(table, Double.parseDouble(scale));
      default ->
          throw new IllegalArgumentException(
              "no benchmark '"
                  + benchmark
                  + "': there are "
                  + List.of("ssb", "ssdb", "tpch", "tpcds"));
    };
  }
}
