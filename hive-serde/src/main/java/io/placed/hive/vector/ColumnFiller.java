package io.placed.hive.vector;

import io.placed.vector.Column;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;

/** Copies decoded values to a vector of Hive. */
public interface ColumnFiller {
  /**
   * Fills the first {@code rows} values. The vector may share arrays with the column, so it is
   * valid until the column is filled again.
   */
  void fill(Column source, ColumnVector target, int rows);
}
