package io.placed.write.encode;

import io.placed.compression.BlockCompressor;

/** What one thread needs to encode columns, one after the other. */
final class ColumnWorker implements AutoCloseable {
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

  /** An array of at least so many bytes, overwritten by the next who asks. */
  byte[] scratch(int bytes) {
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
