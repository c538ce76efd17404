package io.placed.spark.internal.decision;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.catalog.CatalogColumns;
import io.placed.spark.catalog.HiveTables;
import io.placed.spark.internal.Errors;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Keeps the definition of a table in the session's catalog in step with a rollback. */
public final class CatalogRollback {
  private final NameResolver names;
  private final CatalogPlacement placement;
  private final SessionTables tables;

  CatalogRollback(NameResolver names, CatalogPlacement placement, SessionTables tables) {
    this.names = names;
    this.placement = placement;
    this.tables = tables;
  }

  /**
   * Refuses to bring a table back to a snapshot that the session's catalog contradicts: by its
   * partitioning, by whether it shows files that no snapshot lists, or by a placement of columns
   * that the snapshot does not have. Throws an AnalysisException that names both.
   *
   * @param name any; nothing is refused unless it is that of a table of the session's catalog
   */
  public void requireFollows(List<String> name, Snapshot snapshot) {
    TableDefinition table = names.catalogTable(name);
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
    // Writes by name would fail afterwards.
    String setting = placement.settingOfOthers(name, snapshot.schema());
    if (setting != null) {
      throw Errors.analysis(
          String.join(".", name)
              + ": snapshot "
              + snapshot.id()
              + " has the columns "
              + snapshot.schema().fields().stream().map(Field::name).toList()
              + ", and the table in the catalog has "
              + setting
              + "; remove it with ALTER TABLE … UNSET TBLPROPERTIES first",
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
   * about them and their order. Those that it has left out stay so, unless the rollback brings them
   * back.
   *
   * @param name any; nothing is done unless it is that of a table of the session's catalog
   * @param before the columns of the log before the rollback, whose names the catalog has
   */
  public void follow(List<String> name, Schema before, Snapshot snapshot) {
    TableDefinition table = names.catalogTable(name);
    if (table == null) {
      return;
    }
    CatalogColumns catalog = new CatalogColumns(table.schema(), before);
    List<CatalogColumns.Known> columns = new ArrayList<>();
    StructField[] logged = SparkTypes.toStruct(snapshot.schema()).fields();
    for (int i = 0; i < logged.length; i++) {
      Field past = snapshot.schema().field(i);
      boolean partition =
          table.partitionColumns().stream().anyMatch(p -> p.equalsIgnoreCase(past.name()));
      // The catalog has partition columns for good.
      StructField known = partition ? catalog.named(past.name()) : catalog.find(past);
      Field stays =
          before.fields().stream().filter(f -> f.id() == past.id()).findFirst().orElse(null);
      if (known == null && stays != null) {
        continue;
      }
      boolean sameName = partition || stays != null && stays.name().equals(past.name());
      StructField own = logged[i];
      if (table.isHiveTable()) {
        DataType declared = known == null ? null : known.dataType();
        own = column(own.name(), HiveTables.declared(own.dataType(), declared), own);
      }
      own = known != null && sameName ? column(known.name(), own.dataType(), own) : own;
      columns.add(
          new CatalogColumns.Known(
              known == null ? own : CatalogColumns.described(known, own), known));
    }
    List<StructField> all = catalog.inOrder(columns, table.partitionColumns());
    StructType schema = new StructType(all.toArray(StructField[]::new));
    if (!schema.equals(table.schema())) {
      try {
        tables.alter(name, schema);
      } catch (Throwable e) { // Scala does not declare those of catalogs.
        TableDefinition now = names.catalogTable(name);
        if (now == null || now.schema().equals(table.schema())) {
          throw e;
        }
      }
    }
  }

  /** The catalog may spell a name, or know a type, in another way than the log. */
  private static StructField column(String name, DataType type, StructField f) {
    return new StructField(name, type, f.nullable(), f.metadata());
  }
}
