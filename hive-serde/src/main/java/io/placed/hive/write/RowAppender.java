package io.placed.hive.write;

import io.placed.hive.type.Columns;
import io.placed.vector.Batch;
import java.util.List;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** Appends Hive's rows to a batch. */
final class RowAppender {
  private final Columns columns;
  private final TimeAppenders times;
  private StructObjectInspector inspector;
  private List<? extends StructField> fields;
  private ValueAppender[] appenders;

  RowAppender(Columns columns, TimeAppenders times) {
    this.columns = columns;
    this.times = times;
  }

  /**
   * @throws IllegalArgumentException if a value cannot be stored; the batch must not be used
   *     afterwards
   */
  void append(Batch batch, Object row, StructObjectInspector rowInspector) {
    if (rowInspector != inspector) {
      prepare(rowInspector);
    }
    for (int c = 0; c < appenders.length; c++) {
      Object value = rowInspector.getStructFieldData(row, fields.get(c));
      appenders[c].append(value, batch.column(c));
    }
    batch.setRows(batch.rows() + 1);
  }

  private void prepare(StructObjectInspector rowInspector) {
    List<? extends StructField> all = rowInspector.getAllStructFieldRefs();
    if (all.size() < columns.size()) {
      throw new IllegalArgumentException(
          "a row must have " + columns.size() + " columns, found " + all.size());
    }
    ValueAppenders make = new ValueAppenders(times);
    ValueAppender[] made = new ValueAppender[columns.size()];
    for (int c = 0; c < made.length; c++) {
      made[c] =
          make.of(
              columns.names().get(c), columns.types().get(c), all.get(c).getFieldObjectInspector());
    }
    inspector = rowInspector;
    fields = all;
    appenders = made;
  }
}
