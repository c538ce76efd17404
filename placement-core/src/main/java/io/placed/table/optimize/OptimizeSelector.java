package io.placed.table.optimize;

import io.placed.placement.ColumnNames;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.rewrite.DataFileCopy;
import io.placed.table.rewrite.RewriteGroup;
import io.placed.table.rewrite.RewriteSelector;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files that are small, or overlap in the leading sort key, and those of which many rows are
 * deleted.
 */
final class OptimizeSelector implements RewriteSelector {
  /** A file of which more rows are deleted than this share is rewritten without them. */
  private static final double MAX_DELETED = 0.1;

  /** No commit has it. */
  private static final String NO_COMMIT = "0".repeat(32);

  private final OptimizeOptions options;

  OptimizeSelector(OptimizeOptions options) {
    this.options = options;
  }

  @Override
  public List<DataFile> scope(Snapshot before, List<DataFile> files) {
    // Rows of a file outside of the directories may belong to several partitions.
    List<DataFile> inside = files.stream().filter(f -> f.isIn(before.partitionColumns())).toList();
    return RewriteSelector.inPartitions(before, options.where(), inside);
  }

  @Override
  public List<RewriteGroup> select(TableDirectory table, Snapshot before, List<DataFile> files)
      throws IOException {
    String key = leadingKey(before);
    Map<Map<String, String>, List<DataFile>> partitions = new LinkedHashMap<>();
    for (DataFile f : files) {
      partitions.computeIfAbsent(f.partition(), p -> new ArrayList<>()).add(f);
    }
    DataFileCopy copy = new DataFileCopy(table, before);
    List<RewriteGroup> groups = new ArrayList<>();
    for (List<DataFile> of : partitions.values()) {
      for (List<DataFile> merge : partition(of, key)) {
        for (List<DataFile> alike : copy.alike(merge)) {
          add(table, before, key, alike, groups);
        }
      }
    }
    return groups;
  }

  /** The column by which files are ordered; null if there is none. */
  private static String leadingKey(Snapshot table) {
    if (table.placement().reorder() instanceof Reordering.Sort sort) {
      for (SortKey key : sort.keys()) {
        int column = ColumnNames.ordinal(key.column(), table.schema(), Reordering.SETTING);
        String name = table.schema().field(column).name();
        if (!table.partitionColumns().contains(name)) {
          return name;
        }
      }
    }
    return null;
  }

  /**
   * The files of a partition that are to be merged. Merges of what the merges would give belong to
   * them, so that a second call finds nothing to do.
   *
   * @param key leading sort key; null = none
   */
  List<List<DataFile>> partition(List<DataFile> files, String key) {
    Map<String, List<DataFile>> merged = new LinkedHashMap<>();
    List<DataFile> now = new ArrayList<>(files);
    // As their real results, those of all merges belong to one commit.
    int results = 0;
    List<List<DataFile>> merges = merges(now, key);
    while (!merges.isEmpty()) {
      for (int i = 0; i < merges.size(); i++) {
        List<DataFile> sources = new ArrayList<>();
        for (DataFile f : merges.get(i)) {
          List<DataFile> earlier = merged.remove(f.path());
          sources.addAll(earlier == null ? List.of(f) : earlier);
        }
        DataFile result =
            MergedFile.of(ManagedName.of(NO_COMMIT, "merge-" + results++), merges.get(i), key);
        Set<String> paths = merges.get(i).stream().map(DataFile::path).collect(Collectors.toSet());
        now.removeIf(f -> paths.contains(f.path()));
        now.add(result);
        merged.put(result.path(), sources);
      }
      merges = merges(now, key);
    }
    return List.copyOf(merged.values());
  }

  private List<List<DataFile>> merges(List<DataFile> files, String key) {
    List<DataFile> unordered = new ArrayList<>();
    SmallFiles small = new SmallFiles(options);
    if (key == null) {
      unordered.addAll(files);
    } else {
      List<KeyRange> ranges = new ArrayList<>();
      for (DataFile f : files) {
        KeyRange range = KeyRange.of(f, key);
        if (range == null) {
          unordered.add(f);
        } else {
          ranges.add(range);
        }
      }
      OverlappingFiles overlapping = new OverlappingFiles(ranges, options.growth());
      overlapping.sequences().forEach(small::addSequence);
    }
    unordered.sort(Comparator.comparingLong(DataFile::totalLength));
    small.addSequence(unordered.stream().map(List::of).toList());
    List<List<DataFile>> merges = new ArrayList<>(small.merges());
    Set<DataFile> merged = new HashSet<>();
    merges.forEach(merged::addAll);
    for (DataFile f : files) {
      if (hasManyDeleted(f) && !merged.contains(f)) {
        merges.add(List.of(f));
      }
    }
    return merges;
  }

  private static boolean hasManyDeleted(DataFile file) {
    return file.rows() - file.liveRows() > MAX_DELETED * file.rows();
  }

  private void add(
      TableDirectory table,
      Snapshot before,
      String key,
      List<DataFile> files,
      Collection<RewriteGroup> groups)
      throws IOException {
    if (files.size() < 2 && !hasManyDeleted(files.get(0))) {
      return;
    }
    long bytes = files.stream().mapToLong(DataFile::totalLength).sum();
    int count = (int) Math.round(Math.min(Integer.MAX_VALUE, (double) bytes / options.fileBytes()));
    if (key == null || count < 2) {
      groups.add(RewriteGroup.of(files));
      return;
    }
    KeyQuantiles quantiles = new KeyQuantiles(table, key, before.schema().require(key).type());
    groups.add(RewriteGroup.of(files, quantiles.ranges(files, count)));
  }
}
