package io.placed.table.manifest;

import io.placed.error.MalformedDataException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.file.LazyStatistics;
import io.placed.table.file.RowIds;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.StructColumn;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What is read of the rows of a manifest: data files, and statistics of some of their columns. */
final class EntryColumns {
  private final List<Field> partitions;
  private final StatisticsColumns statistics;
  private final Schema requested;

  /**
   * @param partitions partition fields, as the manifest has them
   * @param statistics columns whose statistics are read, as the manifest has them
   */
  EntryColumns(List<Field> partitions, List<Field> statistics) {
    this.partitions = partitions;
    this.requested = ManifestSchema.of(partitions, statistics);
    this.statistics =
        new StatisticsColumns(statistics, ManifestSchema.of(partitions, List.of()).size());
  }

  StatisticsColumns statistics() {
    return statistics;
  }

  /** The columns to be read. */
  Schema requested() {
    return requested;
  }

  /**
   * The data file of a row.
   *
   * @param inherited by entries without a snapshot; null = there are none
   * @param namesNow by number of the set of stored names
   * @param columnsNow the columns of the table by field id
   * @param fileStatistics given the columns whose values its directories give
   */
  DataFile file(
      Batch batch,
      int i,
      RowIds inherited,
      List<Map<String, String>> namesNow,
      Map<Integer, Field> columnsNow,
      Function<Set<String>, LazyStatistics> fileStatistics) {
    for (int required = 0; required < ManifestSchema.REQUIRED; required++) {
      if (batch.column(required).isNull(i)) {
        throw new MalformedDataException(batch.schema().field(required).name() + " is null");
      }
    }
    int c = 0;
    final String path = ((BytesColumn) batch.column(c++)).getString(i);
    final long length = ((LongColumn) batch.column(c++)).get(i);
    final long rows = ((LongColumn) batch.column(c++)).get(i);
    final String fileId = ((BytesColumn) batch.column(c++)).getString(i);
    final int set = ((IntColumn) batch.column(c++)).get(i);
    if (set < 0 || set >= namesNow.size()) {
      throw new MalformedDataException(path + ": there is no set " + set + " of stored names");
    }
    final RowIds ids =
        ids((LongColumn) batch.column(c++), (LongColumn) batch.column(c++), i, inherited);
    final List<RowGroupSummary> groups = rowGroups((ListColumn) batch.column(c++), i);
    final List<SiblingSummary> siblings = siblings((ListColumn) batch.column(c++), i);
    BytesColumn outside = (BytesColumn) batch.column(c++);
    Set<String> without = outside.isNull(i) ? Set.of() : Set.of(outside.getString(i).split(","));
    Deletes deletes = deletes((StructColumn) batch.column(c++), i);
    Map<String, String> partition = new LinkedHashMap<>();
    for (Field f : partitions) {
      BytesColumn value = (BytesColumn) batch.column(c++);
      Field now = columnsNow.get(f.id());
      if (now != null && !without.contains(String.valueOf(f.id()))) {
        partition.put(now.name(), value.isNull(i) ? null : value.getString(i));
      }
    }
    return new DataFile(
        path,
        length,
        rows,
        fileId,
        partition,
        groups,
        fileStatistics.apply(partition.keySet()),
        false,
        siblings,
        namesNow.get(set),
        deletes,
        null,
        ids);
  }

  private static RowIds ids(LongColumn first, LongColumn snapshot, int i, RowIds inherited) {
    if (!snapshot.isNull(i)) {
      return new RowIds(first.get(i), snapshot.get(i));
    }
    if (inherited == null) {
      throw new MalformedDataException("an entry inherits row ids, but the root has none for it");
    }
    if (first.get(i) < 0) {
      throw new MalformedDataException("row ids must not be negative, found " + first.get(i));
    }
    return new RowIds(inherited.end(first.get(i)), inherited.snapshot());
  }

  private static List<RowGroupSummary> rowGroups(ListColumn list, int i) {
    if (list.isNull(i)) {
      return List.of();
    }
    StructColumn group = (StructColumn) list.elements();
    LongColumn rows = (LongColumn) group.child(0);
    LongColumn offsets = (LongColumn) group.child(1);
    LongColumn lengths = (LongColumn) group.child(2);
    List<RowGroupSummary> out = new ArrayList<>(list.length(i));
    for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
      if (group.isNull(k) || rows.isNull(k) || offsets.isNull(k) || lengths.isNull(k)) {
        throw new MalformedDataException("a row group is null");
      }
      out.add(new RowGroupSummary(rows.get(k), offsets.get(k), lengths.get(k)));
    }
    return out;
  }

  private static Deletes deletes(StructColumn deletes, int i) {
    if (deletes.isNull(i)) {
      return null;
    }
    for (int c = 0; c < 4; c++) {
      if (deletes.child(c).isNull(i)) {
        throw new MalformedDataException("part of the place of a deletion vector is null");
      }
    }
    return new Deletes(
        ((BytesColumn) deletes.child(0)).getString(i),
        ((LongColumn) deletes.child(1)).get(i),
        ((IntColumn) deletes.child(2)).get(i),
        ((LongColumn) deletes.child(3)).get(i));
  }

  private static List<SiblingSummary> siblings(ListColumn list, int i) {
    if (list.isNull(i)) {
      return List.of();
    }
    StructColumn sibling = (StructColumn) list.elements();
    BytesColumn names = (BytesColumn) sibling.child(0);
    LongColumn lengths = (LongColumn) sibling.child(1);
    List<SiblingSummary> out = new ArrayList<>(list.length(i));
    for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
      if (sibling.isNull(k) || names.isNull(k) || lengths.isNull(k)) {
        throw new MalformedDataException("a sibling is null");
      }
      out.add(new SiblingSummary(names.getString(k), lengths.get(k)));
    }
    return out;
  }
}
