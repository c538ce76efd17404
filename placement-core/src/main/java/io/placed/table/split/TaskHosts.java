package io.placed.table.split;

import io.placed.io.FileBlocks;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.table.file.DataFile;
import io.placed.table.source.SourceFile;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The machines that have most of what a task reads, of its files and of their siblings. Blocks are
 * asked for once for all tasks of a scan.
 */
public final class TaskHosts {
  private final Map<String, DataFile> files = new HashMap<>();
  private final Map<String, List<FileBlocks.Block>> blocks = new HashMap<>();

  private TaskHosts() {}

  /** Asks for the blocks of files; of a store without blocks nothing is asked. */
  public static TaskHosts of(FileStores stores, List<SourceFile> files) {
    TaskHosts hosts = new TaskHosts();
    Map<String, List<String>> directories = new LinkedHashMap<>();
    for (SourceFile f : files) {
      hosts.files.put(f.path(), f.file());
      String directory = PathNames.parent(f.path());
      List<String> paths = directories.computeIfAbsent(directory, d -> new ArrayList<>());
      paths.add(f.path());
      f.file().siblings().forEach(s -> paths.add(PathNames.join(directory, s.name())));
    }
    try {
      for (List<String> paths : directories.values()) {
        FileStore store = stores.forPath(paths.get(0));
        hosts.blocks.putAll(store.locate(paths));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    return hosts;
  }

  /** At most three, the one with most bytes first; none if they are unknown. */
  public List<String> of(ReadTask task) {
    BlockHosts hosts = new BlockHosts();
    if (!blocks.isEmpty()) {
      task.slices().forEach(s -> add(s, hosts));
    }
    return hosts.most();
  }

  private void add(FileSlice slice, BlockHosts hosts) {
    DataFile file = files.get(slice.path());
    List<RowGroupSummary> groups = file.rowGroups();
    if (file.siblings().isEmpty()) {
      // A part of a row group has pages of all its columns, which are all over it.
      long start = groups.get(slice.firstRowGroup()).offset();
      long bytes =
          groups.subList(slice.firstRowGroup(), slice.endRowGroup()).stream()
              .mapToLong(RowGroupSummary::length)
              .sum();
      hosts.add(located(slice.path()), start, bytes);
      return;
    }
    // What a row group has in each of the files is in their footers only.
    double before = rows(groups, 0, slice.firstRowGroup()) / file.rows();
    double share = rows(groups, slice.firstRowGroup(), slice.endRowGroup()) / file.rows();
    String directory = PathNames.parent(slice.path());
    List<SiblingSummary> siblings = file.siblings();
    int each = siblings.size() / groups.size();
    if (groups.stream().allMatch(g -> g.offset() == 0) && each * groups.size() == siblings.size()) {
      // Every row group has files of its own.
      for (SiblingSummary s :
          siblings.subList(each * slice.firstRowGroup(), each * slice.endRowGroup())) {
        hosts.add(located(PathNames.join(directory, s.name())), 0, s.length());
      }
      return;
    }
    addShare(slice.path(), file.length(), before, share, hosts);
    for (SiblingSummary s : siblings) {
      addShare(PathNames.join(directory, s.name()), s.length(), before, share, hosts);
    }
  }

  private void addShare(String path, long length, double before, double share, BlockHosts hosts) {
    hosts.add(located(path), (long) (before * length), (long) (share * length));
  }

  private static double rows(List<RowGroupSummary> groups, int from, int to) {
    return groups.subList(from, to).stream().mapToLong(RowGroupSummary::rows).sum();
  }

  private List<FileBlocks.Block> located(String path) {
    return blocks.getOrDefault(path, List.of());
  }
}
