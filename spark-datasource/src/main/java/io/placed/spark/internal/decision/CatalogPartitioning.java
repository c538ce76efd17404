package io.placed.spark.internal.decision;

import io.placed.spark.PlacedCatalog;
import io.placed.spark.catalog.HiveTables;
import io.placed.spark.catalog.PlacedTable;
import io.placed.spark.internal.Errors;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import java.util.List;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;

/** What the session's catalog says of a table whose partitioning is changed by name. */
public final class CatalogPartitioning {
  private final NameResolver names;
  private final SessionTables tables;
  private final boolean caseSensitive;

  CatalogPartitioning(NameResolver names, SessionTables tables, boolean caseSensitive) {
    this.names = names;
    this.tables = tables;
    this.caseSensitive = caseSensitive;
  }

  /**
   * Refuses to change the partitioning of a Hive table with partition columns, whose partitions the
   * metastore lists. Throws an AnalysisException that names both.
   *
   * @param name any; nothing is refused unless it is that of a table of the session's catalog
   */
  public void requireNotListed(List<String> name, PartitionSpec spec) {
    TableDefinition table = names.catalogTable(name);
    if (table != null && table.isHiveTable() && !table.partitionColumns().isEmpty()) {
      throw Errors.analysis(
          String.join(".", name)
              + ": the metastore lists the partitions of the table by "
              + table.partitionColumns()
              + ", which cannot be changed to ["
              + spec
              + "]; change the partitioning of the path "
              + table.location()
              + ", and create the table in the metastore again without PARTITIONED BY",
          null);
    }
  }

  /**
   * A table of the session's catalog.
   *
   * @return null if the name is that of something else
   */
  public PlacedTable declared(List<String> name) {
    TableDefinition table = names.catalogTable(name);
    if (table == null) {
      return null;
    }
    return table.isHiveTable()
        ? HiveTables.open(table).table()
        : (PlacedTable) PlanDecisions.table(table);
  }

  /** Notes in the catalog that the log says how the table is partitioned. */
  public void follow(List<String> name, PartitionSpec spec) {
    if (names.catalogTable(name) == null) {
      return;
    }
    try {
      tables.setProperty(name, PlacedOptions.PARTITIONING, spec.toString());
    } catch (Throwable e) { // Scala does not declare those of catalogs.
      TableDefinition now = names.catalogTable(name);
      if (now == null
          || !spec.toString().equals(now.properties().get(PlacedOptions.PARTITIONING))) {
        throw e;
      }
    }
  }

  /**
   * The partitioning of a new table at a path with column names as in its schema; other tables, and
   * what is no partitioning of ours, stay as they are.
   */
  public List<Transform> resolved(
      CatalogPlugin catalog, String[] columns, List<Transform> partitioning) {
    if (!(catalog instanceof PlacedCatalog)) {
      return partitioning;
    }
    try {
      PartitionSpec spec = Partitions.toSpec(partitioning.toArray(Transform[]::new));
      return List.of(Partitions.toTransforms(Partitions.resolved(spec, columns, caseSensitive)));
    } catch (IllegalArgumentException e) {
      return partitioning; // The catalog refuses it.
    }
  }

  /**
   * The partitioning of a new table as text, if the session's catalog, which knows columns only,
   * cannot store it; null if it can. Throws an AnalysisException if it does not go with the
   * columns.
   */
  public String transforms(List<String> names, List<DataType> types, List<Transform> partitioning) {
    try {
      PartitionSpec spec = Partitions.toSpec(partitioning.toArray(Transform[]::new));
      if (!spec.hasTransforms()) {
        return null;
      }
      String[] all = names.toArray(String[]::new);
      PartitionSpec resolved = Partitions.resolved(spec, all, caseSensitive);
      for (PartitionTerm t : resolved.terms()) {
        int at = names.indexOf(t.column());
        if (at < 0) {
          throw new IllegalArgumentException(
              "column " + t.column() + " of the partitioning does not exist, found " + names);
        }
        t.transform().requireAllowed(t.column(), SparkTypes.toType(types.get(at), t.column()));
      }
      return resolved.toString();
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
