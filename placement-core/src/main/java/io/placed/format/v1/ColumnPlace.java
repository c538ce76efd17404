package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;

/**
 * Position of a column in one copy of the table.
 *
 * @param group number of its column group, over all copies
 * @param positionInGroup position among the columns of the group
 * @param bytes stored bytes of its pages and dictionaries in all row groups; those of the whole
 *     group if its columns share pages. 0 unless there are several copies
 * @param index the column index if it is in the record, else null
 * @param indexPart the part with the column index otherwise
 */
public record ColumnPlace(
    int group, int positionInGroup, long bytes, byte[] index, PartPointer indexPart) {
  /** Least encoded size. */
  static final int MIN_BYTES = 5;

  void write(ByteWriter out) {
    out.varint(group).varint(positionInGroup).varint(bytes);
    if (index != null) {
      out.u8(1).varint(index.length).bytes(index, 0, index.length);
    } else {
      out.u8(0);
      indexPart.write(out);
    }
  }

  static ColumnPlace read(ByteReader in) {
    int group = in.varint("number of a column group", Integer.MAX_VALUE);
    int position = in.varint("position in a column group", Integer.MAX_VALUE);
    long bytes = in.varintLong("bytes of a column", Long.MAX_VALUE / 2);
    int inline = in.u8();
    if (inline > 1) {
      throw new MalformedDataException("unknown flags in the copy of a column: " + inline);
    }
    byte[] index = null;
    PartPointer indexPart = PartPointer.NONE;
    if (inline == 1) {
      index = in.bytes(in.varint("length of a column index", in.remaining()));
    } else {
      indexPart = PartPointer.read(in);
    }
    return new ColumnPlace(group, position, bytes, index, indexPart);
  }
}
