package io.placed.spark.internal.decision;

import java.util.List;
import org.apache.spark.sql.types.StructType;

/** Tables and databases of the session's catalog. */
public interface SessionTables {
  boolean hasDatabase(String name);

  /**
   * What a name in a query means, or in the view that this thread resolves.
   *
   * @param name with any number of parts, including those of catalogs
   * @return null if the session's catalog has no such table, or the name is that of a temporary
   *     view or of a table of another catalog
   */
  TableDefinition find(List<String> name);

  /**
   * Changes the columns that the catalog keeps.
   *
   * @param name as for {@link #find}
   * @param schema partition columns included, at the end
   */
  void alter(List<String> name, StructType schema);

  /**
   * Sets a property of a table.
   *
   * @param name as for {@link #find}
   */
  void setProperty(List<String> name, String property, String value);

  /**
   * Removes properties of a table.
   *
   * @param name as for {@link #find}
   */
  void removeProperties(List<String> name, List<String> properties);
}
