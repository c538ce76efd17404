package io.placed.table.optimize;

import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the files of a merge have in common with their result: the rows and the bounds. */
final class MergedFile {
  private MergedFile() {}

  /**
   * A file that stands for the new files of a merge.
   *
   * @param key column of which it has statistics; null = none
   */
  static DataFile of(String path, List<DataFile> files, String key) {
    return new DataFile(
        path,
        files.stream().mapToLong(DataFile::totalLength).sum(),
        files.stream().mapToLong(DataFile::rows).sum(),
        path,
        files.get(0).partition(),
        List.of(),
        statistics(files, key),
        false);
  }

  private static Map<String, ColumnStatistics> statistics(List<DataFile> files, String key) {
    if (key == null) {
      return Map.of();
    }
    List<ColumnStatistics> all = files.stream().map(f -> f.statistics().get(key)).toList();
    return all.stream().allMatch(Objects::nonNull)
        ? Map.of(key, all.stream().reduce(ColumnStatistics.empty(), ColumnStatistics::merge))
        : Map.of();
  }
}
