package io.placed.table.source;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.EntryFilter;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A path of a read, the snapshot that it shows, and the files of it below the path, which are
 * looked for when somebody asks.
 */
public final class SourceRoot {
  private final String path;
  private final String table;
  private final Snapshot snapshot;
  private final Schema schema;
  private final List<String> partitionColumns;
  private final Predicate<DataFile> below;
  private final Supplier<List<DataFile>> near;
  private final Function<DataFile, List<SourceFile>> sources;

  /**
   * @param table path of the table that the snapshot is of
   * @param below whether a file of the snapshot is below the path; null = all are
   * @param near files of the snapshot, sorted by path, among which are all of these
   * @param sources a file of the snapshot as a file of the source; as several, if it is in several
   *     partitions
   */
  SourceRoot(
      String path,
      String table,
      Snapshot snapshot,
      Schema schema,
      List<String> partitionColumns,
      Predicate<DataFile> below,
      Supplier<List<DataFile>> near,
      Function<DataFile, List<SourceFile>> sources) {
    this.path = path;
    this.table = table;
    this.snapshot = snapshot;
    this.schema = schema;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.below = below;
    this.near = near;
    this.sources = sources;
  }

  public String path() {
    return path;
  }

  /** The path of the table, at or above that of the root. */
  String table() {
    return table;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public Schema schema() {
    return schema;
  }

  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /** Whether the path shows the table as it is. */
  boolean isWhole() {
    return below == null && partitionColumns.equals(snapshot.partitionColumns());
  }

  /** The same files in partitions with other values. */
  SourceRoot with(
      Schema otherSchema, List<String> columns, Function<SourceFile, SourceFile> change) {
    return new SourceRoot(
        path,
        table,
        snapshot,
        otherSchema,
        columns,
        below == null ? f -> true : below,
        near,
        f -> sources.apply(f).stream().map(change).toList());
  }

  /** All files, by their paths in the table. */
  public List<SourceFile> files() {
    return files(near.get());
  }

  /** Those that may have rows for which a filter is TRUE, and perhaps others. */
  List<SourceFile> candidates(EntryFilter filter) {
    return files(snapshot.candidates(filter));
  }

  private List<SourceFile> files(List<DataFile> some) {
    List<SourceFile> files = new ArrayList<>();
    for (DataFile f : some) {
      if (below == null || below.test(f)) {
        files.addAll(sources.apply(f));
      }
    }
    return files;
  }

  /** Whether another root of the same request stands for the same files; they are not read. */
  boolean isSame(SourceRoot other) {
    return path.equals(other.path)
        && schema.equals(other.schema)
        && partitionColumns.equals(other.partitionColumns)
        && isWhole()
        && other.isWhole()
        && snapshot.isSame(other.snapshot);
  }
}
