package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import java.util.UUID;

/**
 * A file beside this one with some of its pages.
 *
 * @param name file name, without a directory
 * @param length in bytes
 * @param checksum CRC32C of the whole file
 */
public record SiblingEntry(String name, UUID fileId, long length, int checksum) {
  /** Maximum number of siblings of a file. */
  public static final int MAX_COUNT = 0xFFFF;

  void write(ByteWriter out) {
    out.string(name).u64(fileId.getMostSignificantBits());
    out.u64(fileId.getLeastSignificantBits()).u64(length).u32(checksum);
  }

  static SiblingEntry read(ByteReader in) {
    String name = in.string("a sibling");
    if (!isPlain(name)) {
      throw new MalformedDataException(
          "the name of a sibling must be a file name without a directory, found '" + name + "'");
    }
    SiblingEntry entry = new SiblingEntry(name, FileIds.get(in), in.u64(), in.u32());
    if (entry.length < FormatV1.HEADER_BYTES + FormatV1.TAIL_BYTES
        || entry.length > Long.MAX_VALUE / 2) {
      throw new MalformedDataException(
          "the length of sibling " + name + " is out of range, found " + entry.length + " bytes");
    }
    return entry;
  }

  /** Whether a name denotes a file in the same directory. */
  public static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
  }
}
