package io.placed.spark.version;

import org.apache.spark.sql.connector.catalog.Table;

/** A table that is described by its columns. */
public interface PlainTable extends Table {}
