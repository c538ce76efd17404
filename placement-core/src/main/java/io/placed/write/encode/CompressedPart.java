package io.placed.write.encode;

import io.placed.compression.BlockCompressor;
import io.placed.compression.Compression;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.StoredPart;
import io.placed.write.spill.PartSpill;
import java.io.IOException;
import java.util.Arrays;

/** An encoded page or dictionary, compressed if that makes it smaller, in memory or spilled. */
public final class CompressedPart {
  private final int length;
  private final int rawLength;
  private final int codec;

  /** Null after spilling. */
  private byte[] bytes;

  private PartSpill spill;
  private long spilledAt;
  private int spilledChecksum;

  private CompressedPart(byte[] bytes, int length, int rawLength, int codec) {
    this.bytes = bytes;
    this.length = length;
    this.rawLength = rawLength;
    this.codec = codec;
  }

  /**
   * @param raw the encoded bytes; the array may be kept
   * @param compress whether to try compression; kept only if it makes the part smaller
   * @param column that has the page or dictionary, for errors
   * @throws IllegalArgumentException if it is so long that no reader would take it
   */
  public static CompressedPart of(
      byte[] raw, int length, boolean compress, ColumnWorker worker, String column) {
    if (length > FormatV1.MAX_RAW_PAGE_BYTES - FormatV1.CHECKSUM_BYTES) {
      throw new IllegalArgumentException(
          "column "
              + column
              + ": a page of "
              + length
              + " bytes is too long, allowed are "
              + (FormatV1.MAX_RAW_PAGE_BYTES - FormatV1.CHECKSUM_BYTES)
              + "; use smaller values");
    }
    return compress
        ? of(raw, length, worker.compressor(), worker)
        : new CompressedPart(raw, length, length, 0);
  }

  private static CompressedPart of(
      byte[] raw, int length, BlockCompressor compressor, ColumnWorker worker) {
    byte[] out = worker.scratch(compressor.maxCompressedLength(length));
    int compressed = compressor.compress(raw, 0, length, out, 0);
    if (compressed == BlockCompressor.NOT_WORTH_IT) {
      return new CompressedPart(raw, length, length, 0);
    }
    if (!StoredPart.mayDecompress(compressed, length)) {
      // Readers would reject it as a decompression bomb; LZ4 never exceeds 255:1.
      try (BlockCompressor lz4 = Compression.LZ4.compressor()) {
        return of(raw, length, lz4, worker);
      }
    }
    return new CompressedPart(
        Arrays.copyOf(out, compressed), compressed, length, compressor.codec().id());
  }

  /** Stored bytes, from index 0. */
  public byte[] bytes() throws IOException {
    return bytes != null ? bytes : spill.read(spilledAt, length, spilledChecksum);
  }

  /** Moves the bytes to disk. */
  public void spill(PartSpill to) throws IOException {
    if (bytes != null) {
      spilledAt = to.append(bytes, length);
      spilledChecksum = PartSpill.checksum(bytes, length);
      spill = to;
      bytes = null;
    }
  }

  /** Heap of the bytes. */
  long memoryBytes() {
    return bytes == null ? 0 : bytes.length;
  }

  /** Stored bytes without the checksum. */
  public int length() {
    return length;
  }

  /** Bytes before compression. */
  public int rawLength() {
    return rawLength;
  }

  /** Id of the codec. */
  public int codec() {
    return codec;
  }

  int storedLength() {
    return length + FormatV1.CHECKSUM_BYTES;
  }

  public long rawAndCodec() {
    return (long) rawLength << 2 | codec;
  }
}
