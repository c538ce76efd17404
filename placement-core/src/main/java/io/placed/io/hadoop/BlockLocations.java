package io.placed.io.hadoop;

import io.placed.io.FileBlocks;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;

/** Locates the blocks of files. */
final class BlockLocations {
  /** Others, such as object stores, return one fake block on "localhost". */
  private static final Set<String> WITH_BLOCKS = Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs");

  /**
   * Entries of a directory that may be listed for each wanted file. A NameNode returns some 300
   * with their blocks at once ({@code dfs.ls.limit} counts replicas), so that a listing takes less
   * requests than the files one by one.
   */
  private static final int ENTRIES_PER_FILE = 100;

  private BlockLocations() {}

  static FileBlocks of(FileSystem fileSystem, FileStatus file) throws IOException {
    if (!hasBlocks(fileSystem)) {
      return FileBlocks.NONE;
    }
    BlockLocation[] found = fileSystem.getFileBlockLocations(file, 0, file.getLen());
    return new FileBlocks(file.getBlockSize(), file.getReplication(), blocks(found));
  }

  private static boolean hasBlocks(FileSystem fileSystem) {
    return WITH_BLOCKS.contains(ObjectStores.scheme(fileSystem));
  }

  private static List<FileBlocks.Block> blocks(BlockLocation[] found) throws IOException {
    List<FileBlocks.Block> blocks = new ArrayList<>();
    for (BlockLocation b : found) {
      blocks.add(
          new FileBlocks.Block(
              b.getOffset(),
              b.getLength(),
              List.of(b.getNames()),
              List.of(b.getHosts()),
              b.isCorrupt()));
    }
    blocks.sort(Comparator.comparingLong(FileBlocks.Block::offset));
    return blocks;
  }

  /** The blocks of several files by path, from listings of their directories where these pay. */
  static Map<String, List<FileBlocks.Block>> of(FileSystem fileSystem, Collection<String> paths)
      throws IOException {
    Map<String, List<FileBlocks.Block>> out = new HashMap<>();
    if (!hasBlocks(fileSystem)) {
      return out;
    }
    Map<Path, Set<String>> directories = new LinkedHashMap<>();
    for (String path : paths) {
      directories.computeIfAbsent(new Path(path).getParent(), d -> new TreeSet<>()).add(path);
    }
    for (Map.Entry<Path, Set<String>> directory : directories.entrySet()) {
      Set<String> left = directory.getValue();
      if (left.size() > 1) {
        list(fileSystem, directory.getKey(), left, out);
      }
      for (String path : left) {
        try {
          // Long.MAX_VALUE: the length is not asked for.
          out.put(
              path, blocks(fileSystem.getFileBlockLocations(new Path(path), 0, Long.MAX_VALUE)));
        } catch (FileNotFoundException e) {
          continue; // Whoever reads it says so.
        }
      }
    }
    return out;
  }

  /** Removes from the files those that are found. */
  private static void list(
      FileSystem fileSystem,
      Path directory,
      Set<String> left,
      Map<String, List<FileBlocks.Block>> out)
      throws IOException {
    long most = (long) ENTRIES_PER_FILE * left.size();
    try {
      RemoteIterator<LocatedFileStatus> files = fileSystem.listLocatedStatus(directory);
      while (!left.isEmpty() && most-- > 0 && files.hasNext()) {
        LocatedFileStatus file = files.next();
        String path = file.getPath().toString();
        if (left.remove(path)) {
          out.put(path, blocks(file.getBlockLocations()));
        }
      }
    } catch (FileNotFoundException | AccessControlException e) {
      return; // A file may be read in a directory that may not be listed.
    }
  }
}
