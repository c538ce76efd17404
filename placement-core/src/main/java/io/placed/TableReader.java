package io.placed;

import io.placed.predicate.Predicate;
import io.placed.scan.ScanMetrics;
import io.placed.schema.Schema;
import io.placed.table.OpenTable;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * A table that is held open for many small reads: of rows by number, and of rows that match a
 * filter. It reads the same snapshot until it is closed, and keeps up to 64 files open, whose
 * footers it does not read again, and the pages that it used last, in a quarter of the heap divided
 * by the processors. Not thread-safe: open one per thread.
 */
public final class TableReader implements Closeable {
  private final OpenTable table;
  private final Schema schema;

  TableReader(OpenTable table, Schema schema) {
    this.table = table;
    this.schema = schema;
  }

  /** The columns of the batches. */
  public Schema schema() {
    return schema;
  }

  /**
   * Reads rows by their numbers. Of a single file these are positions, from 0 on. Of a table they
   * are the values of the column {@code _row_id}, which later commits do not change, except where
   * they write a row again (UPDATE, rewrite, optimize).
   *
   * <p>Fetches only the pages that have one of the rows, and decodes only their vectors of 1,024
   * rows.
   *
   * @param numbers in any order, possibly with duplicates
   * @return the rows in the order of the numbers, in memory; not reused
   * @throws IllegalArgumentException that names a number which no row of the snapshot has
   */
  public Batch rows(long... numbers) throws IOException {
    return table.rows(numbers);
  }

  /**
   * Starts a scan of rows that match. Several may be open, one after the other or interleaved;
   * close each before this.
   *
   * @param predicate null = all rows
   * @throws IllegalArgumentException if the predicate does not fit the columns of the table
   */
  public TableScan scan(Predicate predicate) {
    return new TableScan(table.scan(predicate), schema);
  }

  /** Metrics of all reads by number so far. */
  public ScanMetrics metrics() {
    return table.metrics();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
