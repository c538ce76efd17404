package io.placed.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A file being written. Closing makes it durable, as far as the store supports it; after an
 * exception only {@link #abort} may be called. Not thread-safe.
 */
public abstract class PositionOutput extends OutputStream {
  /** Bytes written so far. */
  public abstract long position();

  /**
   * Ends the physical block, so that the next byte starts a new one. Does nothing on stores without
   * blocks, on erasure-coded files, and in an empty block.
   */
  public abstract void endBlock() throws IOException;

  /**
   * The nodes of the current block, for {@link CreateOptions#withNodes}; empty if the store does
   * not expose them.
   */
  public List<String> nodes() throws IOException {
    return List.of();
  }

  /**
   * Lets readers see what was written, on stores that show files before they are closed. Not
   * durable.
   */
  public void makeVisible() throws IOException {
    flush();
  }

  /** Closes and removes the file; does nothing after a successful close. */
  public abstract void abort() throws IOException;
}
