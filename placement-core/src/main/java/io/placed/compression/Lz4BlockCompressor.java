package io.placed.compression;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

final class Lz4BlockCompressor implements BlockCompressor {
  private final LZ4Compressor lz4 = LZ4Factory.fastestInstance().fastCompressor();

  @Override
  public Codec codec() {
    return Codec.LZ4;
  }

  @Override
  public int compress(byte[] in, int off, int len, byte[] out, int outOff) {
    int n = lz4.compress(in, off, len, out, outOff, maxCompressedLength(len));
    return BlockCompressor.keepIfItPays(n, len);
  }

  @Override
  public int maxCompressedLength(int len) {
    return lz4.maxCompressedLength(len);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
