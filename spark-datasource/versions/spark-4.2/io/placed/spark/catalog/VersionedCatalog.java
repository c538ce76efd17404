package io.placed.spark.catalog;

import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.version.PathCatalog;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog for Spark 4.2, which also shows the changes of tables. */
public abstract class VersionedCatalog extends PathCatalog {
  /** The path of a table. */
  protected abstract String pathOf(Identifier ident);

  /** What the session's catalog says about the table; null if it was named by its path. */
  protected abstract TableDefinition definitionOf(Identifier ident);

  @Override
  public final Changelog loadChangelog(
      Identifier ident, ChangelogContext context, CaseInsensitiveStringMap options) {
    TableDefinition definition = definitionOf(ident);
    String path = definition == null ? pathOf(ident) : definition.location();
    return PlacedChangelog.open(path, definition, context, options);
  }
}
