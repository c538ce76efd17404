package io.placed.hive.read;

import io.placed.vector.Column;

/** Returns single values as Hive's standard writable inspectors expect them. */
interface CellReader {
  /** Value i; null if it is null. The next call may return the same object. */
  Object read(Column column, int i);
}
