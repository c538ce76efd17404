package io.placed.table.rewrite;

import io.placed.predicate.Predicate;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;

/** All files of a table, or of some partitions, merged up to a size. */
final class WholePartitions implements RewriteSelector {
  private final Predicate where;
  private final long fileBytes;

  /**
   * @param where filter on partition columns; null = the whole table
   * @param fileBytes target size: larger files are not merged
   */
  WholePartitions(Predicate where, long fileBytes) {
    this.where = where;
    this.fileBytes = fileBytes;
  }

  @Override
  public List<DataFile> scope(Snapshot before, List<DataFile> files) {
    return RewriteSelector.inPartitions(before, where, files);
  }

  @Override
  public List<RewriteGroup> select(TableDirectory table, Snapshot before, List<DataFile> files)
      throws IOException {
    DataFileCopy copy = new DataFileCopy(table, before);
    copy.requirePartitions(files);
    return copy.alike(files, fileBytes).stream().map(RewriteGroup::of).toList();
  }
}
