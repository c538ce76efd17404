package io.placed.spark.catalog;

import io.placed.error.CommitConflictException;
import io.placed.placement.Placement;
import io.placed.spark.PlacedCatalog;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.CatalogInFront;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.Sources;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Wraps another catalog for an ALTER TABLE of one of its tables whose files are managed by Placed.
 */
final class AlteringCatalog extends CatalogInFront {
  private final PlacedTable table;

  private AlteringCatalog(TableCatalog catalog, PlacedTable table) {
    super(catalog);
    this.table = table;
  }

  /** The catalog with this one in front, or null if it changes the files of its tables itself. */
  static TableCatalog inFrontOf(TableCatalog catalog, PlacedTable table) {
    return catalog instanceof PlacedCatalog || catalog instanceof AlteringCatalog
        ? null
        : new AlteringCatalog(catalog, table);
  }

  /**
   * Changes that the files cannot follow are refused before the catalog changes anything; if the
   * catalog then fails, the data set gets its old columns back.
   */
  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    DataSet dataSet;
    Snapshot altered;
    boolean replaces = ReplacedColumns.are(changes);
    try {
      dataSet = table.dataSet();
      altered = alter(dataSet, replaces ? withoutKept(changes) : changes);
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
    try {
      // The new columns of a replacement have the order that they are given in.
      return super.alterTable(ident, replaces ? changes : withLengths(beforePartitions(changes)));
    } catch (Throwable e) { // Scala does not declare those of catalogs.
      if (altered != null) {
        CatalogFailure.undo(dataSet, altered, e, () -> isUnchanged(ident));
      }
      throw e;
    }
  }

  /**
   * The changes of REPLACE COLUMNS without those of columns that stay. The catalog forgets what it
   * knows about these.
   */
  private TableChange[] withoutKept(TableChange... changes) {
    boolean caseSensitive = Session.active().caseSensitive();
    StructType now = Session.schema(Session.columns(table.described()));
    List<ReplacedColumns.Kept> kept = ReplacedColumns.kept(now, caseSensitive, changes);
    for (ReplacedColumns.Kept k : kept) {
      String name = k.column().name();
      if (table.hasFormerDefault(name)) {
        throw new IllegalArgumentException(
            "column "
                + name
                + " cannot be replaced: it has a default in older rows, which the catalog would"
                + " forget; use ADD, DROP, RENAME and ALTER COLUMN");
      }
      if (!k.wanted().isNullable() && k.column().nullable() && table.hasFiles()) {
        throw new IllegalArgumentException(
            "column "
                + name
                + " stays, and rows of the table may have nulls in it; leave out"
                + " NOT NULL");
      }
    }
    for (String p : table.catalogPartitions()) {
      if (kept.stream().noneMatch(k -> k.column().name().equalsIgnoreCase(p))) {
        throw new IllegalArgumentException(
            "partition column " + p + " cannot be dropped; name it among the new columns");
      }
    }
    return ReplacedColumns.without(kept, changes);
  }

  /** Whether the catalog is as it was when the statement was analyzed. */
  private boolean isUnchanged(Identifier ident) throws NoSuchTableException {
    Table now = super.loadTable(ident);
    return List.of(now.columns()).equals(List.of(table.columns()))
        && now.properties().equals(table.properties());
  }

  /** Null if nothing changes but the catalog. */
  private Snapshot alter(DataSet dataSet, TableChange... changes) throws IOException {
    requireSupported(changes);
    requireStorable(changes);
    requireLoadable(changes);
    requireStorableTypes(changes);
    requireNoPartition(changes);
    requireNotNamed(changes);
    requireFittingDefaults(changes);
    requireNullsInOldRows(changes);
    if (!dataSet.hasSnapshots()) {
      requireNoRename(dataSet, changes);
      if (!takeNames(changes)) {
        return null;
      }
      create(dataSet);
    }
    Snapshot now = dataSet.current();
    boolean neverHadRows = now.nextRowId() == 0 && now.files().isEmpty(); // Few read manifests.
    ColumnChanges known =
        ColumnChanges.ofCatalogTable(
            now,
            Session.active().caseSensitive(),
            neverHadRows ? Session.schema(Session.columns(table.described())) : null,
            changes);
    return known.columns().isEmpty() && known.properties().isEmpty()
        ? null
        : dataSet.alter(known.columns(), known.properties());
  }

  /** A first write that is running names its columns as they are now, and then follows. */
  private void create(DataSet dataSet) throws IOException {
    try {
      table.create();
    } catch (CommitConflictException e) {
      if (!dataSet.hasSnapshots()) {
        throw e;
      }
    }
  }

  /**
   * Spark's catalog keeps the lengths of char and varchar beside the type of the whole column, and
   * forgets or does not change them if a part of it changes. So it gets the whole type with the
   * lengths.
   */
  private TableChange[] withLengths(TableChange... changes) {
    TableChange[] whole = changes.clone();
    StructType columns = Session.schema(Session.columns(table.described()));
    for (int i = 0; i < whole.length; i++) {
      if (whole[i] instanceof TableChange.ColumnChange c
          && c.fieldNames().length > 1
          && CatalogColumns.hasLengths(table.described(), c.fieldNames()[0])) {
        columns = Session.changed(columns, c);
        StructField column = CatalogColumns.named(columns, c.fieldNames()[0]);
        whole[i] = TableChange.updateColumnType(new String[] {column.name()}, column.dataType());
      }
    }
    return whole;
  }

  /**
   * Refuses to change columns that the properties in the catalog name: these would keep the old
   * name, while the data set's properties are adapted.
   */
  private void requireNotNamed(TableChange... changes) {
    for (TableChange c : changes) {
      if (c instanceof TableChange.RenameColumn || c instanceof TableChange.DeleteColumn) {
        String[] path = ((TableChange.ColumnChange) c).fieldNames();
        String setting =
            Placement.settingThatNames(
                table.properties(), name -> path.length == 1 && name.equalsIgnoreCase(path[0]));
        if (setting != null) {
          throw new IllegalArgumentException(
              "column "
                  + path[0]
                  + " cannot be renamed or dropped: the properties of the table contain "
                  + setting
                  + "; remove them from the catalog with ALTER TABLE … UNSET TBLPROPERTIES."
                  + " Existing files keep their placement");
        }
      }
    }
  }

  /**
   * Refuses new fields of a column whose default has no value of them: Spark would not load the
   * table any more.
   */
  private void requireFittingDefaults(TableChange... changes) {
    for (TableChange c : changes) {
      if (c instanceof TableChange.AddColumn add
          && add.fieldNames().length > 1
          && table.hasFormerDefault(add.fieldNames()[0])) {
        throw new IllegalArgumentException(
            "field "
                + String.join(".", add.fieldNames())
                + " cannot be added: column "
                + add.fieldNames()[0]
                + " has a default in older rows, which has no value of the field");
      }
    }
  }

  /** Refuses new columns that rows of the table do not have, and that must not be null. */
  private void requireNullsInOldRows(TableChange... changes) {
    for (TableChange c : changes) {
      if (c instanceof TableChange.AddColumn add
          && !add.isNullable()
          && add.defaultValue() == null
          && table.hasFiles()) {
        String name = String.join(".", add.fieldNames());
        String allowed =
            add.fieldNames().length > 1
                ? "leave out NOT NULL"
                : "leave out NOT NULL, or give it a DEFAULT";
        throw new IllegalArgumentException(
            "column " + name + " is NOT NULL, but rows of the table do not have it; " + allowed);
      }
    }
  }

  /** The catalog refuses these changes of its partition columns, also of former ones. */
  private void requireNoPartition(TableChange... changes) {
    List<String> now = List.of(table.partitionSchema().fieldNames());
    List<String> former = table.catalogPartitions().stream().filter(c -> !now.contains(c)).toList();
    for (TableChange c : changes) {
      boolean changed =
          c instanceof TableChange.RenameColumn
              || c instanceof TableChange.DeleteColumn
              || c instanceof TableChange.UpdateColumnType;
      if (changed) {
        String column = ((TableChange.ColumnChange) c).fieldNames()[0];
        if (former.stream().anyMatch(column::equalsIgnoreCase)) {
          throw new IllegalArgumentException(
              "column "
                  + column
                  + " is a partition column in the catalog, which keeps its name and type");
        }
      }
    }
  }

  /** Spark's catalog would store others, such as CLUSTER BY, which no table of this source has. */
  private static void requireSupported(TableChange... changes) {
    for (TableChange c : changes) {
      boolean known =
          c instanceof TableChange.ColumnChange
              || c instanceof TableChange.SetProperty
              || c instanceof TableChange.RemoveProperty;
      if (!known) {
        throw ColumnChanges.unsupported(c);
      }
    }
  }

  /**
   * Refuses properties with which the table could not be loaded any more, and so neither altered
   * again nor dropped.
   */
  private void requireLoadable(TableChange... changes) {
    Map<String, String> all = new HashMap<>(table.properties());
    all.put(PlacedOptions.PROVIDER, "placed");
    boolean some = false;
    for (TableChange c : changes) {
      if (c instanceof TableChange.SetProperty set) {
        String name = set.property().replaceFirst("^" + TableCatalog.OPTION_PREFIX, "");
        all.keySet().removeIf(name::equalsIgnoreCase);
        all.put(name, set.value());
        some = true;
      } else if (c instanceof TableChange.RemoveProperty remove) {
        all.remove(remove.property());
      }
    }
    if (!some) {
      return;
    }
    if (PlacedOptions.contains(all.keySet(), PlacedOptions.METADATA_TABLE)) {
      throw new IllegalArgumentException(
          PlacedOptions.METADATA_TABLE + " is an option of a read, not a property of a table");
    }
    PlacedOptions.check(all);
    if (all.containsKey(PlacedOptions.PARTITIONING)) {
      PartitionSpec.parse(all.get(PlacedOptions.PARTITIONING));
    }
    // Which snapshot and which files are read is found out while a table is loaded.
    Sources.openOrEmpty(PlacedOptions.effective(all));
  }

  /** Refuses columns of types that nobody could write. */
  private static void requireStorableTypes(TableChange... changes) {
    for (TableChange c : changes) {
      if (c instanceof TableChange.AddColumn add) {
        SparkTypes.toType(add.dataType(), String.join(".", add.fieldNames()));
      } else if (c instanceof TableChange.UpdateColumnType update) {
        SparkTypes.toType(update.newDataType(), String.join(".", update.fieldNames()));
      }
    }
  }

  private static void requireStorable(TableChange... changes) {
    for (TableChange c : changes) {
      if (c instanceof TableChange.SetProperty set) {
        String name = set.property().replaceFirst("^" + TableCatalog.OPTION_PREFIX, "");
        TableProperties.requireStorable(Map.of(name, set.value()));
        PlacedOptions.requireRightNames(Set.of(name));
      }
    }
  }

  /**
   * Places new columns before the partition columns, because the session's catalog requires
   * partition columns to be last and otherwise fails.
   */
  private TableChange[] beforePartitions(TableChange... changes) {
    List<String> partitions = table.catalogPartitions();
    List<String> stored = new ArrayList<>();
    for (Column c : table.columns()) {
      if (!partitions.contains(c.name())) {
        stored.add(c.name());
      }
    }
    TableChange[] placed = changes.clone();
    for (int i = 0; i < placed.length; i++) {
      if (!partitions.isEmpty()
          && placed[i] instanceof TableChange.AddColumn add
          && add.fieldNames().length == 1
          && add.position() == null
          && !stored.isEmpty()) {
        String last = stored.get(stored.size() - 1);
        placed[i] =
            TableChange.addColumn(
                add.fieldNames(),
                add.dataType(),
                add.isNullable(),
                add.comment(),
                TableChange.ColumnPosition.after(last),
                add.defaultValue());
        stored.add(add.fieldNames()[0]);
      }
    }
    return placed;
  }

  /** Refuses renames of columns of files without snapshots, whose names are fixed. */
  private static void requireNoRename(DataSet dataSet, TableChange... changes) throws IOException {
    if (!hasFiles(dataSet)) {
      return;
    }
    if (takeNames(changes)) {
      throw new IllegalArgumentException(
          dataSet.path()
              + ": columns of a table without snapshots cannot be renamed or dropped; rewrite the"
              + " table first, which creates a snapshot");
    }
  }

  /** Whether columns lose their names. */
  private static boolean takeNames(TableChange... changes) {
    return Arrays.stream(changes).anyMatch(ColumnChanges::takesName);
  }

  private static boolean hasFiles(DataSet dataSet) throws IOException {
    try {
      return !dataSet.current().files().isEmpty();
    } catch (FileNotFoundException e) {
      return false; // a table without rows may not have a directory yet
    }
  }
}
