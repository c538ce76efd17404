package io.placed.encoding.choice;

/**
 * General compression, as the choice of encodings needs it, because this package does not know the
 * codecs. Thread-safe.
 */
public interface TrialCompressor {
  /** No compression: the size stays the same. */
  TrialCompressor NONE =
      new TrialCompressor() {
        @Override
        public int compressedBytes(byte[] bytes, int length) {
          return length;
        }

        @Override
        public double nanosPerByte() {
          return 0;
        }
      };

  /** Compressed size of the first {@code length} bytes. */
  int compressedBytes(byte[] bytes, int length);

  /** Decompression time in nanoseconds per uncompressed byte. */
  double nanosPerByte();
}
