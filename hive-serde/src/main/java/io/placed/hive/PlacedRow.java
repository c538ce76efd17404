package io.placed.hive;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;

/**
 * A row between Hive's serializer or deserializer and our files. It never leaves the process: Hive
 * ships rows between tasks in formats of its own.
 */
public final class PlacedRow implements Writable {
  private Object row;
  private StructObjectInspector inspector;

  /** A row to be written. */
  void set(Object newRow, StructObjectInspector newInspector) {
    row = newRow;
    inspector = newInspector;
  }

  /**
   * A row that was read.
   *
   * @param values one for each column, as standard writable inspectors expect them
   */
  public void set(Object[] values) {
    row = values;
    inspector = null;
  }

  /** The row: of a table that is read, an {@code Object[]}. */
  public Object row() {
    return row;
  }

  /** How to look into a row to be written. */
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
