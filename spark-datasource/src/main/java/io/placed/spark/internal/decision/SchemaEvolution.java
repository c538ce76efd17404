package io.placed.spark.internal.decision;

import io.placed.spark.internal.Errors;
import io.placed.spark.version.EvolvingTable;
import java.util.List;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** Writes WITH SCHEMA EVOLUTION, which may change the columns of their table. */
public final class SchemaEvolution {
  private final SessionTables tables;

  SchemaEvolution(SessionTables tables) {
    this.tables = tables;
  }

  /**
   * The table of the session's catalog to which a write WITH SCHEMA EVOLUTION goes.
   *
   * @return database and table; null if it is not of this source, or a table at a path, whose
   *     catalog changes columns itself
   * @throws org.apache.spark.sql.AnalysisException if its columns cannot be changed by a write
   */
  public List<String> evolving(List<String> name) {
    boolean path = name.size() > 1 && name.get(0).equals(NameResolver.PATHS);
    TableDefinition table = path ? null : tables.find(name);
    if (!path && (table == null || !table.isPlaced())) {
      return null;
    }
    if (EvolvingTable.CAPABILITY == null) {
      throw noEvolution(name, "needs Spark 4.2");
    }
    if (path) {
      return null;
    }
    if (table.isHiveTable()) {
      throw noEvolution(name, "is not supported for tables STORED AS PLACED");
    }
    return table.name();
  }

  /**
   * A catalog with which a write may change the columns of a table.
   *
   * @throws org.apache.spark.sql.AnalysisException if the catalog does not know tables of this
   *     source
   */
  public TableCatalog evolving(List<String> name, Table table, TableCatalog catalog) {
    if (!(table instanceof ScanTable placed)) {
      throw noEvolution(name, "is not supported by the session's catalog, " + catalog.getClass());
    }
    return placed.evolving(catalog);
  }

  /**
   * Refuses a write WITH SCHEMA EVOLUTION of a table whose columns no write changes.
   *
   * @throws org.apache.spark.sql.AnalysisException if it is one of this source
   */
  public void requireEvolving(String name, Table table) {
    if (!(table instanceof ScanTable)) {
      return;
    }
    if (EvolvingTable.CAPABILITY == null) {
      throw noEvolution(name, "needs Spark 4.2");
    }
    if (!table.capabilities().contains(EvolvingTable.CAPABILITY)) {
      throw noEvolution(name, "needs the name of the table");
    }
  }

  private static RuntimeException noEvolution(List<String> name, String why) {
    return noEvolution(String.join(".", name), why);
  }

  private static RuntimeException noEvolution(String name, String why) {
    return Errors.analysis(
        name
            + ": a write WITH SCHEMA EVOLUTION "
            + why
            + "; add the columns first, with ALTER TABLE … ADD COLUMN, and leave the words out",
        null);
  }
}
