package io.placed.format.v1;

import io.placed.error.MalformedDataException;

/**
 * A page or dictionary on disk.
 *
 * @param length stored bytes, checksum included
 * @param rawLength bytes after decompression
 * @param codec 0 none, 1 lz4, 2 zstd
 */
public record StoredPart(long offset, int length, int rawLength, int codec) {

  /** zstd reaches about 1 : 33,000 on constant bytes; no valid file exceeds this. */
  private static final int MAX_RATIO = 64 * 1024;

  /** Parts with a larger uncompressed size are limited to the ratio {@link #MAX_LARGE_RATIO}. */
  private static final int LARGE_BYTES = 16 << 20;

  private static final int MAX_LARGE_RATIO = 1024;

  /** Whether readers accept the compression ratio. */
  public static boolean mayDecompress(int payload, int rawLength) {
    long ratio = rawLength > LARGE_BYTES ? MAX_LARGE_RATIO : MAX_RATIO;
    return rawLength <= payload * ratio;
  }

  /** Bytes without the checksum. */
  public int payloadLength() {
    return length - FormatV1.CHECKSUM_BYTES;
  }

  public long end() {
    return offset + length;
  }

  StoredPart check() {
    int payload = payloadLength();
    boolean sound =
        payload >= 0
            && codec <= 2
            && (codec == 0 ? payload == rawLength : mayDecompress(payload, rawLength));
    if (!sound) {
      throw new MalformedDataException(
          "a part of "
              + length
              + " bytes at "
              + offset
              + " cannot decompress to "
              + rawLength
              + " bytes with codec "
              + codec);
    }
    return this;
  }
}
