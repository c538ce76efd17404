package io.placed.encoding;

import java.util.Objects;

/**
 * How the pages of one column chunk are encoded.
 *
 * @param profile what bytes and decoding cost
 * @param maxDictionaryValues 0 to 65,536; 0 = no shared dictionary
 * @param maxDictionaryBytes bound of the encoded dictionary, which every reader of the chunk reads
 */
public record EncodingOptions(Profile profile, int maxDictionaryValues, int maxDictionaryBytes) {
  /** Codes of a chunk wait in 16 bits each, see {@link ChunkEncoder}. */
  static final int MAX_VALUES = 1 << 16;

  public static final EncodingOptions DEFAULT =
      new EncodingOptions(Profile.BALANCED, MAX_VALUES, 1 << 20);

  public EncodingOptions {
    Objects.requireNonNull(profile, "profile");
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
