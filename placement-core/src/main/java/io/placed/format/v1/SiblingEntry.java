package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import java.util.UUID;

/**
 * A file beside this one that holds some of its pages.
 *
 * @param name without a directory
 * @param length in bytes
 * @param checksum CRC32C of the whole file
 */
public record SiblingEntry(String name, UUID fileId, long length, int checksum) {
  /** Most siblings of a file. */
  public static final int MAX_COUNT = 0xFFFF;

  void write(ByteWriter out) {
    out.string(name).u64(fileId.getMostSignificantBits());
    out.u64(fileId.getLeastSignificantBits()).u64(length).u32(checksum);
  }

  static SiblingEntry read(ByteReader in) {
    String name = in.string("a sibling");
    if (!isPlain(name)) {
      throw new MalformedDataException(
          "a sibling is called '" + name + "', which is no name of a file in the same directory");
    }
    SiblingEntry entry = new SiblingEntry(name, FileIds.get(in), in.u64(), in.u32());
    if (entry.length < FormatV1.HEADER_BYTES + FormatV1.TAIL_BYTES
        || entry.length > Long.MAX_VALUE / 2) {
      throw new MalformedDataException(
          "sibling " + name + " is said to have " + entry.length + " bytes");
    }
    return entry;
  }

  /** Whether a name leads to a file in the same directory, and nowhere else. */
  public static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
  }
}
