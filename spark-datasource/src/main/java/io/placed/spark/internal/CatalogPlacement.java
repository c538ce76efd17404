package io.placed.spark.internal;

import io.placed.placement.Placement;
import io.placed.spark.catalog.HiveTables;
import java.util.List;

/** What the session's catalog says of the placement of a table that is rewritten by its name. */
public final class CatalogPlacement {
  private final PlanDecisions decisions;
  private final SessionTables tables;

  CatalogPlacement(PlanDecisions decisions, SessionTables tables) {
    this.decisions = decisions;
    this.tables = tables;
  }

  /**
   * Removes the settings of a placement from the properties of a table that has got another one,
   * which the log says: later writes would go back to them.
   *
   * @param name any; nothing happens unless it is that of a table of the session's catalog
   */
  public void follow(List<String> name) {
    TableDefinition table = decisions.catalogTable(name);
    if (table == null) {
      return;
    }
    String prefix = decisions.isHiveTable(table) ? HiveTables.PREFIX : "";
    List<String> settings =
        table.properties().keySet().stream()
            .filter(p -> p.startsWith(prefix) && Placement.isSetting(p.substring(prefix.length())))
            .toList();
    if (!settings.isEmpty()) {
      tables.removeProperties(name, settings);
    }
  }
}
