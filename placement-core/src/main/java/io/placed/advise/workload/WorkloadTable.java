package io.placed.advise.workload;

import io.placed.io.FileStores;
import io.placed.schema.Schema;
import java.io.IOException;

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
  /**
   * Whether a source means this table: by path, or by name where formats have plans with names.
   *
   * @param found path or name
   */
  public boolean isOf(String found) {
    String own = ScanRecord.path(path);
    String other = ScanRecord.path(found);
    return other.equals(own)
        || other.startsWith(own + "/")
        || !found.contains("/") && (found.equals(name) || found.endsWith("." + name));
  }

  /** The same table with a whole path, with scheme and host, as sources have it. */
  public WorkloadTable qualified(FileStores stores) throws IOException {
    return new WorkloadTable(name, stores.forPath(path).qualify(path), format, schema, quantiles);
  }
}
