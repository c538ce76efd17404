package io.placed.encoding;

/**
 * Bounds of the dictionaries that the pages of one column chunk share.
 *
 * @param maxDictionaryValues 0 to 65,536; 0 = no shared dictionary
 * @param maxDictionaryBytes bound of the encoded dictionary, which every reader of the chunk reads
 */
public record EncodingOptions(int maxDictionaryValues, int maxDictionaryBytes) {
  /** Codes of a chunk wait in 16 bits each, see {@link ChunkEncoder}. */
  static final int MAX_VALUES = 1 << 16;

  public static final EncodingOptions DEFAULT = new EncodingOptions(MAX_VALUES, 1 << 20);

  public EncodingOptions {
    if (maxDictionaryValues < 0 || maxDictionaryValues > MAX_VALUES || maxDictionaryBytes < 0) {
      throw new IllegalArgumentException(
          "a shared dictionary has 0 to "
              + MAX_VALUES
              + " values and no negative size, found "
              + maxDictionaryValues
              + " values and "
              + maxDictionaryBytes
              + " bytes");
    }
  }
}
