package io.placed.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A file being written. Closing makes it durable as far as the store can; after an exception only
 * {@link #abort} makes sense. Not thread-safe.
 */
public abstract class PositionOutput extends OutputStream {
  /** Bytes written so far. */
  public abstract long position();

  /**
   * Ends the physical block here, so that the next byte starts one. Does nothing on stores without
   * blocks, on erasure-coded files, and when the block has no byte yet.
   */
  public abstract void endBlock() throws IOException;

  /**
   * The machines that hold the current block, for {@link CreateOptions#withNodes}; empty where the
   * store has no blocks or does not tell.
   */
  public List<String> nodes() throws IOException {
    return List.of();
  }

  /** Closes and removes what was written; does nothing after a successful close. */
  public abstract void abort() throws IOException;
}
