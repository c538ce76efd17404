package io.placed.io;

import java.util.List;

/**
 * How a file is started.
 *
 * @param overwrite whether a file of that name is replaced; otherwise it is an error
 * @param blockSize largest physical block in bytes, where the store has blocks; 0 = the store's
 *     default
 * @param atomic whether the file appears under its name on close only, and then complete
 * @param nodes machines that should hold the blocks, as {@link PositionOutput#nodes} names them: a
 *     wish that the store may not be able to fulfil; empty = wherever the store likes
 */
public record CreateOptions(boolean overwrite, long blockSize, boolean atomic, List<String> nodes) {
  /** A new file, written under its own name. */
  public static final CreateOptions NEW = new CreateOptions(false, 0);

  public CreateOptions {
    if (blockSize < 0) {
      throw new IllegalArgumentException("block size must not be negative, found " + blockSize);
    }
    nodes = List.copyOf(nodes);
  }

  /** Wherever the store likes. */
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
