package io.placed.spark.version;

import org.apache.spark.sql.connector.catalog.SupportsSchemaEvolution;
import org.apache.spark.sql.connector.catalog.TableCapability;

/** A table whose columns Spark may change for a write {@code WITH SCHEMA EVOLUTION}. */
public interface EvolvingTable extends SupportsSchemaEvolution {
  /** With it a table says that its columns may be changed; null if no table can. */
  TableCapability CAPABILITY = TableCapability.AUTOMATIC_SCHEMA_EVOLUTION;
}
