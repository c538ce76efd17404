package io.placed.table.source;

import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A file of a source.
 *
 * @param path the whole path
 * @param file whose columns have the names of the schema
 * @param schema in whose types the file's statistics are
 * @param partition value as text by partition column, null for null; without those columns that the
 *     file's directories do not give
 * @param partitioning of the table, for the other values that {@code file.partition} has
 */
public record SourceFile(
    String path,
    DataFile file,
    Schema schema,
    Map<String, String> partition,
    Partitioning partitioning) {

  /**
   * A file of a table.
   *
   * @param columns partition columns that the source has; of a file outside of their directories
   *     they are read from the file. What other columns its directories give is not in the file
   */
  public static SourceFile of(String path, DataFile file, Snapshot snapshot, List<String> columns) {
    return of(path, file, snapshot.schema(), snapshot.partitioning(), columns);
  }

  /**
   * The same of a table with these columns.
   *
   * @param partitioning of the table
   */
  public static SourceFile of(
      String path, DataFile file, Schema schema, Partitioning partitioning, List<String> columns) {
    List<String> ofTable = partitioning.columns(schema);
    Map<String, String> partition = new LinkedHashMap<>();
    for (String column : columns) {
      if (file.partition().containsKey(column)) {
        partition.put(column, file.partition().get(column));
      }
    }
    file.partition()
        .forEach(
            (column, value) -> {
              if (schema.indexOf(column) >= 0 && !ofTable.contains(column)) {
                partition.put(column, value);
              }
            });
    return new SourceFile(path, file, schema, partition, partitioning);
  }

  /**
   * The same file with other values of some columns. Others keep theirs, which the file need not
   * store.
   */
  SourceFile in(Map<String, String> values) {
    Map<String, String> all = new LinkedHashMap<>(partition);
    all.keySet().removeIf(c -> values.keySet().stream().anyMatch(c::equalsIgnoreCase));
    all.putAll(values);
    return new SourceFile(path, file, schema, all, partitioning);
  }

  /** Whether the same is read from both: the same files, under the same names and partitions. */
  public static boolean same(List<SourceFile> a, List<SourceFile> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!a.get(i).isSame(b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean isSame(SourceFile other) {
    return this == other
        || path.equals(other.path)
            && file.fileId().equals(other.file.fileId())
            && Objects.equals(file.deletes(), other.file.deletes())
            && Objects.equals(file.changed(), other.file.changed())
            && Objects.equals(file.ids(), other.file.ids())
            && file.names().equals(other.file.names())
            && partition.equals(other.partition);
  }

  /**
   * Which rows are not seen; null if there are none.
   *
   * @throws IllegalStateException if the path is not that of a file of a table
   */
  public FileDeletes deletes() {
    if (file.isWhole()) {
      return null;
    }
    if (!path.endsWith("/" + file.path())) {
      throw new IllegalStateException(path + ": is not the path of " + file.path());
    }
    String table = path.substring(0, path.length() - file.path().length() - 1);
    return FileDeletes.of(PathNames.join(table, ManagedName.LOG_DIRECTORY), file);
  }

  /**
   * Tells the file from all others, wherever the table lies: names come again in other partitions,
   * and ids in copies.
   */
  public String identity() {
    return file.fileId() + " " + file.path();
  }

  /** The file id in an {@link #identity}. */
  public static String fileIdOf(String identity) {
    return identity.substring(0, identity.indexOf(' '));
  }
}
