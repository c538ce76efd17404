package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;

/** Position of a part of the footer; length 0 = none. The length includes the checksum. */
public record PartPointer(long offset, int length) {
  public static final PartPointer NONE = new PartPointer(0, 0);

  void write(ByteWriter out) {
    out.varint(offset).varint(length);
  }

  static PartPointer read(ByteReader in) {
    long offset = in.varintLong("offset of a part", Long.MAX_VALUE / 2);
    return new PartPointer(offset, in.varint("length of a part", FormatV1.MAX_RAW_PAGE_BYTES));
  }
}
