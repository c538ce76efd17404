package io.placed.advise.workload;

import io.placed.schema.Schema;

/**
 * The table that a workload is loaded for.
 *
 * @param name in SQL: {@code table} or {@code database.table}
 * @param path of its directory or file
 * @param format Spark's name of the format: placed, parquet, orc, iceberg, delta
 * @param schema columns and field ids
 * @param quantiles which turn literals into ranks
 */
public record WorkloadTable(
    String name, String path, String format, Schema schema, QuantileSource quantiles) {
  WorkloadTable withPath(String other) {
    return new WorkloadTable(name, other, format, schema, quantiles);
  }
}
