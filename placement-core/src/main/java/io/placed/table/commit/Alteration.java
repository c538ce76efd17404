package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.placement.ColumnNames;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.evolution.EvolvedColumns;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Changes columns and properties of a table without rewriting data files: the log records which
 * column of the table each stored column is.
 *
 * @param properties to be set; a null value removes the property
 * @param spec the partitioning of new files, under the names after the changes; null = as before
 */
public record Alteration(
    String commitId, List<ColumnChange> changes, Map<String, String> properties, PartitionSpec spec)
    implements TableOperation {

  /** Commits changes of columns, properties and partitioning. */
  public static TableState commit(
      TableDirectory table,
      List<ColumnChange> changes,
      Map<String, String> properties,
      PartitionSpec partitioning)
      throws IOException {
    String id = ManagedName.newCommit(table.machine());
    return new Publisher(table, id, Long.MAX_VALUE)
        .publish(new Alteration(id, changes, properties, partitioning));
  }

  @Override
  public String operation() {
    return "alter";
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new IllegalArgumentException(
          table.path() + ": cannot be altered before its first snapshot; write to it first");
    }
    boolean renames = changes.stream().anyMatch(Alteration::takesName);
    UnlistedFiles beside = new UnlistedFiles(table);
    if (renames) {
      requireNoForeign(table, beside.found(base), "columns cannot be renamed or dropped");
    }
    if (spec != null) {
      requireNoForeign(table, beside.found(base), "the partitioning cannot be changed");
    }
    Map<String, String> all = TableProperties.changed(base.properties(), properties);
    Schema schema = base.schema();
    int lastFieldId = base.lastFieldId();
    FileList files = base.files();
    String placement = base.placement();
    Partitioning partitioning = base.partitioning();
    for (ColumnChange change : changes) {
      if (change instanceof ColumnChange.Replace r) {
        requireNoRows(table, base, r.column());
      }
      Schema before = schema;
      schema = EvolvedColumns.apply(before, change, base.partitionColumns(), lastFieldId);
      placement = placementAfter(table, placement, all, before, change);
      lastFieldId = Math.max(lastFieldId, schema.lastId());
      Schema after = schema;
      partitioning = partitioning.in(before, after);
      TableFields fields = new TableFields(after, partitioning);
      files = files.restated(fields, f -> EvolvedColumns.restate(f, before, after, change));
    }
    if (spec != null) {
      List<String> before = partitioning.names(schema);
      partitioning = partitioning.changed(spec, schema, lastFieldId);
      requireStored(table, placement, all, schema, partitioning.columns(schema));
      if (!Set.copyOf(partitioning.names(schema)).equals(Set.copyOf(before))) {
        all.keySet().removeIf(TableProperties::isEmptyPartition);
      }
      lastFieldId = Math.max(lastFieldId, partitioning.lastId());
    }
    if (renames || spec != null) {
      requireFits(placement, schema, partitioning.columns(schema));
    }
    Schema results = partitioning.withResults(schema);
    files = files.restated(new TableFields(schema, partitioning), f -> onlyKnown(f, results));
    SnapshotInfo info = base.info().next(commitId, operation(), table.machine().millis());
    TableState next =
        new TableState(
            info,
            schema,
            partitioning,
            placement,
            FormerColumns.after(all, base.schema(), schema, info.id()),
            files,
            base.excluded(),
            lastFieldId,
            base.cleanup(),
            base.retention());
    if (changes.stream().anyMatch(c -> c instanceof ColumnChange.Add)) {
      ForeignTypes.requireReadable(table.path(), beside.found(base), base, next);
    }
    return beside.listedIn(next, base);
  }

  /** Whether stored columns of the name are not the column any more. */
  private static boolean takesName(ColumnChange c) {
    return c instanceof ColumnChange.Rename
        || c instanceof ColumnChange.Drop
        || c instanceof ColumnChange.Replace;
  }

  private static void requireNoRows(TableDirectory table, TableState base, String column)
      throws CommitConflictException {
    if (base.files().count() > 0 || base.files().nextRowId() > 0) {
      throw new CommitConflictException(
          table.path(),
          "column "
              + column
              + " cannot be replaced: the table has, or had, rows with values of it");
    }
  }

  /** A former field goes with its column, and its name may get another meaning. */
  private static DataFile onlyKnown(DataFile f, Schema results) {
    Map<String, String> partition = new LinkedHashMap<>(f.partition());
    partition.keySet().removeIf(name -> results.indexOf(name) < 0);
    return partition.size() == f.partition().size()
        ? f
        : f.with(partition, f.statistics(), f.names());
  }

  /** No log entry could record which names the columns of a foreign file had. */
  private static void requireNoForeign(TableDirectory table, List<Found> foreign, String what) {
    if (!foreign.isEmpty()) {
      throw new IllegalArgumentException(
          table.path()
              + ": "
              + what
              + " while the table has foreign files, such as "
              + foreign.get(0).path()
              + "; add them to the table (placed add-files), or rewrite it, first");
    }
  }

  /** Files do not store partition columns: none can be sorted by one. */
  private static void requireStored(
      TableDirectory table,
      String placement,
      Map<String, String> properties,
      Schema schema,
      List<String> partitions) {
    for (String column : partitions) {
      int ordinal = schema.indexOf(column);
      Predicate<String> names = name -> ColumnNames.isAt(name, schema, ordinal);
      String ofPlacement = Placement.parse(placement).settingThatNames(names);
      String ofProperties = Placement.settingThatNames(properties, names);
      if (ofPlacement != null || ofProperties != null) {
        throw new IllegalArgumentException(
            table.path()
                + ": column "
                + column
                + " cannot become a partition column, which files do not store: the "
                + (ofPlacement != null ? "placement" : "properties")
                + " of the table contain"
                + (ofPlacement != null ? "s " + ofPlacement : " " + ofProperties)
                + "; change that first");
      }
    }
  }

  private static void requireFits(String placement, Schema schema, List<String> partitions) {
    List<Field> stored =
        schema.fields().stream().filter(f -> !partitions.contains(f.name())).toList();
    Placement.parse(placement).requireFits(Schema.of(stored));
  }

  /** A placement follows renames of the columns that it names, and prevents dropping them. */
  private static String placementAfter(
      TableDirectory table,
      String placement,
      Map<String, String> properties,
      Schema schema,
      ColumnChange change) {
    if (!(change instanceof ColumnChange.Rename) && !(change instanceof ColumnChange.Drop)) {
      return placement;
    }
    String column =
        change instanceof ColumnChange.Rename r
            ? r.column()
            : ((ColumnChange.Drop) change).column();
    int ordinal = schema.indexOf(column);
    requireNotNamed(table, properties, column, name -> ColumnNames.isAt(name, schema, ordinal));
    Placement named = Placement.parse(placement);
    String setting = named.settingThatNames(name -> ColumnNames.isAt(name, schema, ordinal));
    if (setting == null) {
      return placement;
    }
    if (change instanceof ColumnChange.Rename r) {
      return named
          .renamed(name -> ColumnNames.isAt(name, schema, ordinal) ? r.to() : name)
          .toString();
    }
    throw new IllegalArgumentException(
        table.path()
            + ": column "
            + column
            + " cannot be dropped: the placement of the table contains "
            + setting
            + "; rewrite the table with another placement first");
  }

  /** Properties are settings of later writes, which would use the old name. */
  private static void requireNotNamed(
      TableDirectory table,
      Map<String, String> properties,
      String column,
      Predicate<String> isColumn) {
    String setting = Placement.settingThatNames(properties, isColumn);
    if (setting != null) {
      throw new IllegalArgumentException(
          table.path()
              + ": column "
              + column
              + " cannot be renamed or dropped: the properties of the table contain "
              + setting
              + "; remove or change that property first");
    }
  }
}
