package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import java.util.UUID;

/** File ids as 16 bytes: most significant half first, each half little endian. */
final class FileIds {
  private FileIds() {}

  static void put(byte[] to, int at, UUID id) {
    LittleEndian.putLong(to, at, id.getMostSignificantBits());
    LittleEndian.putLong(to, at + 8, id.getLeastSignificantBits());
  }

  static UUID get(ByteReader in) {
    long most = in.u64();
    return new UUID(most, in.u64());
  }
}
