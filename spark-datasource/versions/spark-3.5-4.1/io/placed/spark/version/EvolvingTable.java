package io.placed.spark.version;

import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableChange.ColumnChange;

/**
 * A table whose columns Spark may change for a write {@code WITH SCHEMA EVOLUTION}. Spark 4.0
 * ignores the words, and 4.1 would also make columns narrower than their values.
 */
public interface EvolvingTable extends Table {
  /** With it a table says that its columns may be changed; null if no table can. */
  TableCapability CAPABILITY = null;

  boolean supportsColumnChange(ColumnChange change);
}
