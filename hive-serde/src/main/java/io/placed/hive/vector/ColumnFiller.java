package io.placed.hive.vector;

import io.placed.vector.Column;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;

/** Brings decoded values into a vector of Hive. */
public interface ColumnFiller {
  /**
   * Fills the first {@code rows} values. The vector may refer to arrays of the column, and so is
   * good until the column is filled again.
   */
  void fill(Column source, ColumnVector target, int rows);
}
