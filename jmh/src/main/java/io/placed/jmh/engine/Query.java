package io.placed.jmh.engine;

import io.placed.schema.Schema;
import java.util.List;

/**
 * What is read and summed.
 *
 * @param table all columns of the table
 * @param columns that are summed, in this order
 */
public record Query(Schema table, List<String> columns, Loop loop) {
  public Query {
    columns = List.copyOf(columns);
  }

  /** The columns that are summed. */
  public Schema schema() {
    return table.select(columns);
  }
}
