package io.placed.experiments.peers;

import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import java.util.List;

/**
 * Sums of columns, as one line for a process: the columns, separated by commas, and after a blank
 * each the column of the filter and its range.
 *
 * @param filter null = all rows
 */
record SumOrder(String name, List<String> columns, Range filter) {
  /** Rows of which a column lies in a range. */
  record Range(String column, int low, int high) {}

  String line() {
    String all = String.join(",", columns);
    return filter == null
        ? all
        : all + " " + filter.column() + " " + filter.low() + " " + filter.high();
  }

  static SumOrder parse(String line) {
    String[] parts = line.split(" ");
    Range range =
        parts.length == 1
            ? null
            : new Range(parts[1], Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
    return new SumOrder("", List.of(parts[0].split(",")), range);
  }

  Query query(Schema table) {
    Filter rows = null;
    if (filter != null) {
      String column = filter.column();
      // Parquet compares a column with numbers of its own width only.
      TypeKind kind = table.require(column).type().kind();
      rows = new Filter(column, kind, filter.low(), filter.high(), null);
    }
    return new Query(table, columns, Loop.SIMPLE, rows);
  }
}
