package io.placed.spark.catalog;

import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.version.PathCatalog;
import io.placed.spark.version.SparkProcedures;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/** A catalog for Spark 4.0, which lists no procedures and has no changes of tables. */
public abstract class VersionedCatalog extends PathCatalog implements ProcedureCatalog {
  /** The path of a table. */
  protected abstract String pathOf(Identifier ident);

  /** What the session's catalog says about the table; null if it was named by its path. */
  protected abstract TableDefinition definitionOf(Identifier ident);

  @Override
  public final UnboundProcedure loadProcedure(Identifier ident) {
    return SparkProcedures.load(name(), procedures(), ident);
  }
}
