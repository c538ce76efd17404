package io.placed.io;

import java.util.List;

/**
 * Options for creating a file.
 *
 * @param overwrite whether to replace an existing file; otherwise it is an error
 * @param blockSize maximum physical block in bytes, if the store has blocks; 0 = the store's
 *     default
 * @param atomic whether the file becomes visible only on close, and complete
 * @param nodes preferred nodes for the blocks, as named by {@link PositionOutput#nodes}; the store
 *     may ignore them; empty = no preference
 */
public record CreateOptions(boolean overwrite, long blockSize, boolean atomic, List<String> nodes) {
  /** A new file, written under its final name. */
  public static final CreateOptions NEW = new CreateOptions(false, 0);

  public CreateOptions {
    if (blockSize < 0) {
      throw new IllegalArgumentException("block size must not be negative, found " + blockSize);
    }
    nodes = List.copyOf(nodes);
  }

  /** Without preferred nodes. */
  public CreateOptions(boolean overwrite, long blockSize, boolean atomic) {
    this(overwrite, blockSize, atomic, List.of());
  }

  /** Not atomic. */
  public CreateOptions(boolean overwrite, long blockSize) {
    this(overwrite, blockSize, false);
  }

  public CreateOptions withOverwrite(boolean value) {
    return new CreateOptions(value, blockSize, atomic, nodes);
  }

  public CreateOptions withBlockSize(long bytes) {
    return new CreateOptions(overwrite, bytes, atomic, nodes);
  }

  public CreateOptions withAtomic(boolean value) {
    return new CreateOptions(overwrite, blockSize, value, nodes);
  }

  public CreateOptions withNodes(List<String> value) {
    return new CreateOptions(overwrite, blockSize, atomic, value);
  }
}
