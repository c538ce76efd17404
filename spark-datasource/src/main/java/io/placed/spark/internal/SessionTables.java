package io.placed.spark.internal;

import java.util.List;

/** Tables and databases of the session's catalog. */
public interface SessionTables {
  boolean hasDatabase(String name);

  /**
   * @param name with one or two parts
   * @return null if there is no such table, or there is a temporary view with this name
   */
  TableDefinition find(List<String> name);
}
