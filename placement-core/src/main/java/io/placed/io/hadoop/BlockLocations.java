package io.placed.io.hadoop;

import io.placed.io.FileBlocks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** Locates the blocks of a file. */
final class BlockLocations {
  /** Others, such as object stores, return one fake block on "localhost". */
  private static final Set<String> WITH_BLOCKS = Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs");

  private BlockLocations() {}

  static FileBlocks of(FileSystem fileSystem, FileStatus file) throws IOException {
    if (!WITH_BLOCKS.contains(ObjectStores.scheme(fileSystem))) {
      return FileBlocks.NONE;
    }
    List<FileBlocks.Block> blocks = new ArrayList<>();
    for (BlockLocation b : fileSystem.getFileBlockLocations(file, 0, file.getLen())) {
      blocks.add(
          new FileBlocks.Block(
              b.getOffset(),
              b.getLength(),
              List.of(b.getNames()),
              List.of(b.getHosts()),
              b.isCorrupt()));
    }
    blocks.sort(Comparator.comparingLong(FileBlocks.Block::offset));
    return new FileBlocks(file.getBlockSize(), file.getReplication(), blocks);
  }
}
