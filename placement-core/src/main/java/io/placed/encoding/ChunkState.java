package io.placed.encoding;

/**
 * What the pages of one chunk share while they are encoded, apart from a dictionary of whole
 * values, which {@link DictionaryPages} holds.
 */
final class ChunkState {
  private byte[] sharedPart;

  /** What {@link EncodedChunk#dictionary} becomes; null if no page needs it. */
  byte[] sharedPart() {
    return sharedPart;
  }

  void setSharedPart(byte[] bytes) {
    sharedPart = bytes;
  }
}
