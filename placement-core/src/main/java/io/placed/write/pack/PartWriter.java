package io.placed.write.pack;

import io.placed.bytes.LittleEndian;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Tail;
import io.placed.io.PositionOutput;
import java.io.IOException;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Appends checksummed parts to a file. */
public final class PartWriter {
  private final PositionOutput out;
  private final UUID fileId;
  private final int role;
  private final PartChecksum checksum;
  private final CRC32C content = new CRC32C();
  private final byte[] crc = new byte[FormatV1.CHECKSUM_BYTES];

  private PartWriter(PositionOutput out, UUID fileId, int role) {
    this.out = out;
    this.fileId = fileId;
    this.role = role;
    this.checksum = new PartChecksum(fileId);
  }

  /**
   * Starts a file.
   *
   * @param role as in {@link FormatV1}
   */
  static PartWriter start(PositionOutput out, UUID fileId, int role) throws IOException {
    PartWriter writer = new PartWriter(out, fileId, role);
    writer.append(Tail.header(fileId, role), FormatV1.HEADER_BYTES);
    return writer;
  }

  /** A writer that starts at this position and discards its output, to compute lengths. */
  public PartWriter rehearsal() {
    return new PartWriter(new NoOutput(out.position()), fileId, role);
  }

  public long position() {
    return out.position();
  }

  public void endBlock() throws IOException {
    out.endBlock();
  }

  PartPointer write(PartKind kind, int rowGroup, int column, int node, byte[] bytes, int length)
      throws IOException {
    long offset = out.position();
    int value = checksum.of(kind, offset, rowGroup, column, node, bytes, 0, length);
    LittleEndian.putInt(crc, 0, value);
    append(bytes, length);
    append(crc, crc.length);
    return new PartPointer(offset, Math.addExact(length, FormatV1.CHECKSUM_BYTES));
  }

  /** A part that belongs to no row group, column or node. */
  PartPointer write(PartKind kind, byte[] bytes) throws IOException {
    return write(kind, FormatV1.NONE, FormatV1.NONE, FormatV1.NONE, bytes, bytes.length);
  }

  /**
   * Ends the file.
   *
   * @param root {@link PartPointer#NONE} for a sibling
   */
  void writeTail(PartPointer root) throws IOException {
    long length = out.position() + FormatV1.TAIL_BYTES;
    Tail tail = new Tail(root.offset(), root.length(), length, fileId, role);
    append(tail.toBytes(), FormatV1.TAIL_BYTES);
  }

  /** CRC32C of everything written to a sibling. */
  int contentChecksum() {
    return (int) content.getValue();
  }

  private void append(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    if (role == FormatV1.ROLE_SIBLING) {
      content.update(bytes, 0, length);
    }
  }
}
