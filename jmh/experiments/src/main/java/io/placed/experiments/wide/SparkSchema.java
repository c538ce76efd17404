package io.placed.experiments.wide;

import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.types.StructType;

/** Parquet's schema as an engine has it. */
final class SparkSchema {
  private static final Configuration SETTINGS = settings();

  private SparkSchema() {}

  private static Configuration settings() {
    Configuration out = new Configuration();
    out.set("spark.sql.parquet.binaryAsString", "false");
    out.set("spark.sql.parquet.int96AsTimestamp", "true");
    out.set("spark.sql.caseSensitive", "true");
    out.set("spark.sql.parquet.inferTimestampNTZ.enabled", "true");
    out.set("spark.sql.legacy.parquet.nanosAsLong", "false");
    return out;
  }

  static StructType convert(ParquetMetadata file) {
    return new ParquetToSparkSchemaConverter(SETTINGS).convert(file.getFileMetaData().getSchema());
  }
}
