package io.placed.vector;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Some rows of a table: one column per field of the schema, all of the same size. */
public final class Batch {
  private final Schema schema;
  private final List<Column> columns;
  private int rows;

  private Batch(Schema schema, List<Column> columns) {
    this.schema = schema;
    this.columns = columns;
  }

  /** An empty batch with new columns. */
  public static Batch of(Schema schema) {
    List<Column> columns = new ArrayList<>(schema.size());
    for (Field f : schema.fields()) {
      columns.add(Column.of(f.type()));
    }
    return new Batch(schema, Collections.unmodifiableList(columns));
  }

  /** A batch over columns that exist; they must fit the schema and have the same size. */
  public static Batch of(Schema schema, List<Column> columns, int rows) {
    if (columns.size() != schema.size()) {
      throw new IllegalArgumentException(
          "a batch needs " + schema.size() + " columns, found " + columns.size());
    }
    Batch b = new Batch(schema, List.copyOf(columns));
    b.setRows(rows);
    return b;
  }

  public Schema schema() {
    return schema;
  }

  public List<Column> columns() {
    return columns;
  }

  public Column column(int i) {
    return columns.get(i);
  }

  /** The column of this name; the error lists the columns there are. */
  public Column column(String name) {
    schema.require(name);
    return columns.get(schema.indexOf(name));
  }

  public int rows() {
    return rows;
  }

  /**
   * Sets the number of rows after the columns were filled.
   *
   * @throws IllegalArgumentException if a column has another size
   */
  public void setRows(int n) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).size() != n) {
        throw new IllegalArgumentException(
            "column "
                + schema.field(i).name()
                + " has "
                + columns.get(i).size()
                + " values, expected "
                + n
                + " as the rows of the batch");
      }
    }
    rows = n;
  }

  public void clear() {
    columns.forEach(Column::clear);
    rows = 0;
  }

  /** Adds the rows [from, from + count) of a batch with the same types. */
  public void appendRange(Batch source, int from, int count) {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).appendRange(source.columns.get(i), from, count);
    }
    rows += count;
  }

  /** Adds the rows at the given positions of a batch with the same types. */
  public void appendSelected(Batch source, int[] positions, int count) {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).appendSelected(source.columns.get(i), positions, count);
    }
    rows += count;
  }

  /**
   * Adds one row of Java values, in the order of the schema; see {@link Values}.
   *
   * @throws IllegalArgumentException if a value does not fit its field; the batch is unchanged
   */
  public void appendRow(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "a row must have " + columns.size() + " values, found " + values.length);
    }
    try {
      for (int i = 0; i < values.length; i++) {
        Values.append(columns.get(i), schema.field(i), values[i]);
      }
    } catch (RuntimeException e) {
      columns.forEach(c -> c.truncate(rows));
      throw e;
    }
    rows++;
  }

  /** One row as Java values; see {@link Values}. */
  public Object[] row(int i) {
    Object[] out = new Object[columns.size()];
    Arrays.setAll(out, c -> Values.get(columns.get(c), i));
    return out;
  }

  /** See {@link Column#prepareReads}. */
  public void prepareReads() {
    columns.forEach(Column::prepareReads);
  }

  /** Approximate memory of the rows. */
  public long memoryBytes() {
    long sum = 0;
    for (Column c : columns) {
      sum += c.memoryBytes();
    }
    return sum;
  }
}
