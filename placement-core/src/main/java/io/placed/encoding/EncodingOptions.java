package io.placed.encoding;

import io.placed.encoding.choice.BytePrice;
import io.placed.encoding.choice.TrialCompressor;
import io.placed.encoding.values.DictionaryBuilder;
import java.util.Objects;

/**
 * How the pages of one column chunk are encoded.
 *
 * @param profile the cost of stored bytes against decoding time
 * @param compressor compresses pages for which that is worthwhile
 * @param maxDictionaryValues 0 to 65,536; 0 = no shared dictionary
 * @param maxDictionaryBytes maximum bytes of the encoded dictionary, which every reader of the
 *     chunk reads
 */
public record EncodingOptions(
    Profile profile, TrialCompressor compressor, int maxDictionaryValues, int maxDictionaryBytes) {
  /** Buffered codes have 16 bits ({@link ChunkEncoder}). */
  static final int MAX_VALUES = DictionaryBuilder.MAX_VALUES;

  public static final EncodingOptions DEFAULT =
      new EncodingOptions(Profile.BALANCED, TrialCompressor.NONE, MAX_VALUES, 1 << 20);

  public EncodingOptions {
    Objects.requireNonNull(profile, "profile");
    Objects.requireNonNull(compressor, "compressor");
    if (maxDictionaryValues < 0 || maxDictionaryValues > MAX_VALUES || maxDictionaryBytes < 0) {
      throw new IllegalArgumentException(
          "a shared dictionary must have 0 to "
              + MAX_VALUES
              + " values and a non-negative size, found "
              + maxDictionaryValues
              + " values and "
              + maxDictionaryBytes
              + " bytes");
    }
  }

  BytePrice price() {
    return new BytePrice(profile.nanosPerByte(), compressor);
  }

  /** The default limits with another profile and compression. */
  public static EncodingOptions of(Profile profile, TrialCompressor compressor) {
    return new EncodingOptions(
        profile, compressor, DEFAULT.maxDictionaryValues, DEFAULT.maxDictionaryBytes);
  }
}
