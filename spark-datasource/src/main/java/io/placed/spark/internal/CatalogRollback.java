package io.placed.spark.internal;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.catalog.CatalogColumns;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Keeps the definition of a table in the session's catalog in step with a rollback. */
public final class CatalogRollback {
  private final PlanDecisions decisions;
  private final SessionTables tables;

  CatalogRollback(PlanDecisions decisions, SessionTables tables) {
    this.decisions = decisions;
    this.tables = tables;
  }

  /**
   * Refuses to bring a table back to a snapshot that the session's catalog contradicts, by its
   * partitioning or by whether it shows files that no snapshot lists. Throws an AnalysisException
   * that names both.
   *
   * @param name any; nothing is refused unless it is that of a table of the session's catalog
   */
  public void requireFollows(List<String> name, Snapshot snapshot) {
    TableDefinition table = decisions.catalogTable(name);
    boolean ofLog = table != null && table.properties().containsKey(PlacedOptions.PARTITIONING);
    if (table != null
        && !ofLog
        && !sameNames(table.partitionColumns(), snapshot.partitionColumns())) {
      throw Errors.analysis(
          String.join(".", name)
              + ": snapshot "
              + snapshot.id()
              + " is partitioned by "
              + snapshot.partitionColumns()
              + ", and the table in the catalog by "
              + table.partitionColumns()
              + "; roll back the path "
              + table.location()
              + ", and create the table in the catalog again",
          null);
    }
    String shows = table == null ? null : table.properties().get(TableProperties.FOREIGN_FILES);
    boolean shown = TableProperties.showForeignFiles(snapshot.properties());
    if (shows != null && Boolean.parseBoolean(shows) != shown) {
      // The next write through the catalog would record the catalog's value again.
      throw Errors.analysis(
          String.join(".", name)
              + ": snapshot "
              + snapshot.id()
              + " has "
              + TableProperties.FOREIGN_FILES
              + "="
              + shown
              + ", and the table in the catalog has "
              + shows
              + "; set it with ALTER TABLE … SET TBLPROPERTIES first",
          null);
    }
  }

  private static boolean sameNames(List<String> some, List<String> others) {
    return some.size() == others.size()
        && IntStream.range(0, some.size())
            .allMatch(i -> some.get(i).equalsIgnoreCase(others.get(i)));
  }

  /**
   * Gives the table in the session's catalog the columns that a snapshot has: the catalog would
   * look for others by their names. Columns that it knows, under whatever names, keep what it says
   * about them.
   *
   * @param name any; nothing is done unless it is that of a table of the session's catalog
   * @param before the columns of the log before the rollback, whose names the catalog has
   */
  public void follow(List<String> name, Schema before, Snapshot snapshot) {
    TableDefinition table = decisions.catalogTable(name);
    if (table == null) {
      return;
    }
    CatalogColumns catalog = new CatalogColumns(table.schema(), before);
    List<StructField> columns = new ArrayList<>();
    List<String> partitions = new ArrayList<>();
    StructField[] logged = SparkTypes.toStruct(snapshot.schema()).fields();
    for (int i = 0; i < logged.length; i++) {
      Field past = snapshot.schema().field(i);
      boolean partition =
          table.partitionColumns().stream().anyMatch(p -> p.equalsIgnoreCase(past.name()));
      // The catalog has partition columns for good.
      StructField known = partition ? catalog.named(past.name()) : catalog.find(past);
      boolean sameName =
          before.fields().stream()
              .anyMatch(f -> f.id() == past.id() && f.name().equals(past.name()));
      StructField own =
          known != null && (partition || sameName) ? named(known.name(), logged[i]) : logged[i];
      columns.add(known == null ? own : CatalogColumns.described(known, own));
      if (partition) {
        partitions.add(own.name());
      }
    }
    StructType schema = new StructType(columns.toArray(StructField[]::new));
    if (table
        .schema()
        .equals(CatalogColumns.partitionsLast(table.schema(), table.partitionColumns()))) {
      schema = CatalogColumns.partitionsLast(schema, partitions);
    }
    if (!schema.equals(table.schema())) {
      try {
        tables.alter(name, schema);
      } catch (Throwable e) { // Scala does not declare those of catalogs.
        TableDefinition now = decisions.catalogTable(name);
        if (now == null || now.schema().equals(table.schema())) {
          throw e;
        }
      }
    }
  }

  /** The catalog may spell a name in another way than the log. */
  private static StructField named(String name, StructField f) {
    return new StructField(name, f.dataType(), f.nullable(), f.metadata());
  }
}
