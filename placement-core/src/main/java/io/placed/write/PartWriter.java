package io.placed.write;

import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Tail;
import io.placed.io.PositionOutput;
import java.io.IOException;
import java.util.UUID;

/** Appends checksummed parts to a file. */
final class PartWriter {
  private final PositionOutput out;
  private final UUID fileId;
  private final PartChecksum checksum;
  private final byte[] crc = new byte[FormatV1.CHECKSUM_BYTES];

  PartWriter(PositionOutput out, UUID fileId) throws IOException {
    this.out = out;
    this.fileId = fileId;
    this.checksum = new PartChecksum(fileId);
    out.write(Tail.header(fileId, FormatV1.ROLE_TABLE));
  }

  long position() {
    return out.position();
  }

  void endBlock() throws IOException {
    out.endBlock();
  }

  PartPointer write(PartKind kind, int rowGroup, int column, int node, byte[] bytes, int length)
      throws IOException {
    long offset = out.position();
    int value = checksum.of(kind, offset, rowGroup, column, node, bytes, 0, length);
    io.placed.format.v1.ByteWriter.putInt(crc, 0, value);
    out.write(bytes, 0, length);
    out.write(crc, 0, crc.length);
    return new PartPointer(offset, Math.addExact(length, FormatV1.CHECKSUM_BYTES));
  }

  /** A part that belongs to no row group, column or node. */
  PartPointer write(PartKind kind, byte[] bytes) throws IOException {
    return write(kind, FormatV1.NONE, FormatV1.NONE, FormatV1.NONE, bytes, bytes.length);
  }

  void writeTail(PartPointer root) throws IOException {
    long length = out.position() + FormatV1.TAIL_BYTES;
    out.write(
        new Tail(root.offset(), root.length(), length, fileId, FormatV1.ROLE_TABLE).toBytes());
  }
}
