package io.placed.hive;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;

/**
 * A row between Hive's SerDe and Placed files. It is never serialized: Hive sends rows between
 * tasks in formats of its own.
 */
public final class PlacedRow implements Writable {
  private Object row;
  private StructObjectInspector inspector;

  /** Sets a row to be written. */
  void set(Object newRow, StructObjectInspector newInspector) {
    row = newRow;
    inspector = newInspector;
  }

  /**
   * Sets a row that was read.
   *
   * @param values one per column, as standard writable inspectors expect them
   */
  public void set(Object[] values) {
    row = values;
    inspector = null;
  }

  /** The row; if it was read, an {@code Object[]}. */
  public Object row() {
    return row;
  }

  /** The inspector of a row to be written. */
  public StructObjectInspector inspector() {
    return inspector;
  }

  @Override
  public void write(DataOutput out) {
    throw new UnsupportedOperationException("rows of a Placed table cannot be serialized");
  }

  @Override
  public void readFields(DataInput in) {
    throw new UnsupportedOperationException("rows of a Placed table cannot be serialized");
  }
}
