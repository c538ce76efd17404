package io.placed.cli.input;

import io.placed.format.v1.FormatV1;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The magic bytes of a Placed file. */
final class PlacedMagic {
  private PlacedMagic() {}

  static boolean starts(byte[] head) {
    return head.length >= Long.BYTES
        && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong() == FormatV1.MAGIC;
  }
}
