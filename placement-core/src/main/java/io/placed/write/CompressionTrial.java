package io.placed.write;

import io.placed.compression.BlockCompressor;
import io.placed.compression.Codec;
import io.placed.compression.Compression;
import io.placed.encoding.TrialCompressor;

/** Tells the choice of encodings what compression would do. */
final class CompressionTrial implements TrialCompressor {
  /** Decompressed bytes per nanosecond: some 1 GB/s with Zstandard, 4 GB/s with LZ4. */
  private static final double ZSTD_NANOS = 1.0;

  private static final double LZ4_NANOS = 0.25;

  private final Compression compression;

  private CompressionTrial(Compression compression) {
    this.compression = compression;
  }

  static TrialCompressor of(Compression compression) {
    return compression.codec() == Codec.NONE ? NONE : new CompressionTrial(compression);
  }

  /** With a compressor of its own: trials are few, and may come from any thread. */
  @Override
  public int compressedBytes(byte[] bytes, int length) {
    try (BlockCompressor compressor = compression.compressor()) {
      byte[] out = new byte[compressor.maxCompressedLength(length)];
      int n = compressor.compress(bytes, 0, length, out, 0);
      return n == BlockCompressor.NOT_WORTH_IT ? length : n;
    }
  }

  @Override
  public double nanosPerByte() {
    return compression.codec() == Codec.ZSTD ? ZSTD_NANOS : LZ4_NANOS;
  }
}
