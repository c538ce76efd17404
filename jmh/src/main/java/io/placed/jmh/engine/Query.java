package io.placed.jmh.engine;

import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * What is read and summed.
 *
 * @param table all columns of the table
 * @param columns that are summed, in this order
 * @param filter which rows are summed; null: all
 */
public record Query(Schema table, List<String> columns, Loop loop, Filter filter) {
  public Query {
    columns = List.copyOf(columns);
  }

  /** The columns that are summed and, behind them, that of the filter unless it is among them. */
  public List<String> columnsRead() {
    List<String> out = new ArrayList<>(columns);
    if (filter != null && !out.contains(filter.column())) {
      out.add(filter.column());
    }
    return out;
  }

  /** Where the filter's column stands among {@link #columnsRead}. */
  int keyPosition() {
    return columnsRead().indexOf(filter.column());
  }

  /** The types of the columns that are summed. */
  List<io.placed.schema.Type> types() {
    return schema().fields().stream().map(io.placed.schema.Field::type).toList();
  }

  /** The columns that are summed. */
  public Schema schema() {
    return table.select(columns);
  }
}
