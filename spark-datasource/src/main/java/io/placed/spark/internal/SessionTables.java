package io.placed.spark.internal;

import java.util.List;

/** Tables and databases of the session's catalog. */
public interface SessionTables {
  boolean hasDatabase(String name);

  /**
   * @param name of one or two parts
   * @return null if there is no such table, or a temporary view of that name
   */
  TableDefinition find(List<String> name);
}
