package io.placed.io;

import java.util.List;

/**
 * The blocks in which a file system keeps a file.
 *
 * @param blockBytes size with which the file was created; 0 = the file system has no blocks
 * @param replication how many replicas each block should have
 * @param blocks by offset, without gaps
 */
public record FileBlocks(long blockBytes, int replication, List<Block> blocks) {
  /** Of a file system without blocks, or one that does not tell. */
  public static final FileBlocks NONE = new FileBlocks(0, 0, List.of());

  public FileBlocks {
    blocks = List.copyOf(blocks);
  }

  /**
   * One block.
   *
   * @param offset of its first byte in the file
   * @param length in bytes; less than the block size where the block was ended early
   * @param nodes that hold a replica now, each with its port, which tells two on one host apart
   * @param hosts of these nodes, in the same order
   * @param corrupt whether the file system knows of no sound replica
   */
  public record Block(
      long offset, long length, List<String> nodes, List<String> hosts, boolean corrupt) {
    public Block {
      nodes = List.copyOf(nodes);
      hosts = List.copyOf(hosts);
    }

    /** First byte behind the block. */
    public long end() {
      return offset + length;
    }
  }

  /** Whether the file system told of blocks. An empty file has a block size and no block. */
  public boolean known() {
    return blockBytes > 0;
  }

  /** The blocks that hold one of these bytes, by position in {@link #blocks}. */
  public List<Block> overlapping(long offset, long length) {
    return blocks.stream().filter(b -> b.offset() < offset + length && offset < b.end()).toList();
  }
}
