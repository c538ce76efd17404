package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.error.CorruptFileException;
import io.placed.error.NotPlacedFileException;
import io.placed.error.SiblingFileException;
import io.placed.error.UnsupportedVersionException;
import java.io.IOException;
import java.util.UUID;

/** Header and tail: the fixed first and last bytes of a file. */
public record Tail(long rootOffset, int rootLength, long fileLength, UUID fileId, int role) {

  public static byte[] header(UUID fileId, int role) {
    byte[] out = new byte[FormatV1.HEADER_BYTES];
    LittleEndian.putLong(out, 0, FormatV1.MAGIC);
    out[8] = FormatV1.VERSION;
    out[10] = (byte) role;
    FileIds.put(out, 12, fileId);
    LittleEndian.putInt(out, 28, checksum(fileId, PartKind.HEADER, 0, out, 28));
    return out;
  }

  /**
   * Verifies a header.
   *
   * @param role the expected role
   * @return the file id
   */
  public static UUID readHeader(String path, byte[] bytes, int role) throws IOException {
    ByteReader in = new ByteReader(bytes, 0, FormatV1.HEADER_BYTES);
    if (in.u64() != FormatV1.MAGIC) {
      throw new NotPlacedFileException(
          path, "not a Placed file: it does not start with the magic bytes");
    }
    int version = in.u16();
    int found = in.u16();
    UUID id = FileIds.get(in);
    if (in.u32() != checksum(id, PartKind.HEADER, 0, bytes, 28)) {
      throw new CorruptFileException(path, 0, "the checksum of the header does not match");
    }
    requireVersion(path, version);
    requireRole(path, 0, found, role);
    return id;
  }

  public byte[] toBytes() {
    byte[] out = new byte[FormatV1.TAIL_BYTES];
    LittleEndian.putLong(out, 0, rootOffset);
    LittleEndian.putInt(out, 8, rootLength);
    LittleEndian.putLong(out, 12, fileLength);
    FileIds.put(out, 20, fileId);
    out[36] = FormatV1.VERSION;
    out[38] = (byte) role;
    LittleEndian.putInt(
        out, 40, checksum(fileId, PartKind.TAIL, fileLength - FormatV1.TAIL_BYTES, out, 40));
    LittleEndian.putLong(out, 44, FormatV1.MAGIC);
    return out;
  }

  /**
   * Reads the tail of a file of {@code length} bytes.
   *
   * @param bytes the last bytes of the file
   * @param end of the tail in them
   * @param wantedRole the expected role
   */
  public static Tail read(String path, long length, byte[] bytes, int end, int wantedRole)
      throws IOException {
    int at = end - FormatV1.TAIL_BYTES;
    long offset = length - FormatV1.TAIL_BYTES;
    ByteReader in = new ByteReader(bytes, at, FormatV1.TAIL_BYTES);
    long rootOffset = in.u64();
    int rootLength = in.u32();
    long fileLength = in.u64();
    UUID id = FileIds.get(in);
    int version = in.u16();
    int role = in.u16();
    int crc = in.u32();
    if (in.u64() != FormatV1.MAGIC) {
      throw new NotPlacedFileException(
          path,
          "not a complete Placed file: it does not end with the magic bytes (truncated, or another"
              + " format)");
    }
    byte[] copy = java.util.Arrays.copyOfRange(bytes, at, at + 40);
    if (crc != checksum(id, PartKind.TAIL, offset, copy, 40)) {
      throw new CorruptFileException(path, offset, "the checksum of the tail does not match");
    }
    requireVersion(path, version);
    if (fileLength != length) {
      throw new CorruptFileException(
          path,
          offset,
          "the file has " + length + " bytes, expected " + fileLength + " by its tail");
    }
    requireRole(path, offset, role, wantedRole);
    if (role == FormatV1.ROLE_SIBLING) {
      if (rootLength != 0 || rootOffset != 0) {
        throw new CorruptFileException(path, offset, "a sibling must not have a root");
      }
    } else if (rootLength < FormatV1.CHECKSUM_BYTES
        || rootOffset < FormatV1.HEADER_BYTES
        || rootOffset + rootLength != offset) {
      throw new CorruptFileException(
          path,
          offset,
          "the position of the root is invalid: " + rootLength + " bytes at offset " + rootOffset);
    }
    return new Tail(rootOffset, rootLength, fileLength, id, role);
  }

  private static void requireRole(String path, long offset, int found, int wanted)
      throws IOException {
    if (found != wanted) {
      if (found == FormatV1.ROLE_SIBLING) {
        throw new SiblingFileException(path);
      }
      throw new CorruptFileException(
          path, offset, "the file has role " + found + ", expected " + wanted);
    }
  }

  /** After the checksum, which every version has: damage must not look like a newer version. */
  private static void requireVersion(String path, int version) throws IOException {
    if (version != FormatV1.VERSION) {
      throw new UnsupportedVersionException(path, version, FormatV1.VERSION, FormatV1.VERSION);
    }
  }

  private static int checksum(UUID id, PartKind kind, long offset, byte[] bytes, int length) {
    return new PartChecksum(id)
        .of(kind, offset, FormatV1.NONE, FormatV1.NONE, FormatV1.NONE, bytes, 0, length);
  }
}
