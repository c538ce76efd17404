package io.placed.compression;

/** Never finds that compressing pays. */
final class NoCompressor implements BlockCompressor {
  @Override
  public Codec codec() {
    return Codec.NONE;
  }

  @Override
  public int compress(byte[] in, int off, int len, byte[] out, int outOff) {
    return NOT_WORTH_IT;
  }

  @Override
  public int maxCompressedLength(int len) {
    return 0;
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
