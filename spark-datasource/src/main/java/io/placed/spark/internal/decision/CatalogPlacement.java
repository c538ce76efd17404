package io.placed.spark.internal.decision;

import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.spark.catalog.CatalogColumns;
import io.placed.spark.catalog.HiveTables;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the session's catalog says of the placement of a table that is rewritten by its name. */
public final class CatalogPlacement {
  private final NameResolver names;
  private final SessionTables tables;

  CatalogPlacement(NameResolver names, SessionTables tables) {
    this.names = names;
    this.tables = tables;
  }

  /**
   * The properties of a table that are settings of a placement.
   *
   * @param name any; there are none unless it is that of a table of the session's catalog
   */
  public Map<String, String> settings(List<String> name) {
    TableDefinition table = names.catalogTable(name);
    Map<String, String> settings = new TreeMap<>();
    if (table != null) {
      String prefix = table.isHiveTable() ? HiveTables.PREFIX : "";
      table
          .properties()
          .forEach(
              (p, value) -> {
                if (p.startsWith(prefix) && Placement.isSetting(p.substring(prefix.length()))) {
                  settings.put(p, value);
                }
              });
    }
    return settings;
  }

  /**
   * A setting of the table's placement that names a column which it has now, and would not have
   * with other columns.
   *
   * @param name any; there is none unless it is that of a table of the session's catalog
   * @return null if there is none
   */
  String settingOfOthers(List<String> name, Schema columns) {
    TableDefinition table = names.catalogTable(name);
    if (table == null) {
      return null;
    }
    String prefix = table.isHiveTable() ? HiveTables.PREFIX : "";
    Map<String, String> settings = new TreeMap<>();
    settings(name).forEach((p, value) -> settings.put(p.substring(prefix.length()), value));
    String found =
        Placement.settingThatNames(
            settings,
            column ->
                CatalogColumns.named(table.schema(), column) != null
                    && columns.fields().stream().noneMatch(f -> f.name().equalsIgnoreCase(column)));
    return found == null ? null : prefix + found;
  }

  /**
   * Removes the settings that a table had before it got another placement, which the log says:
   * later writes would go back to them. Those that somebody has changed meanwhile stay.
   */
  public void follow(List<String> name, Map<String, String> before) {
    Map<String, String> now = settings(name);
    List<String> earlier =
        now.keySet().stream().filter(p -> now.get(p).equals(before.get(p))).toList();
    if (!earlier.isEmpty()) {
      tables.removeProperties(name, earlier);
    }
  }
}
