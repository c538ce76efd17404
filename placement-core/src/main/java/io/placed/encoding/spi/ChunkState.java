package io.placed.encoding.spi;

/**
 * What the pages of one chunk share while they are encoded, apart from a dictionary of whole
 * values: at most one object, such as a symbol table, which the writer of the chunk stores.
 */
public final class ChunkState {
  private boolean shares;
  private Object shared;
  private long choosingNanos;

  /** The state of a real chunk; others, such as those of a trial, have nothing to share. */
  public static ChunkState ofChunk() {
    ChunkState state = new ChunkState();
    state.shares = true;
    return state;
  }

  /** Time that went into choosing encodings. */
  public long choosingNanos() {
    return choosingNanos;
  }

  public void addChoosing(long nanos) {
    choosingNanos += nanos;
  }

  /** Whether arrays may refer to what is shared. */
  public boolean shares() {
    return shares;
  }

  /** What the arrays of the chunk share of a kind; null if there is nothing yet. */
  public <T> T shared(Class<T> kind) {
    return kind.isInstance(shared) ? kind.cast(shared) : null;
  }

  public void share(Object part) {
    shared = part;
  }
}
