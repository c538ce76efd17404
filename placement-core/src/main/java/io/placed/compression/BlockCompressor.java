package io.placed.compression;

/** Compresses blocks, one after the other, for one thread. May hold memory outside the heap. */
public interface BlockCompressor extends AutoCloseable {
  /** What {@link #compress} returns when the block should be stored as it is. */
  int NOT_WORTH_IT = -1;

  /** The codec whose {@link Decompression} reads what {@link #compress} wrote. */
  Codec codec();

  /**
   * Compresses {@code len} bytes.
   *
   * @param out room for {@link #maxCompressedLength} bytes from {@code outOff}
   * @return the compressed length, or {@link #NOT_WORTH_IT} where less than 5 % would be saved;
   *     what was then written to {@code out} means nothing
   */
  int compress(byte[] in, int off, int len, byte[] out, int outOff);

  /** Room that {@link #compress} needs for so many bytes. */
  int maxCompressedLength(int len);

  @Override
  void close();

  /** Every block that is stored compressed costs its readers time: a few bytes do not repay it. */
  static int keepIfItPays(int compressed, int len) {
    return compressed <= len - (len + 19) / 20 ? compressed : NOT_WORTH_IT;
  }
}
