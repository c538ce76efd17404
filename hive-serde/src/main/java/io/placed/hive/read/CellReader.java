package io.placed.hive.read;

import io.placed.vector.Column;

/** Gives single values as Hive's standard writable inspectors expect them. */
interface CellReader {
  /** Value i, null if it is missing; may be the same object at the next call. */
  Object read(Column column, int i);
}
