package io.placed.write.encode;

import io.placed.format.v1.ColumnRecord;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;

/** Validates schemas and batches before anything is written. */
public record BatchCheck(String path, Schema schema) {

  /**
   * Requires types that readers accept.
   *
   * @throws IllegalArgumentException naming the column
   */
  public void requireReadableTypes() {
    for (Field f : schema.fields()) {
      if (depth(f.type()) > ColumnRecord.MAX_DEPTH) {
        throw new IllegalArgumentException(
            "column "
                + f.name()
                + " is nested more than "
                + ColumnRecord.MAX_DEPTH
                + " levels deep");
      }
    }
  }

  private static int depth(Type type) {
    int deepest = 0;
    for (Field child : type.children()) {
      deepest = Math.max(deepest, depth(child.type()));
    }
    return deepest + 1;
  }

  /**
   * Requires the columns of the batch to be those of the schema.
   *
   * @throws IllegalArgumentException naming the column
   */
  public void requireFits(Batch batch) {
    if (batch.columns().size() != schema.size()) {
      throw new IllegalArgumentException(
          path
              + ": a batch must have "
              + schema.size()
              + " columns, found "
              + batch.columns().size());
    }
    for (int c = 0; c < schema.size(); c++) {
      Field f = schema.field(c);
      Column column = batch.column(c);
      if (!Type.sameShape(column.type(), f.type())) {
        throw new IllegalArgumentException(
            path
                + ": column "
                + f.name()
                + " must be of type "
                + f.type()
                + ", found "
                + column.type());
      }
      if (column.size() != batch.rows()) {
        throw new IllegalArgumentException(
            path
                + ": column "
                + f.name()
                + " has "
                + column.size()
                + " values in a batch of "
                + batch.rows()
                + " rows");
      }
      if (!f.nullable() && column.nullCount() > 0) {
        throw new IllegalArgumentException(
            path + ": column " + f.name() + " is not nullable, found nulls");
      }
    }
  }
}
