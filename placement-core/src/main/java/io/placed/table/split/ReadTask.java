package io.placed.table.split;

import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * What one task reads.
 *
 * @param key values of the partition columns if all rows have the same and the plan promises it, in
 *     the form of bounds in statistics; else null
 * @param skipped first rows that are not returned
 */
public record ReadTask(List<FileSlice> slices, List<Object> key, long skipped)
    implements Serializable {

  public static ReadTask of(List<FileSlice> slices) {
    return new ReadTask(List.copyOf(slices), null, 0);
  }

  ReadTask withKey(List<Object> values) {
    return new ReadTask(slices, values, skipped);
  }

  /** Without the files that are not among these. */
  public ReadTask withFiles(Set<String> paths) {
    List<FileSlice> left = slices.stream().filter(s -> paths.contains(s.path())).toList();
    return new ReadTask(left, key, skipped);
  }
}
