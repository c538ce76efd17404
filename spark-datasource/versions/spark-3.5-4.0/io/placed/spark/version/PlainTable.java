package io.placed.spark.version;

import io.placed.spark.internal.Session;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.types.StructType;

/** A table that is described by its columns. */
public interface PlainTable extends Table {
  /** Before Spark 4.1, tables must have the same columns as a struct, too. */
  @Override
  default StructType schema() {
    return Session.schema(columns());
  }
}
