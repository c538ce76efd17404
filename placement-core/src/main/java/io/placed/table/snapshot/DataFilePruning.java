package io.placed.table.snapshot;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.StatisticsSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.file.RowIdColumns;
import io.placed.table.manifest.EntryFilter;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionProjection;
import io.placed.table.partition.Partitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Skips files without matching rows, by the statistics and partition values in the snapshot. */
public final class DataFilePruning {
  private final PartitionProjection projection;
  private final Schema schema;
  private final BoundPredicate predicate;

  /**
   * @param schema the columns under the names that the predicate uses, with their ids
   * @throws IllegalArgumentException if the predicate does not go with the columns
   */
  public DataFilePruning(
      Predicate predicate, Schema schema, Partitioning partitioning, boolean caseSensitive) {
    this.schema = schema;
    this.projection = new PartitionProjection(predicate, partitioning, schema, caseSensitive);
    this.predicate = projection.predicate().bind(projection.columns(), caseSensitive);
  }

  /**
   * The files that may have matching rows, in order.
   *
   * @param predicate bound to the snapshot's schema
   */
  public static List<DataFile> prune(Snapshot snapshot, BoundPredicate predicate) {
    DataFilePruning pruning =
        new DataFilePruning(
            predicate.predicate(), predicate.schema(), snapshot.partitioning(), true);
    List<DataFile> kept = new ArrayList<>();
    EntryFilter filter = filter(pruning.projection, true);
    for (DataFile f : snapshot.candidates(filter)) {
      if (f.rows() > 0 && pruning.mayMatch(f, f.partition())) {
        kept.add(f);
      }
    }
    return kept;
  }

  /** For which entries of manifests are read: those that may match a predicate. */
  private static EntryFilter filter(PartitionProjection projection, boolean caseSensitive) {
    return new EntryFilter(projection.predicate(), projection.columns(), caseSensitive);
  }

  /**
   * For which entries of a table's manifests are read.
   *
   * @param schema the columns that the predicate may use, with their ids, under the names that it
   *     has for them
   */
  public static EntryFilter filter(
      Predicate predicate, Schema schema, Partitioning partitioning, boolean caseSensitive) {
    return filter(
        new PartitionProjection(predicate, partitioning, schema, caseSensitive), caseSensitive);
  }

  /**
   * False only if the predicate is TRUE for no row of a file. The file is tested by the partition
   * fields that it has, whatever those of the table are now.
   *
   * @param columns values of the columns that are not read from the file, as text
   */
  public boolean mayMatch(DataFile file, Map<String, String> columns) {
    StatisticsSource ofColumns = statistics(schema, file, columns);
    return predicate.mayMatch(
        (column, child) ->
            column < schema.size()
                ? ofColumns.get(column, child)
                : ofField(file, projection.field(predicate.schema().field(column).name())));
  }

  private ColumnStatistics ofField(DataFile file, PartitionField field) {
    return file.partition().containsKey(field.name())
        ? field.statistics(schema, file.partition().get(field.name()), file.rows())
        : null;
  }

  /** Statistics of a file in the snapshot, partition values included. */
  public static StatisticsSource statistics(Snapshot snapshot, DataFile file) {
    return statistics(snapshot.schema(), file);
  }

  public static StatisticsSource statistics(Schema schema, DataFile file) {
    return statistics(schema, file, file.partition());
  }

  /**
   * @param partition values of the columns that are not read from the file, as text
   */
  public static StatisticsSource statistics(
      Schema schema, DataFile file, Map<String, String> partition) {
    return (column, childPath) -> {
      if (childPath.length > 0) {
        return null;
      }
      Field field = schema.field(column);
      // A foreign file outside of the partition directories may store the column itself.
      if (partition.containsKey(field.name())) {
        Object value = PartitionValues.parse(field.type(), partition.get(field.name()));
        return ColumnStatistics.ofConstant(field.type(), value, file.rows());
      }
      ColumnStatistics ofIds = RowIdColumns.statistics(field, file);
      return ofIds == null ? file.statistics().get(field.name()) : ofIds;
    };
  }
}
