package io.placed.format.v1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * CRC32C over the position and the bytes of a part, so that a part from another position or file
 * does not verify. Not thread-safe.
 */
public final class PartChecksum {
  private static final int PREFIX_BYTES = 16 + 1 + 8 + 4 + 4 + 4;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer prefix =
      ByteBuffer.allocate(PREFIX_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  public PartChecksum(UUID fileId) {
    FileIds.put(prefix.array(), 0, fileId);
  }

  /**
   * @param offset of the part in its file
   * @param rowGroup or {@link FormatV1#NONE}
   * @param column ordinal or {@link FormatV1#NONE}
   * @param node in its column or {@link FormatV1#NONE}
   */
  public int of(
      PartKind kind,
      long offset,
      int rowGroup,
      int column,
      int node,
      byte[] bytes,
      int from,
      int length) {
    prefix.put(16, kind.id());
    prefix.putLong(17, offset);
    prefix.putInt(25, rowGroup);
    prefix.putInt(29, column);
    prefix.putInt(33, node);
    crc.reset();
    crc.update(prefix.array(), 0, PREFIX_BYTES);
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
