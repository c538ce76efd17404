package io.placed.spark.version;

import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.types.DataType;

/** A source to which DataFrames are saved. */
public interface SavingProvider extends CreatableRelationProvider {
  /** Spark 3.5 does not ask: the write itself refuses other types. */
  boolean supportsDataType(DataType type);
}
