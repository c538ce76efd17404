package io.placed.encoding.choice;

/**
 * General compression as the choice of encodings sees it: this package does not know the codecs.
 * Thread-safe.
 */
public interface TrialCompressor {
  /** No compression: nothing gets smaller. */
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

  /** Size of the first {@code length} bytes if they were compressed. */
  int compressedBytes(byte[] bytes, int length);

  /** Nanoseconds per uncompressed byte that decompression takes. */
  double nanosPerByte();
}
