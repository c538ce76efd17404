package io.placed.table.rewrite;

import io.placed.predicate.Predicate;
import io.placed.table.commit.WholeFiles;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;

/** Chooses the files that a rewrite replaces, and which of them are merged. */
public interface RewriteSelector {
  /**
   * The files from which it chooses. Whether a file is one of them depends on no other file.
   *
   * @throws IllegalArgumentException if the condition uses other columns than partition columns
   */
  List<DataFile> scope(Snapshot before, List<DataFile> files);

  /**
   * Groups of files; a file that is in none stays as it is.
   *
   * @param files those in scope that no complete file of an earlier attempt replaces
   */
  List<RewriteGroup> select(TableDirectory table, Snapshot before, List<DataFile> files)
      throws IOException;

  /**
   * The files in partitions that satisfy a condition.
   *
   * @param where null = all files
   * @throws IllegalArgumentException if the condition uses other columns than partition columns
   */
  static List<DataFile> inPartitions(Snapshot before, Predicate where, List<DataFile> files) {
    if (where == null) {
      return files;
    }
    for (String column : where.columns()) {
      if (!before.partitionColumns().contains(column)) {
        throw new IllegalArgumentException(
            "'"
                + where
                + "': "
                + column
                + " is not a partition column; allowed are "
                + before.partitionColumns());
      }
    }
    return files.stream().filter(new WholeFiles(where).in(before.schema())).toList();
  }
}
