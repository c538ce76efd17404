package io.placed.write.encode;

import io.placed.compression.BlockCompressor;

/** Resources of one thread for encoding columns. */
final class ColumnWorker implements AutoCloseable {
  /** A larger scratch array is not kept for the next page. */
  private static final int MOST_KEPT_BYTES = 16 << 20;

  private final BlockCompressor compressor;
  private final PageCollectors collectors = new PageCollectors();
  private byte[] scratch = new byte[0];

  ColumnWorker(BlockCompressor compressor) {
    this.compressor = compressor;
  }

  BlockCompressor compressor() {
    return compressor;
  }

  PageCollectors collectors() {
    return collectors;
  }

  /** A scratch array of at least this length, which the next call may return again. */
  byte[] scratch(int bytes) {
    if (bytes > MOST_KEPT_BYTES) {
      return new byte[bytes];
    }
    if (scratch.length < bytes) {
      scratch = new byte[bytes];
    }
    return scratch;
  }

  @Override
  public void close() {
    compressor.close();
  }
}
