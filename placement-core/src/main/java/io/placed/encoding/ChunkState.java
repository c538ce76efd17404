package io.placed.encoding;

/**
 * What the pages of one chunk share while they are encoded, apart from a dictionary of whole
 * values, which {@link DictionaryPages} holds.
 */
final class ChunkState {
  private byte[] sharedPart;

  private long choosingNanos;

  /** Time that went into choosing encodings. */
  long choosingNanos() {
    return choosingNanos;
  }

  void addChoosing(long nanos) {
    choosingNanos += nanos;
  }

  /** What {@link EncodedChunk#dictionary} becomes; null if no page needs it. */
  byte[] sharedPart() {
    return sharedPart;
  }

  void setSharedPart(byte[] bytes) {
    sharedPart = bytes;
  }
}
