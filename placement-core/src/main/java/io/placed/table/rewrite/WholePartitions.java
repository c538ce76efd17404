package io.placed.table.rewrite;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All files of a table, or of some partitions, merged up to a size. Rows of files that were written
 * with other partition fields than those of now go into the partitions of now.
 */
final class WholePartitions implements RewriteSelector {
  private final Predicate where;
  private final long fileBytes;
  private final boolean onlyMoved;

  /**
   * @param where filter on partition columns; null = the whole table
   * @param fileBytes target size: larger files are not merged
   * @param onlyMoved whether files that are in partitions of now stay as they are
   */
  WholePartitions(Predicate where, long fileBytes, boolean onlyMoved) {
    this.where = where;
    this.fileBytes = fileBytes;
    this.onlyMoved = onlyMoved;
  }

  @Override
  public List<DataFile> scope(Snapshot before, List<DataFile> files) {
    return RewriteSelector.inPartitions(before, where, files);
  }

  @Override
  public List<RewriteGroup> select(TableDirectory table, Snapshot before, List<DataFile> files)
      throws IOException {
    DataFileCopy copy = new DataFileCopy(table, before);
    List<DataFile> stay = new ArrayList<>();
    List<DataFile> moved = new ArrayList<>();
    for (DataFile f : files) {
      (hasFieldsOf(before, f, copy) ? stay : moved).add(f);
    }
    List<RewriteGroup> groups = new ArrayList<>();
    if (!onlyMoved) {
      copy.requirePartitions(files);
      copy.alike(stay, fileBytes).forEach(alike -> groups.add(RewriteGroup.of(alike)));
    }
    for (List<DataFile> alike : copy.alikeWhereverTheyAre(moved, fileBytes)) {
      groups.add(RewriteGroup.divided(alike));
    }
    return groups;
  }

  /**
   * Whether a file has values of the fields of now, as far as it has their columns. No snapshot
   * says what the fields of a foreign file are: its directories do.
   */
  private static boolean hasFieldsOf(Snapshot table, DataFile file, DataFileCopy copy)
      throws IOException {
    Set<String> own = file.partition().keySet();
    Set<String> fields = Set.copyOf(table.partitioning().names(table.schema()));
    if (file.foreign() || own.equals(fields)) {
      return true;
    }
    Schema columns = copy.allOf(file);
    return own.equals(Set.copyOf(table.partitioning().of(columns).names(columns)));
  }
}
