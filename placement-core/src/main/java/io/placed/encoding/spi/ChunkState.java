package io.placed.encoding.spi;

/**
 * State that the pages of one chunk share while they are encoded, besides a dictionary of values:
 * at most one object, such as a symbol table, which the writer of the chunk stores.
 */
public final class ChunkState {
  private boolean shares;
  private Object shared;
  private long choosingNanos;

  /** The state of a chunk to be written; the states of trials share nothing. */
  public static ChunkState ofChunk() {
    ChunkState state = new ChunkState();
    state.shares = true;
    return state;
  }

  /** Time spent on choosing encodings, in nanoseconds. */
  public long choosingNanos() {
    return choosingNanos;
  }

  public void addChoosing(long nanos) {
    choosingNanos += nanos;
  }

  /** Whether arrays may refer to shared objects. */
  public boolean shares() {
    return shares;
  }

  /** The shared object of a class; null if there is none yet. */
  public <T> T shared(Class<T> kind) {
    return kind.isInstance(shared) ? kind.cast(shared) : null;
  }

  public void share(Object part) {
    shared = part;
  }
}
