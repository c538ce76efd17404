package io.placed.formats.parquet;

/** Appends the values of a top-level column. */
interface RowsReader {
  /** Appends the values of the next rows, which must be in the same row group. */
  void read(int rows);
}
