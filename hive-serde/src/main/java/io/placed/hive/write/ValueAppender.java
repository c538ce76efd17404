package io.placed.hive.write;

import io.placed.vector.Column;

/** Appends values of one of Hive's inspectors to a column. */
interface ValueAppender {
  /**
   * @param value may be null
   * @throws IllegalArgumentException naming the column if the value cannot be stored
   */
  void append(Object value, Column column);
}
