package io.placed.table.deletes;

import io.placed.error.MalformedDataException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The bytes of a file of deletion vectors. A vector is as in Iceberg and Delta: length, magic and
 * bitmap, CRC-32, so that its length and its place are enough to read it. A header names the
 * commit, and before each vector is the id of its data file, so that bytes of another file are
 * noticed.
 */
final class VectorCodec {
  /** Magic, version, and the commit id as text. */
  static final int HEADER_BYTES = 4 + 4 + 32;

  /** The id of the data file. */
  static final int OWNER_BYTES = 16;

  private static final int MAGIC = 0x504C4456; // PLDV
  private static final int VERSION = 1;

  /** D1 D3 39 64, as in the Puffin specification of Iceberg. */
  private static final int VECTOR_MAGIC = 0xD1D33964;

  private static final int FRAME_BYTES = 4 + 4 + 4;

  private VectorCodec() {}

  static byte[] header(String commitId) {
    byte[] id = commitId.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(HEADER_BYTES).putInt(MAGIC).putInt(VERSION).put(id).array();
  }

  static void requireHeader(byte[] found, String commitId) {
    ByteBuffer in = ByteBuffer.wrap(found);
    int magic = in.getInt();
    int version = in.getInt();
    if (magic != MAGIC) {
      throw new MalformedDataException("it is not a file of deletion vectors");
    }
    if (version != VERSION) {
      throw new MalformedDataException(
          "version " + version + " of deletion vectors, this library reads " + VERSION);
    }
    if (!Arrays.equals(found, header(commitId))) {
      throw new MalformedDataException("it is of another commit than " + commitId);
    }
  }

  static byte[] owner(String fileId) {
    UUID id = UUID.fromString(fileId);
    return ByteBuffer.allocate(OWNER_BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  static byte[] vector(RowBitmap rows) {
    byte[] bitmap = rows.toBytes();
    ByteBuffer out = ByteBuffer.allocate(Math.addExact(bitmap.length, FRAME_BYTES));
    out.putInt(4 + bitmap.length).putInt(VECTOR_MAGIC).put(bitmap);
    CRC32 crc = new CRC32();
    crc.update(out.array(), 4, 4 + bitmap.length);
    out.putInt((int) crc.getValue());
    return out.array();
  }

  /**
   * @throws MalformedDataException if the bytes are something else
   */
  static RowBitmap rows(byte[] vector) {
    if (vector.length < FRAME_BYTES) {
      throw new MalformedDataException("a deletion vector of " + vector.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(vector);
    int length = in.getInt();
    int magic = in.getInt();
    if (length != vector.length - 8 || magic != VECTOR_MAGIC) {
      throw new MalformedDataException(
          "no deletion vector of "
              + vector.length
              + " bytes: length "
              + length
              + ", magic "
              + Integer.toHexString(magic));
    }
    CRC32 crc = new CRC32();
    crc.update(vector, 4, length);
    int stored = in.getInt(4 + length);
    if ((int) crc.getValue() != stored) {
      throw new MalformedDataException(
          "the CRC-32 of the deletion vector is "
              + Integer.toHexString((int) crc.getValue())
              + ", stored is "
              + Integer.toHexString(stored));
    }
    byte[] bitmap = new byte[length - 4];
    in.get(8, bitmap);
    return RowBitmap.of(bitmap);
  }

  /**
   * The largest vector that a file of so many rows can have: 8 KiB and a key for each 65,536 rows.
   */
  static long maxBytes(long fileRows) {
    return 1024 + ((fileRows >>> 16) + 1) * (8192 + 32);
  }
}
