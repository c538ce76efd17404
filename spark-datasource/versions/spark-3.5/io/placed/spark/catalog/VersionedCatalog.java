package io.placed.spark.catalog;

import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.version.PathCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;

/** A catalog for Spark 3.5, which has no procedures and no changes of tables. */
public abstract class VersionedCatalog extends PathCatalog {
  /** The path of a table. */
  protected abstract String pathOf(Identifier ident);

  /** What the session's catalog says about the table; null if it was named by its path. */
  protected abstract TableDefinition definitionOf(Identifier ident);
}
