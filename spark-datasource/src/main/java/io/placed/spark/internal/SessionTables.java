package io.placed.spark.internal;

import java.util.List;
import org.apache.spark.sql.types.StructType;

/** Tables and databases of the session's catalog. */
public interface SessionTables {
  boolean hasDatabase(String name);

  /**
   * @param name with one or two parts
   * @return null if there is no such table, or there is a temporary view with this name
   */
  TableDefinition find(List<String> name);

  /**
   * Changes the columns that the catalog keeps.
   *
   * @param name as for {@link #find}
   * @param schema partition columns included, at the end
   */
  void alter(List<String> name, StructType schema);

  /** Sets a property of a table. */
  void setProperty(List<String> name, String property, String value);
}
