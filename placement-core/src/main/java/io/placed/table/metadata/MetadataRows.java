package io.placed.table.metadata;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows of a metadata table, which do not change with the log. */
public abstract class MetadataRows {
  private final Schema schema;

  MetadataRows(Schema schema) {
    this.schema = schema;
  }

  public final Schema schema() {
    return schema;
  }

  /** All columns. */
  public final Batch read() throws IOException {
    return read(schema.fields().stream().map(Field::name).toList());
  }

  /**
   * All rows; what no wanted column needs is not read.
   *
   * @param columns in the order wanted
   */
  public final Batch read(List<String> columns) throws IOException {
    Schema wanted = schema.select(columns);
    Batch out = Batch.of(wanted);
    for (Map<String, Value> row : rows()) {
      List<Object> values = new ArrayList<>(columns.size());
      for (String column : columns) {
        values.add(row.get(column).get());
      }
      out.appendRow(values.toArray());
    }
    return out;
  }

  /** Gets a value of a column, as {@link io.placed.vector.Values} has it, when it is wanted. */
  interface Value {
    Object get() throws IOException;
  }

  /** By the names of the schema. */
  abstract Iterable<Map<String, Value>> rows() throws IOException;

  /** A row of values that are known. */
  final Map<String, Value> row(Object... values) {
    Map<String, Value> row = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      row.put(schema.field(i).name(), () -> value);
    }
    return row;
  }
}
