package io.placed.table.snapshot;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.StatisticsSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.manifest.EntryFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Skips files without matching rows, by the statistics and partition values in the snapshot. */
public final class DataFilePruning {
  private DataFilePruning() {}

  /**
   * The files that may have matching rows, in order.
   *
   * @param predicate bound to the snapshot's schema
   */
  public static List<DataFile> prune(Snapshot snapshot, BoundPredicate predicate) {
    List<DataFile> kept = new ArrayList<>();
    EntryFilter filter = new EntryFilter(predicate.predicate(), predicate.schema(), true);
    for (DataFile f : snapshot.candidates(filter)) {
      if (f.rows() > 0 && predicate.mayMatch(statistics(snapshot, f))) {
        kept.add(f);
      }
    }
    return kept;
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
      return file.statistics().get(field.name());
    };
  }
}
