package io.placed.write.encode;

import io.placed.compression.BlockCompressor;
import io.placed.compression.Codec;
import io.placed.compression.Compression;
import io.placed.encoding.choice.TrialCompressor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Estimates the effect of compression for the choice of encodings. Thread-safe. */
public final class CompressionTrial implements TrialCompressor, AutoCloseable {
  /** Decompression speed in bytes per nanosecond: about 1 GB/s for Zstandard, 4 GB/s for LZ4. */
  private static final double ZSTD_NANOS = 1.0;

  private static final double LZ4_NANOS = 0.25;

  private final Compression compression;

  /**
   * Pooled: a wide table has a trial per chunk, and creating a compressor costs more than a trial.
   */
  private final Queue<BlockCompressor> free = new ConcurrentLinkedQueue<>();

  private CompressionTrial(Compression compression) {
    this.compression = compression;
  }

  public static CompressionTrial of(Compression compression) {
    return new CompressionTrial(compression);
  }

  /** The compressor for trials. */
  public TrialCompressor compressor() {
    return compression.codec() == Codec.NONE ? NONE : this;
  }

  @Override
  public int compressedBytes(byte[] bytes, int length) {
    BlockCompressor known = free.poll();
    BlockCompressor compressor = known != null ? known : compression.compressor();
    try {
      byte[] out = new byte[compressor.maxCompressedLength(length)];
      int n = compressor.compress(bytes, 0, length, out, 0);
      return n == BlockCompressor.NOT_WORTH_IT ? length : n;
    } finally {
      free.add(compressor);
    }
  }

  /** To be called when no trial is running. */
  @Override
  public void close() {
    for (BlockCompressor c = free.poll(); c != null; c = free.poll()) {
      c.close();
    }
  }

  @Override
  public double nanosPerByte() {
    return compression.codec() == Codec.ZSTD ? ZSTD_NANOS : LZ4_NANOS;
  }
}
