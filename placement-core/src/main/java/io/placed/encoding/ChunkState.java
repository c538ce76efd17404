package io.placed.encoding;

/**
 * What the pages of one chunk share while they are encoded, apart from a dictionary of whole
 * values, which {@link DictionaryPages} holds.
 */
final class ChunkState {
  private boolean shares;
  private FsstTable symbols;
  private long choosingNanos;

  /** Time that went into choosing encodings. */
  long choosingNanos() {
    return choosingNanos;
  }

  void addChoosing(long nanos) {
    choosingNanos += nanos;
  }

  /** The state of a real chunk; others, such as those of a trial, have nothing to share. */
  static ChunkState ofChunk() {
    ChunkState state = new ChunkState();
    state.shares = true;
    return state;
  }

  /** Whether arrays may refer to a symbol table of the chunk. */
  boolean shares() {
    return shares;
  }

  /** The symbol table of the chunk; null if there is none yet. */
  FsstTable symbols() {
    return symbols;
  }

  void setSymbols(FsstTable table) {
    symbols = table;
  }
}
