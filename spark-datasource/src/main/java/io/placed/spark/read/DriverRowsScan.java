package io.placed.spark.read;

import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;

/** A scan whose few rows the driver has: no task is needed. */
class DriverRowsScan implements LocalScan, SupportsReportStatistics {
  private final StructType schema;
  private final InternalRow[] rows;
  private final String description;

  DriverRowsScan(StructType schema, InternalRow[] rows, String description) {
    this.schema = schema;
    this.rows = rows;
    this.description = description;
  }

  @Override
  public final StructType readSchema() {
    return schema;
  }

  @Override
  public final InternalRow[] rows() {
    return rows;
  }

  @Override
  public final Statistics estimateStatistics() {
    return new ScanStatistics((long) rows.length * schema.defaultSize(), rows.length, Map.of());
  }

  @Override
  public final String description() {
    return description;
  }
}
