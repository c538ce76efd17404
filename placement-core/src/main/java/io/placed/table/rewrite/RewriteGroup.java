package io.placed.table.rewrite;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import java.util.List;

/**
 * Files that a rewrite replaces together: of one partition, or of any, to be divided.
 *
 * @param files with the same columns, at least one
 * @param ranges conditions of which each row satisfies exactly one: the rows of each become a file.
 *     Empty = all rows become one file
 * @param divided whether the rows go into files of the partitions that they belong to now, and not
 *     of those that their files are in; without ranges
 */
public record RewriteGroup(List<DataFile> files, List<Predicate> ranges, boolean divided) {
  public RewriteGroup {
    files = List.copyOf(files);
    ranges = List.copyOf(ranges);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("a group must have at least one file");
    }
    if (divided && !ranges.isEmpty()) {
      throw new IllegalArgumentException(
          "rows are divided by partitions or by ranges, not by both");
    }
  }

  /** Files that become one. */
  public static RewriteGroup of(List<DataFile> files) {
    return new RewriteGroup(files, List.of(), false);
  }

  /** Files of one partition whose rows are divided by conditions. */
  public static RewriteGroup of(List<DataFile> files, List<Predicate> ranges) {
    return new RewriteGroup(files, ranges, false);
  }

  /** Files whose rows are divided by the partition fields of now. */
  static RewriteGroup divided(List<DataFile> files) {
    return new RewriteGroup(files, List.of(), true);
  }

  long rows() {
    return files.stream().mapToLong(DataFile::liveRows).sum();
  }

  long bytes() {
    return files.stream().mapToLong(DataFile::totalLength).sum();
  }

  /** Number of the tasks, each of which writes one new file, or those of all partitions. */
  int outputs() {
    return Math.max(1, ranges.size());
  }

  /** The files that may have rows of an output, at least one. */
  List<DataFile> filesOf(int output, Schema table) {
    if (ranges.isEmpty()) {
      return files;
    }
    BoundPredicate range = ranges.get(output).bind(table, true);
    List<DataFile> some =
        files.stream().filter(f -> range.mayMatch(DataFilePruning.statistics(table, f))).toList();
    return some.isEmpty() ? files.subList(0, 1) : some;
  }

  List<String> sources() {
    return files.stream().map(DataFile::identity).toList();
  }

  List<String> rangeTexts() {
    return ranges.stream().map(Predicate::toString).toList();
  }
}
