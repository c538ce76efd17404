package io.placed.io;

import java.util.List;

/**
 * The blocks of a file in its file system.
 *
 * @param blockBytes size with which the file was created; 0 = the file system has no blocks
 * @param replication target number of replicas
 * @param blocks by offset, without gaps
 */
public record FileBlocks(long blockBytes, int replication, List<Block> blocks) {
  /** For a file system without blocks, or one that does not expose them. */
  public static final FileBlocks NONE = new FileBlocks(0, 0, List.of());

  public FileBlocks {
    blocks = List.copyOf(blocks);
  }

  /**
   * A block.
   *
   * @param offset of its first byte in the file
   * @param length in bytes; less than the block size if the block was ended early
   * @param nodes that hold a replica, with ports, which distinguish nodes on one host
   * @param hosts of these nodes, in the same order
   * @param corrupt whether the file system has no sound replica
   */
  public record Block(
      long offset, long length, List<String> nodes, List<String> hosts, boolean corrupt) {
    public Block {
      nodes = List.copyOf(nodes);
      hosts = List.copyOf(hosts);
    }

    /** End offset, exclusive. */
    public long end() {
      return offset + length;
    }
  }

  /** Whether the file system exposes blocks. An empty file has a block size and no block. */
  public boolean known() {
    return blockBytes > 0;
  }

  /** The blocks that overlap this range, in order. */
  public List<Block> overlapping(long offset, long length) {
    return blocks.stream().filter(b -> b.offset() < offset + length && offset < b.end()).toList();
  }
}
