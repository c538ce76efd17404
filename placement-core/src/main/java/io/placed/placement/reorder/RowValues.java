package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Serial;
import java.io.Serializable;

/** Serializable form of a small number of rows. */
public final class RowValues implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final Object[][] rows;

  private RowValues(Object[][] rows) {
    this.rows = rows;
  }

  /** The first rows of a batch without nested columns. */
  static RowValues of(Batch batch, int rows) {
    Object[][] values = new Object[rows][];
    for (int i = 0; i < rows; i++) {
      values[i] = batch.row(i);
    }
    return new RowValues(values);
  }

  Batch batch(Schema schema) {
    Batch batch = Batch.of(schema);
    for (Object[] row : rows) {
      batch.appendRow(row);
    }
    return batch;
  }
}
