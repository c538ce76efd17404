package io.placed.write;

import io.placed.compression.BlockCompressor;
import io.placed.compression.Compression;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.StoredPart;

/**
 * A page or dictionary ready to be written: compressed where that pays.
 *
 * @param bytes stored bytes, from index 0
 * @param length of the stored bytes, without checksum
 * @param rawLength before compression
 * @param codec id of the codec
 */
record PackedPart(byte[] bytes, int length, int rawLength, int codec) {

  /** Keeps bytes as they are. */
  static final BlockCompressor STORED = Compression.NONE.compressor();

  static PackedPart of(byte[] raw, int length, BlockCompressor compressor) {
    byte[] out = new byte[compressor.maxCompressedLength(length)];
    int packed = compressor.compress(raw, 0, length, out, 0);
    if (packed == BlockCompressor.NOT_WORTH_IT) {
      return new PackedPart(raw, length, length, 0);
    }
    if (!StoredPart.mayUnpack(packed, length)) {
      // Looks like a decompression bomb; lz4 never packs more than 255 to one.
      try (BlockCompressor lz4 = Compression.LZ4.compressor()) {
        return of(raw, length, lz4);
      }
    }
    byte[] kept = packed < out.length / 2 ? java.util.Arrays.copyOf(out, packed) : out;
    return new PackedPart(kept, packed, length, compressor.codec().id());
  }

  int storedLength() {
    return length + FormatV1.CHECKSUM_BYTES;
  }

  long rawAndCodec() {
    return (long) rawLength << 2 | codec;
  }
}
