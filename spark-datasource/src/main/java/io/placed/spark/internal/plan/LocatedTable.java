package io.placed.spark.internal.plan;

import java.util.List;

/** What a query reads from directories. */
public interface LocatedTable {
  /** Paths of the directories and files that are read. */
  List<String> locations();
}
