package io.placed.table.source;

import io.placed.table.changes.ChangeRange;
import java.util.List;
import java.util.Set;

/**
 * What to open.
 *
 * @param paths of tables, directories below them, or files
 * @param moment which state of each table
 * @param changes the changes of which snapshots, instead of a state; null = a state
 * @param basePath directories below it are partitions, although a path lies further down; null = as
 *     the paths say
 * @param choice which files
 * @param recursive whether directories are no partitions but just places of files
 * @param mergeSchema whether the columns of all files are read, not those of the first path
 * @param onlyFiles whole paths of the files to read; null = all
 * @param partitions what a metastore lists; null = what the paths hold
 */
public record SourceRequest(
    List<String> paths,
    Moment moment,
    ChangeRange changes,
    String basePath,
    FileChoice choice,
    boolean recursive,
    boolean mergeSchema,
    Set<String> onlyFiles,
    ListedPartitions partitions) {

  /** The newest state of some paths, all files. */
  public static SourceRequest of(List<String> paths) {
    return new SourceRequest(
        paths, Moment.NOW, null, null, FileChoice.ALL, false, false, null, null);
  }

  SourceRequest choosing(FileChoice other) {
    return new SourceRequest(
        paths, moment, changes, basePath, other, recursive, mergeSchema, onlyFiles, partitions);
  }
}
