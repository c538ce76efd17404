package io.placed.advise;

import io.placed.advise.workload.QuantileSource;
import io.placed.schema.Schema;
import java.io.IOException;

/** A table of some format at one moment, which can be opened for advice any number of times. */
public interface AdvisedSource {
  /** Path of its directory or file. */
  String path();

  /** Spark's name of the format: placed, parquet, orc, iceberg, delta. */
  String format();

  /** The columns, partition columns included. */
  Schema schema();

  /** Distributions of the columns, which turn literals of workloads into ranks. */
  QuantileSource quantiles();

  /** Opens it. */
  AdvisedTable open() throws IOException;
}
