package io.placed.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;

/** Keeps one native context: making one per block costs more than compressing a small block. */
final class ZstdBlockCompressor implements BlockCompressor {
  private final ZstdCompressCtx context = new ZstdCompressCtx();

  ZstdBlockCompressor(int level) {
    // Pages have a checksum of their own that also covers where they belong.
    context.setLevel(level).setChecksum(false).setDictID(false);
  }

  @Override
  public Codec codec() {
    return Codec.ZSTD;
  }

  @Override
  public int compress(byte[] in, int off, int len, byte[] out, int outOff) {
    int n = context.compressByteArray(out, outOff, maxCompressedLength(len), in, off, len);
    return BlockCompressor.keepIfItPays(n, len);
  }

  @Override
  public int maxCompressedLength(int len) {
    long bound = Zstd.compressBound(len);
    if (bound > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("a block of " + len + " bytes is too long to compress");
    }
    return (int) bound;
  }

  @Override
  public void close() {
    context.close();
  }
}
