package io.placed.spark.catalog;

import io.placed.spark.version.PathCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;

/** A catalog for Spark 4.1, which has no changes of tables. */
public abstract class VersionedCatalog extends PathCatalog {
  /** The path of a table. */
  protected abstract String pathOf(Identifier ident);
}
