package io.placed.table.partition;

import io.placed.schema.Schema;

/** The columns of a table and the fields by which its files are partitioned, at one time. */
public record TableFields(Schema columns, Partitioning partitioning) {
  /** The columns, and the results of derived partition fields, under their ids. */
  public Schema withResults() {
    return partitioning.withResults(columns);
  }
}
