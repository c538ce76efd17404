package io.placed.spark.internal;

import io.placed.spark.options.PlacedOptions;
import io.placed.table.partition.PartitionSpec;
import java.util.List;

/** What the session's catalog says of a table whose partitioning is changed by name. */
public final class CatalogPartitioning {
  private final PlanDecisions decisions;
  private final SessionTables tables;

  CatalogPartitioning(PlanDecisions decisions, SessionTables tables) {
    this.decisions = decisions;
    this.tables = tables;
  }

  /**
   * Refuses to change the partitioning of a table that has partition columns in the session's
   * catalog, which cannot change them. Throws an AnalysisException that names both.
   *
   * @param name any; nothing is refused unless it is that of a table of the session's catalog
   */
  public void requireFollows(List<String> name, PartitionSpec spec) {
    TableDefinition table = decisions.catalogTable(name);
    if (table != null && !table.partitionColumns().isEmpty()) {
      throw Errors.analysis(
          String.join(".", name)
              + ": the table has the partition columns "
              + table.partitionColumns()
              + " in the catalog, which cannot change them to ["
              + spec
              + "]; change the partitioning of the path "
              + table.location()
              + ", and create the table in the catalog again without PARTITIONED BY",
          null);
    }
  }

  /** Notes in the catalog that the log says how the table is partitioned. */
  public void follow(List<String> name, PartitionSpec spec) {
    if (decisions.catalogTable(name) != null) {
      tables.setProperty(
          PlanDecisions.inSession(name), PlacedOptions.PARTITIONING, spec.toString());
    }
  }
}
