package io.placed.spark.catalog;

import io.placed.spark.version.PathCatalog;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A catalog for Spark 4.2, which also shows the changes of tables. */
public abstract class VersionedCatalog extends PathCatalog {
  /** The path of a table. */
  protected abstract String pathOf(Identifier ident);

  @Override
  public final Changelog loadChangelog(
      Identifier ident, ChangelogContext context, CaseInsensitiveStringMap options) {
    return PlacedChangelog.open(pathOf(ident), context, options);
  }
}
